"""Write results to standard output and messages to standard error.

Handles closed streams and pipes, full disks, characters that the output cannot encode, control
characters, and the width of the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TextIO

from atlantis_core.support.safe_text import is_safe_to_show, showable
from .errors import CommandError, describe_os_error

DEFAULT_WIDTH = 80
DEFAULT_HEIGHT = 24
WIDEST_TEXT = 100
"""Prose is wrapped at this width even on wider terminals."""


def prepare_streams() -> None:
    """Let the streams accept any text and any bytes.

    Characters that the output cannot encode are escaped. Python writes UTF-8 in the C locale;
    a user who chose that locale gets ASCII. Invalid bytes from standard input become surrogates,
    as in command lines.
    """
    reconfigure_input = getattr(sys.stdin, "reconfigure", None)
    if reconfigure_input is not None:
        reconfigure_input(errors="surrogateescape")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and wants_ascii(os.environ):
            reconfigure(encoding="ascii", errors="backslashreplace")
        elif reconfigure is not None:
            reconfigure(errors="backslashreplace")


def wants_ascii(environ: Mapping[str, str]) -> bool:
    """Whether the environment sets the C locale, and no encoding."""
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8") == "1":
        return False
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "") in ("C", "POSIX")


def emit(text: str = "", *, is_styled: bool = False) -> None:
    """Write one or more lines of the result.

    All output of commands goes through here or through `complain`, which replace control
    characters; only colour codes pass, and only in styled text.
    """
    stream = _stdout()
    _write(lambda: stream.write(_without_controls(text, is_styled=is_styled) + "\n"))


def emit_lines(lines: Iterable[str], *, is_styled: bool = False) -> None:
    for line in lines:
        emit(line, is_styled=is_styled)


def emit_table(header: Sequence[str], rows: Sequence[Sequence[str | int]]) -> None:
    from atlantis_core.support.columns import format_table

    emit_lines(format_table(header, rows))


def emit_json(value: object, *, is_compact: bool = False) -> None:
    """Write a value as a line of JSON."""
    import json

    emit(json.dumps(value, separators=(",", ":") if is_compact else None))


def emit_bytes(document: bytes) -> None:
    """Write bytes unchanged, whatever the encoding of the output."""
    stream = _stdout()
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        _write(lambda: stream.write(document.decode("utf-8")))
    else:
        _write(stream.flush)
        _write(lambda: buffer.write(document))


def flush_output() -> None:
    """Flush, so that write errors appear now and not when Python exits."""
    for stream in (sys.stdout, sys.stderr):
        # A stream is None if the process was started without it.
        if stream is not None:
            _write(stream.flush)


def abandon_output() -> None:
    """Redirect the streams to the null device, so that flushing at exit raises no error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            number = stream.fileno()
        except (AttributeError, OSError, ValueError):
            continue
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)


def complain(message: str) -> None:
    """Print a message on standard error; ignored if that is closed."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(_without_controls(message) + "\n")
        except OSError:
            abandon_output()


def report_about(path: str) -> Callable[[str], None]:
    """Return a function that prints what saving a file could not keep."""
    return lambda sentence: complain(f"{showable(path)}: {sentence}")


def _without_controls(text: str, *, is_styled: bool = False) -> str:
    if is_safe_to_show(text):
        return text
    if "\n" in text:
        return "\n".join(_without_controls(line, is_styled=is_styled) for line in text.split("\n"))
    if not is_styled:
        return showable(text, len(text))
    import re

    # Every other piece is a colour code.
    pieces = re.split(r"(\x1b\[[0-9;]{0,40}m)", text)
    return "".join(
        piece if number % 2 else showable(piece, len(piece)) for number, piece in enumerate(pieces)
    )


def is_terminal(stream: TextIO | None = None) -> bool:
    """Whether standard output, or the given stream, is a terminal."""
    chosen = sys.stdout if stream is None else stream
    try:
        return chosen is not None and chosen.isatty()
    except ValueError:  # closed
        return False


def terminal_width() -> int:
    """The number of columns: COLUMNS, else the size of the terminal, else 80."""
    return _terminal_size("columns", DEFAULT_WIDTH)


def terminal_height() -> int:
    """The number of lines: LINES, else the size of the terminal, else 24."""
    return _terminal_size("lines", DEFAULT_HEIGHT)


def _terminal_size(dimension: str, default: int) -> int:
    value = os.environ.get(dimension.upper(), "")
    if value.isascii() and value.isdigit() and int(value[:6]) > 0:
        return int(value[:6])
    try:
        size: int = getattr(os.get_terminal_size(sys.stdout.fileno()), dimension)
    except (AttributeError, OSError, ValueError):
        return default
    return size or default


def emit_wrapped(text: str, indent: str = "", hanging: str = "") -> None:
    """Write prose, wrapped to the terminal; later lines begin with `hanging`."""
    from atlantis_core.support.columns import wrap

    width = max(20, min(terminal_width(), WIDEST_TEXT) - 1)
    for line in wrap(text, width, hanging, begin=indent, breaks_words=False):
        emit(line)


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise CommandError("cannot write the result: standard output is closed")
    return sys.stdout


def _write(work: Callable[[], object]) -> None:
    """Call `work`; turns any OSError but BrokenPipeError into a CommandError."""
    try:
        work()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write the result: {describe_os_error(error)}") from error
