"""The one place that all output passes through: streams closed, full, narrow or strange."""

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
    """These standard streams and no others, instead of those of this process."""
    taken: dict[str, Any] = {"stdin": None, "stdout": None, "stderr": None, **streams}
    with patch.multiple(sys, **taken):
        yield


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that says which characters are wanted or how much room there is."""
    for name in (*LOCALES, "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def refusing(tmp_path: Path) -> Iterator[io.TextIOWrapper]:
    """A stream that the system will not write: its file is open for reading."""
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
def test_ascii_is_for_those_who_chose_it(environ: dict[str, str], expected: bool) -> None:
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
def test_every_character_can_be_written(
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
def test_streams_that_are_missing_or_only_text_stay_as_they_are(
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


def test_bytes_come_after_the_text_before_them() -> None:
    out = in_memory("ascii")
    with standard(stdout=out):
        emit("first")
        emit_bytes(b"\xff")
    assert written(out) == b"first\n\xff"


def test_bytes_are_text_where_only_text_can_be_written() -> None:
    out = io.StringIO()
    with standard(stdout=out):
        emit_bytes("ö".encode())
    assert out.getvalue() == "ö"


def test_lines_and_tables_have_no_colours_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    emit_lines(["\x1b[31mred"])
    emit_lines(["\x1b[31mred"], is_styled=True)
    emit_table(["who", "points"], [["\x1b[31mAnn", 3]])
    plain, coloured, _, row = capsys.readouterr().out.splitlines()
    assert (plain, coloured) == ("\u241b[31mred", "\x1b[31mred")
    assert row.startswith("\u241b[31mAnn")


def test_json_is_compact_if_asked_for() -> None:
    out = io.StringIO()
    with standard(stdout=out):
        emit_json({"a": [1, 2]})
        emit_json({"a": [1, 2]}, is_compact=True)
    assert out.getvalue() == '{"a": [1, 2]}\n{"a":[1,2]}\n'


@pytest.mark.parametrize("write", [lambda: emit("x"), lambda: emit_bytes(b"x")])
def test_a_closed_output_is_told(write: Callable[[], None]) -> None:
    with standard():
        with pytest.raises(CommandError, match="standard output is closed"):
            write()
        flush_output()
        complain("nobody hears it")


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_what_cannot_be_written_is_told_and_then_given_up(refusing: TextIO, name: str) -> None:
    refusing.write("held back\n")
    with standard(**{name: refusing}):
        with pytest.raises(CommandError, match="cannot write the result: bad file descriptor"):
            flush_output()
        free = _next_descriptor()
        abandon_output()
        assert _next_descriptor() == free
        flush_output()


def test_an_output_without_a_descriptor_does_not_hinder_giving_up(refusing: TextIO) -> None:
    refusing.write("held back\n")
    for other in (io.StringIO(), closed()):
        with standard(stdout=other, stderr=refusing):
            abandon_output()
    refusing.flush()


def test_a_reader_that_has_gone_is_no_fault_of_the_output() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out, standard(stdout=out):
        emit("x")
        with pytest.raises(BrokenPipeError):
            flush_output()
        abandon_output()


def test_a_complaint_that_nobody_can_hear_is_dropped(refusing: io.TextIOWrapper) -> None:
    refusing.reconfigure(line_buffering=True)
    with standard(stderr=refusing):
        complain("x")
        flush_output()


def test_only_an_open_terminal_is_one() -> None:
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
def test_the_environment_says_how_much_room_there_is(
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
def test_a_terminal_says_how_much_room_there_is(
    rows: int, columns: int, width: int, height: int
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as screen, standard(stdout=screen):
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        assert (terminal_width(), terminal_height()) == (width, height)
    os.close(ours)


@pytest.mark.parametrize(("columns", "widest"), [("5", 20), ("41", 40), ("100", 99), ("300", 99)])
def test_prose_is_as_wide_as_the_terminal_within_reason(
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
