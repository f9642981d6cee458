"""Results of a contest on disk: one JSON object per line, and a folder with the whole games.

The first line identifies the contest: the same contest is resumed, another one is refused. An
incomplete last line is discarded. A game counts once its line is written, so its record is
written first; repeated lines of a game are ignored. An open file is locked, so that two runs
cannot write to it. A `ResultFormat` defines the contents of a line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO, Final, Generic, Protocol, TypeVar

from atlantis_core.files.links import follow_links, open_unlinked
from atlantis_core.files.locks import lock
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable, unescape_bytes
from .contestants import GameResult

Line = dict[str, object]
_LARGEST: Final = 10**9
"""Largest number in a line: sums and quotients of larger ones could overflow."""

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
R = TypeVar("R", bound=GameResult)


class ResultsError(AtlantisError):
    """A file is not a results file of this contest."""


class ResultFormat(Protocol[V_contra, R]):
    """Converts between games of a contest, their results, and lines of a results file."""

    @property
    def heading(self) -> Line:
        """The first line: the format, and the settings that resuming requires to be equal."""

    def difference(self, found: Line) -> str | None:
        """A sentence about how another heading of this format differs, or None."""

    def result_of(self, number: int, played: V_contra) -> R:
        """The result of a played game."""

    def save_record(self, result: R, played: V_contra, folder: Path) -> Line:
        """Store the whole game, for example in a folder. Returns entries for its line."""

    def format_line(self, result: R) -> Line:
        """The inverse of `parse_line`."""

    def parse_line(self, line: Line) -> R:
        """The result in a line. Raises ValueError if it is invalid."""


class ResultsFile(Generic[V, R]):
    """An open and locked results file. The caller closes it."""

    def __init__(self, path: Path, form: ResultFormat[V, R]) -> None:
        """Open or create a file. Raises ResultsError if it belongs to another contest."""
        self._path = path
        self._format = form
        if path.exists() and not path.is_file():
            raise ResultsError(f"'{showable(str(path))}' is not a regular file")
        target = follow_links(path, showable(str(path)))
        self._file: IO[bytes] = open(target, "a+b", opener=open_unlinked)  # noqa: SIM115 - closed by `close`
        try:
            _lock(self._file, path)
            self.results = _load(self._file, path, form)
            if not self._file.tell():
                self._write(form.heading)
        except BaseException:
            self.close()
            raise

    @property
    def folder(self) -> Path:
        """The folder of the whole games."""
        return self._path.with_name(self._path.stem + "-games")

    def keep(self, number: int, played: V) -> R:
        """Write a played game, then its line, and return its result."""
        result = self._format.result_of(number, played)
        record = self._format.save_record(result, played, self.folder)
        self._write({**self._format.format_line(result), **record})
        self.results.append(result)
        return result

    def close(self) -> None:
        with suppress(OSError):  # `_write` has flushed every line or raised
            self._file.close()

    def _write(self, line: Line) -> None:
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            error.filename = error.filename or str(self._path)  # missing for a full disk
            raise


def make_folder(folder: Path) -> Path:
    """Create the folder of the whole games, and check that no link leads elsewhere."""
    folder.mkdir(exist_ok=True)
    follow_links(folder, showable(str(folder)))
    return folder


def open_results(
    path: Path | None, form: ResultFormat[V, R], stack: ExitStack
) -> tuple[Sequence[R], Callable[[int, V], R]]:
    """The results in a file, and a function that stores more. Without a path, stores nothing.

    The stack closes the file.
    """
    if path is None:
        return (), form.result_of
    file = stack.enter_context(closing(ResultsFile(path, form)))
    return tuple(file.results), file.keep


def _lock(file: IO[bytes], path: Path) -> None:
    """Lock the file until it is closed. Raises ResultsError if another process has locked it."""
    try:
        lock(file.fileno())  # False on some network file systems: play without a lock there
    except BlockingIOError:
        raise ResultsError(
            f"another run is writing to '{showable(str(path))}' "
            "(wait until it has ended, or choose another file)"
        ) from None


def _load(file: IO[bytes], path: Path, form: ResultFormat[V, R]) -> list[R]:
    """The results in a file, each game once. Truncates an incomplete last line."""
    file.seek(0)
    content = file.read()
    if not content:
        return []
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    _check_heading(path, first, form)
    results: dict[int, R] = {}
    for number, line in enumerate(lines, 2):
        try:
            result = form.parse_line(_object(line))
        except ValueError as error:
            raise ResultsError(
                f"'{showable(str(path))}', line {number} is not a result: {showable(str(error))}"
            ) from error
        results.setdefault(result.number, result)
    if len(whole) < len(content):
        file.truncate(len(whole))
    return list(results.values())


def _object(line: bytes) -> Line:
    """Parse a line. Raises ValueError if it is not a JSON object."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # RecursionError: thousands of nested brackets
        raise ValueError("not JSON") from None
    if not isinstance(found, dict):
        raise ValueError("not an object")  # noqa: TRY004 - bad data, not a wrong type
    return found


def _check_heading(path: Path, first: bytes, form: ResultFormat[V, R]) -> None:
    shown = showable(str(path))
    try:
        found = _object(first)
    except ValueError:
        found = {}
    if found.get("format") != form.heading["format"]:
        raise ResultsError(f"'{shown}' is not a results file (choose a new file)")
    difference = form.difference(found)
    if difference is not None:
        raise ResultsError(f"'{shown}' belongs to another match: {difference}")


def first_difference(
    found: Mapping[str, object], settings: Mapping[str, object], words: Mapping[str, str]
) -> str | None:
    """A sentence about the first setting that differs: ``its seed is 2, not 1``."""
    for key, phrase in words.items():
        if _unescaped(found.get(key)) != _unescaped(settings[key]):
            return f"{phrase} {_in_words(found.get(key))}, not {_in_words(settings[key])}"
    return None


def _unescaped(value: object) -> object:
    """A setting with the bytes of its texts; files of earlier versions do not escape them."""
    if isinstance(value, list):
        return [unescape_bytes(each) if isinstance(each, str) else each for each in value]
    return value


def _in_words(value: object) -> str:
    """A setting as text; the file may contain any JSON value."""
    if value is None:
        return "the default"
    if isinstance(value, list):
        return showable(" - ".join(map(_word, value)), 400)
    return _word(value)


def _word(value: object) -> str:
    if isinstance(value, list | dict):  # may be nested too deeply for `str`
        return "a list" if isinstance(value, list) else "an object"
    return f"{value:g}" if isinstance(value, float) else showable(str(value), 80)


def whole_number(line: Line, name: str, least: int = 0) -> int:
    """A whole number from a line. Raises ValueError if it is invalid or less than `least`."""
    return _number(line.get(name), name, least, _LARGEST)


def numbers(line: Line, name: str, players: int) -> tuple[int, ...]:
    """One number per player from a line. Raises ValueError if they are invalid."""
    found = line.get(name)
    if not isinstance(found, list) or len(found) != players:
        raise ValueError(f"{name}: {_word(found)} (expected {players} numbers)")
    return tuple(_number(value, name, -_LARGEST, _LARGEST) for value in found)


def permutation(line: Line, name: str, players: int) -> tuple[int, ...]:
    """All players in some order. Raises ValueError if one is missing."""
    found = numbers(line, name, players)
    if sorted(found) != list(range(players)):
        raise ValueError(f"{name}: {list(found)} (expected the numbers 0 to {players - 1})")
    return found


def seat_or_none(line: Line, name: str, players: int) -> int | None:
    """A seat number, or None. Raises ValueError if it is invalid."""
    found = line.get(name)
    return None if found is None else _number(found, name, 0, players - 1)


def text_or_none(line: Line, name: str) -> str | None:
    found = line.get(name)
    return None if found is None else str(found)


def _number(value: object, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: {_word(value)} (expected a number from {least} to {most})")
    return value
