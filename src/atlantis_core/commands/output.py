"""Where results go: standard output, as text or as the bytes of a document.

Owns what is awkward about it: a closed output, a reader that has gone, a full disk, characters
that the encoding of the output does not have, the width of the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TextIO

from atlantis_core.safe_text import is_safe_to_show, showable
from .errors import CommandError, describe_os_error

DEFAULT_WIDTH = 80
DEFAULT_HEIGHT = 24
WIDEST_TEXT = 100
"""Longer lines of prose are hard to read, however wide the terminal."""


def prepare_streams() -> None:
    """Make sure that no name in a file can be one that the output cannot encode.

    Python writes UTF-8 also where the locale is C; whoever chose that one wants ASCII. Bytes that
    are no text come in from standard input as they come in from the command line.
    """
    take = getattr(sys.stdin, "reconfigure", None)
    if take is not None:
        take(errors="surrogateescape")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and wants_ascii(os.environ):
            reconfigure(encoding="ascii", errors="backslashreplace")
        elif reconfigure is not None:
            reconfigure(errors="backslashreplace")


def wants_ascii(environ: Mapping[str, str]) -> bool:
    """Whether the locale is C by somebody's choice, and nobody has chosen an encoding."""
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8") == "1":
        return False
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "") in ("C", "POSIX")


def emit(text: str = "", *, is_styled: bool = False) -> None:
    """Write a line of the result, or several.

    All text of commands passes here or through `complain`, and whatever a file or an argument
    brings along, no terminal obeys it: only colours may pass, and only if the text is styled.
    """
    stream = _stdout()
    _write(lambda: stream.write(_harmless(text, is_styled=is_styled) + "\n"))


def emit_lines(lines: Iterable[str], *, is_styled: bool = False) -> None:
    """Write lines of the result, each as `emit` does."""
    for line in lines:
        emit(line, is_styled=is_styled)


def emit_table(header: Sequence[str], rows: Sequence[Sequence[str | int]]) -> None:
    from atlantis_core.columns import format_table

    emit_lines(format_table(header, rows))


def emit_json(value: object, *, is_compact: bool = False) -> None:
    """Write a value as a line of JSON."""
    import json

    emit(json.dumps(value, separators=(",", ":") if is_compact else None))


def emit_bytes(document: bytes) -> None:
    """Write a document as it is, whatever the encoding of the output."""
    stream = _stdout()
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        _write(lambda: stream.write(document.decode("utf-8")))
    else:
        _write(stream.flush)
        _write(lambda: buffer.write(document))


def flush_output() -> None:
    """Find out now whether the output could be written, not when Python ends."""
    for stream in (sys.stdout, sys.stderr):
        # Either is None if the process was started without it.
        if stream is not None:
            _write(stream.flush)


def abandon_output() -> None:
    """Send what Python still holds back to nowhere, so that it does not complain at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            number = stream.fileno()
        except (AttributeError, OSError, ValueError):
            continue
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def complain(message: str) -> None:
    """Say what is wrong, on standard error; nobody may be listening there."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(_harmless(message) + "\n")
        except OSError:
            abandon_output()


def _harmless(text: str, *, is_styled: bool = False) -> str:
    if is_safe_to_show(text):
        return text
    if "\n" in text:
        return "\n".join(_harmless(line, is_styled=is_styled) for line in text.split("\n"))
    if not is_styled:
        return showable(text, len(text))
    import re

    # Every other piece is a colour, made by ourselves.
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
    """How many columns there are: COLUMNS, else what the terminal says, else 80."""
    return _terminal_size("columns", DEFAULT_WIDTH)


def terminal_height() -> int:
    """How many lines there are, as `terminal_width`."""
    return _terminal_size("lines", DEFAULT_HEIGHT)


def _terminal_size(measure: str, usual: int) -> int:
    said = os.environ.get(measure.upper(), "")
    if said.isascii() and said.isdigit() and int(said[:6]) > 0:
        return int(said[:6])
    try:
        size: int = getattr(os.get_terminal_size(sys.stdout.fileno()), measure)
    except (AttributeError, OSError, ValueError):
        return usual
    return size or usual


def emit_wrapped(text: str, indent: str = "", hanging: str = "") -> None:
    """Write prose as wide as the terminal, within reason; later lines begin with `hanging`."""
    import textwrap

    width = max(20, min(terminal_width(), WIDEST_TEXT) - 1)
    for line in textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ):
        emit(line)


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise CommandError("cannot write the result: standard output is closed")
    return sys.stdout


def _write(work: Callable[[], object]) -> None:
    """Do what writes; raises CommandError, except where only nobody reads any more."""
    try:
        work()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write the result: {describe_os_error(error)}") from error
