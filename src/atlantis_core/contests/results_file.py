"""Results on disk: one JSON object a line, and what the games left in the folder beside them.

The first line says which contest it is; the same contest goes on where it was interrupted, another
one is refused instead of mixed in. A last line that was cut off is dropped. A game counts only
when its line is there, so what belongs to it is written before, and it counts once, however many
lines it has. While a file is open it is locked, so that two runs cannot write the same games.
Knows no game: what a line means is for the `Book` to say.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO, Final, Generic, Protocol, TypeVar

from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable
from .contestants import GameResult

if sys.platform != "win32":
    import fcntl

Line = dict[str, object]
_LARGEST: Final = 10**9
"""Of all numbers in a line: they are added up and divided, which has an end with huge ones."""

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
R = TypeVar("R", bound=GameResult)


class ResultsError(AtlantisError):
    """A file that is no results of this contest."""


class Book(Protocol[V_contra, R]):
    """How one contest is written down: games as they were played, and what is kept of them."""

    @property
    def heading(self) -> Line:
        """The first line: the format, and what must be the same when the contest is resumed."""

    def difference(self, found: Line) -> str | None:
        """What another heading of the same format has different, in words; None if nothing."""

    def result_of(self, number: int, played: V_contra) -> R:
        """What is kept of a game that was played."""

    def save_record(self, result: R, played: V_contra, folder: Path) -> Line:
        """Write the whole game into a folder; gives what its line says of that."""

    def format_line(self, result: R) -> Line:
        """A result as `parse_line` reads it."""

    def parse_line(self, line: Line) -> R:
        """A result; raises ValueError."""


class ResultsFile(Generic[V, R]):
    """The file of a contest, open for going on. Close it."""

    def __init__(self, path: Path, book: Book[V, R]) -> None:
        """Open or begin a file; raises ResultsError if it belongs to something else."""
        self._path = path
        self._book = book
        if path.exists() and not path.is_file():
            raise ResultsError(f"'{showable(str(path))}' is not a regular file")
        self._file: IO[bytes] = path.open("a+b")
        try:
            _lock(self._file, path)
            self.results = _load(self._file, path, book)
            if not self._file.tell():
                self._write(book.heading)
        except BaseException:
            self.close()
            raise

    @property
    def folder(self) -> Path:
        """Where whatever belongs to the games is."""
        return self._path.with_name(self._path.stem + "-games")

    def keep(self, number: int, played: V) -> R:
        """The result of a game that was played, kept: first the whole game, then its line."""
        result = self._book.result_of(number, played)
        self.folder.mkdir(exist_ok=True)
        record = self._book.save_record(result, played, self.folder)
        self._write({**self._book.format_line(result), **record})
        self.results.append(result)
        return result

    def close(self) -> None:
        with suppress(OSError):  # every line has been written, or its failure told
            self._file.close()

    def _write(self, line: Line) -> None:
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            error.filename = error.filename or str(self._path)  # a full disk does not say where
            raise


def known_and_keep(
    path: Path | None, book: Book[V, R], until: ExitStack
) -> tuple[Sequence[R], Callable[[int, V], R]]:
    """The results that are in a file already, and what keeps more; without a file nothing is kept.

    The file is open `until` that is closed.
    """
    if path is None:
        return (), book.result_of
    file = until.enter_context(closing(ResultsFile(path, book)))
    return tuple(file.results), file.keep


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep others out until the file is closed; raises ResultsError if one of them is in."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ResultsError(
            f"another run is writing to '{showable(str(path))}' "
            "(wait until it has ended, or choose another file)"
        ) from None
    except OSError as error:
        # Some network file systems cannot lock; that is no reason to refuse a match.
        if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
            raise


def _load(file: IO[bytes], path: Path, book: Book[V, R]) -> list[R]:
    """The results in a file, each game once; cuts off an unfinished line. Ends at its end."""
    file.seek(0)
    content = file.read()
    if not content:
        return []
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    _check_heading(path, first, book)
    results: dict[int, R] = {}
    for number, line in enumerate(lines, 2):
        try:
            result = book.parse_line(_object(line))
        except ValueError as error:
            raise ResultsError(
                f"'{showable(str(path))}', line {number} is no result: {showable(str(error))}"
            ) from error
        results.setdefault(result.number, result)
    if len(whole) < len(content):
        file.truncate(len(whole))
    return list(results.values())


def _object(line: bytes) -> Line:
    """A line as an object; raises ValueError."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # also for thousands of brackets inside each other
        raise ValueError("not JSON") from None
    if not isinstance(found, dict):
        raise ValueError("not an object")  # noqa: TRY004 - bad data, not a wrong type
    return found


def _check_heading(path: Path, first: bytes, book: Book[V, R]) -> None:
    shown = showable(str(path))
    try:
        found = _object(first)
    except ValueError:
        found = {}
    if found.get("format") != book.heading["format"]:
        raise ResultsError(f"'{shown}' holds no results of a match (expected a new file)")
    difference = book.difference(found)
    if difference is not None:
        raise ResultsError(f"'{shown}' belongs to another match: {difference}")


def first_difference(
    found: Mapping[str, object], settings: Mapping[str, object], words: Mapping[str, str]
) -> str | None:
    """The first setting that is not the same, in words for each: ``its seed is 2, not 1``."""
    for key, said in words.items():
        if found.get(key) != settings[key]:
            return f"{said} {_in_words(found.get(key))}, not {_in_words(settings[key])}"
    return None


def _in_words(value: object) -> str:
    """A setting for people; the file may hold anything."""
    if value is None:
        return "the default"
    if isinstance(value, list):
        return showable(" - ".join(map(_word, value)), 400)
    return _word(value)


def _word(value: object) -> str:
    if isinstance(value, list | dict):  # perhaps deeper than Python can write
        return "a list" if isinstance(value, list) else "an object"
    return f"{value:g}" if isinstance(value, float) else showable(str(value), 80)


def whole_number(line: Line, name: str, least: int = 0) -> int:
    """A number of a line, at least so large; raises ValueError."""
    return _number(line.get(name), name, least, _LARGEST)


def numbers(line: Line, name: str, players: int) -> tuple[int, ...]:
    """A number for each player; raises ValueError."""
    found = line.get(name)
    if not isinstance(found, list) or len(found) != players:
        raise ValueError(f"{name}: {_word(found)} (expected {players} numbers)")
    return tuple(_number(value, name, -_LARGEST, _LARGEST) for value in found)


def everybody(line: Line, name: str, players: int) -> tuple[int, ...]:
    """All players, in any order; raises ValueError."""
    found = numbers(line, name, players)
    if sorted(found) != list(range(players)):
        raise ValueError(f"{name}: {list(found)} (expected the numbers 0 to {players - 1})")
    return found


def seat_or_none(line: Line, name: str, players: int) -> int | None:
    """One of the seats, or nobody; raises ValueError."""
    found = line.get(name)
    return None if found is None else _number(found, name, 0, players - 1)


def text_or_none(line: Line, name: str) -> str | None:
    """What was said, if anything was."""
    found = line.get(name)
    return None if found is None else str(found)


def _number(value: object, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: {_word(value)} (expected a number from {least} to {most})")
    return value
