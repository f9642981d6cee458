"""Output to streams that are closed, full, narrow or limited to ASCII."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import struct
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TextIO
from unittest.mock import patch

import pytest

from atlantis_core.commands.errors import CommandError
from atlantis_core.commands.output import (
    abandon_output,
    complain,
    emit,
    emit_bytes,
    emit_json,
    emit_lines,
    emit_table,
    emit_wrapped,
    flush_output,
    is_terminal,
    prepare_streams,
    terminal_height,
    terminal_width,
    wants_ascii,
)
from tests.commands.running import Terminal

LOCALES = ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8")


@contextmanager
def standard(**streams: TextIO) -> Iterator[None]:
    """Replace the standard streams of this process."""
    taken: dict[str, Any] = {"stdin": None, "stdout": None, "stderr": None, **streams}
    with patch.multiple(sys, **taken):
        yield


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the variables that set encoding and size."""
    for name in (*LOCALES, "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def refusing(tmp_path: Path) -> Iterator[io.TextIOWrapper]:
    """A stream whose writes fail, because its file is open for reading."""
    (tmp_path / "read-only").touch()
    descriptor = os.open(tmp_path / "read-only", os.O_RDONLY)
    stream = os.fdopen(descriptor, "w", encoding="utf-8")
    yield stream
    abandoned = os.open(os.devnull, os.O_WRONLY)
    os.dup2(abandoned, descriptor)
    os.close(abandoned)
    stream.close()


def in_memory(encoding: str = "utf-8", given: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(given), encoding=encoding, newline="\n")


def closed() -> io.TextIOWrapper:
    stream = in_memory()
    stream.close()
    return stream


def written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "", "LC_CTYPE": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "C"}, False),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, False),
        ({"LANG": "C", "PYTHONIOENCODING": ""}, True),
        ({"LANG": "C", "PYTHONUTF8": "1"}, False),
        ({"LANG": "C", "PYTHONUTF8": "0"}, True),
    ],
)
def test_c_locale_gets_ascii_unless_an_encoding_is_set(
    environ: dict[str, str], expected: bool
) -> None:
    assert wants_ascii(environ) is expected


@pytest.mark.parametrize(
    ("encoding", "language", "shown"),
    [
        ("utf-8", "", "ö\\udcff".encode()),
        ("latin-1", "", b"\xf6\\udcff"),
        ("ascii", "", b"\\xf6\\udcff"),
        ("utf-8", "C", b"\\xf6\\udcff"),
    ],
)
def test_streams_escape_characters_they_cannot_encode(
    monkeypatch: pytest.MonkeyPatch, encoding: str, language: str, shown: bytes
) -> None:
    monkeypatch.setenv("LANG", language)
    given, out, err = in_memory(given=b"\xff"), in_memory(encoding), in_memory(encoding)
    with standard(stdin=given, stdout=out, stderr=err):
        prepare_streams()
    assert given.read() == "\udcff"
    for stream in (out, err):
        stream.write("ö\udcff")
        assert written(stream) == shown


@pytest.mark.parametrize("language", ["", "C"])
def test_missing_and_text_only_streams_are_not_reconfigured(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LANG", language)
    with standard():
        prepare_streams()
    only_text = io.StringIO()
    with standard(stdin=io.StringIO(), stdout=only_text):
        prepare_streams()
        emit("ö")
    assert only_text.getvalue() == "ö\n"


def test_bytes_follow_earlier_text() -> None:
    out = in_memory("ascii")
    with standard(stdout=out):
        emit("first")
        emit_bytes(b"\xff")
    assert written(out) == b"first\n\xff"


def test_bytes_are_decoded_for_a_text_only_stream() -> None:
    out = io.StringIO()
    with standard(stdout=out):
        emit_bytes("ö".encode())
    assert out.getvalue() == "ö"


def test_lines_and_tables_have_no_colours_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    emit_lines(["\x1b[31mred"])
    emit_lines(["\x1b[31mred"], is_styled=True)
    emit_table(["who", "points"], [["\x1b[31mAnn", 3]])
    plain, coloured, _, row = capsys.readouterr().out.splitlines()
    assert (plain, coloured) == ("\u241b[31mred", "\x1b[31mred")
    assert row.startswith("\u241b[31mAnn")


def test_compact_json_has_no_blanks() -> None:
    out = io.StringIO()
    with standard(stdout=out):
        emit_json({"a": [1, 2]})
        emit_json({"a": [1, 2]}, is_compact=True)
    assert out.getvalue() == '{"a": [1, 2]}\n{"a":[1,2]}\n'


@pytest.mark.parametrize("write", [lambda: emit("x"), lambda: emit_bytes(b"x")])
def test_closed_output_is_an_error(write: Callable[[], None]) -> None:
    with standard():
        with pytest.raises(CommandError, match="standard output is closed"):
            write()
        flush_output()
        complain("unheard")


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_write_error_is_reported_once(refusing: TextIO, name: str) -> None:
    refusing.write("held back\n")
    with standard(**{name: refusing}):
        with pytest.raises(CommandError, match="cannot write the result: bad file descriptor"):
            flush_output()
        free = _next_descriptor()
        abandon_output()
        assert _next_descriptor() == free
        flush_output()


def test_abandoning_a_stream_without_descriptor_does_nothing(refusing: TextIO) -> None:
    refusing.write("held back\n")
    for other in (io.StringIO(), closed()):
        with standard(stdout=other, stderr=refusing):
            before = _next_descriptor()
            abandon_output()
            assert _next_descriptor() == before
    refusing.flush()


def test_broken_pipe_is_not_a_command_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out, standard(stdout=out):
        emit("x")
        with pytest.raises(BrokenPipeError):
            flush_output()
        abandon_output()


def test_message_is_dropped_if_standard_error_fails(refusing: io.TextIOWrapper) -> None:
    refusing.reconfigure(line_buffering=True)
    with standard(stderr=refusing):
        complain("x")
        flush_output()
        assert not refusing.closed


def test_closed_stream_is_not_a_terminal() -> None:
    screen = Terminal(io.BytesIO(), encoding="utf-8")
    with standard():
        assert is_terminal() is False
        assert is_terminal(screen) is True
    with standard(stdout=screen):
        assert is_terminal() is True
        assert is_terminal(in_memory()) is False
        assert is_terminal(closed()) is False


@pytest.mark.parametrize(
    ("said", "width", "height"),
    [
        ("1", 1, 1),
        ("132", 132, 132),
        ("1234567", 123456, 123456),
        ("", 80, 24),
        ("0", 80, 24),
        ("0000001", 80, 24),
        ("-5", 80, 24),
        ("²", 80, 24),
        ("wide", 80, 24),
    ],
)
def test_terminal_size_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, said: str, width: int, height: int
) -> None:
    monkeypatch.setenv("COLUMNS", said)
    monkeypatch.setenv("LINES", said)
    with standard():
        assert (terminal_width(), terminal_height()) == (width, height)
    with standard(stdout=io.StringIO()):
        assert (terminal_width(), terminal_height()) == (width, height)


@pytest.mark.parametrize(
    ("rows", "columns", "width", "height"), [(33, 111, 111, 33), (0, 0, 80, 24), (1, 1, 1, 1)]
)
def test_terminal_size_comes_from_the_terminal(
    rows: int, columns: int, width: int, height: int
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as screen, standard(stdout=screen):
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        assert (terminal_width(), terminal_height()) == (width, height)
    os.close(ours)


@pytest.mark.parametrize(("columns", "widest"), [("5", 20), ("41", 40), ("100", 99), ("300", 99)])
def test_prose_is_wrapped_to_the_terminal_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    word = "y" * 150 + "-" + "z" * 150
    out = io.StringIO()
    with standard(stdout=out):
        emit_wrapped(word)
        emit_wrapped("x " * 500, ">", " ")  # lines of odd lengths
        emit_wrapped("x " * 500, ">>", "  ")  # of even ones
    whole, first, second, *_ = lines = out.getvalue().splitlines()
    assert whole == word
    assert (first[:2], second[:2]) == (">x", " x")
    assert max(map(len, lines[1:])) == widest


def _next_descriptor() -> int:
    with closing(os.fdopen(os.open(os.devnull, os.O_RDONLY))) as opened:
        return opened.fileno()
