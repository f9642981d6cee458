"""The file of a person's finished games: JSON lines that are only ever appended.

Every line is one write under a lock, so that several windows can write at once. A process that
is killed while it writes leaves at most one incomplete line, which readers skip, or a part of the
heading, which the next writer completes. Damaged lines and files of newer versions are reported and
never changed.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from atlantis_core.files.errors import SaveError
from atlantis_core.files.locks import LOCK_SECONDS, lock
from atlantis_core.files.plain_files import read_plain
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .player_history import Encounter, FinishedGame

FORMAT, VERSION = "Atlantis results", 1
MAX_BYTES = 16_000_000
_HEADING = json.dumps({"format": FORMAT, "version": VERSION}).encode() + b"\n"
_MOST_HEADING = 4096
"""Bytes; a longer first line is not the heading of a file of results."""
_MAX_NUMBER = 10**6
_MAX_TEXT = 200
_SHORTEST = len('{"name":""}')


class PlayerHistory(NamedTuple):
    """Contents of a file: each game once, oldest first."""

    games: tuple[FinishedGame, ...] = ()
    name: str = ""
    """The player's name, unsanitised; empty if never asked for."""
    problems: tuple[str, ...] = ()
    """Message about lines that could not be read."""
    is_writable: bool = True
    """False for files that this version must not extend."""


def load_history(path: Path) -> PlayerHistory:
    """Read a file. Problems are part of the result; a missing file is empty."""
    try:
        data = read_plain(path, MAX_BYTES + 1).data
    except FileNotFoundError:
        return PlayerHistory()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return PlayerHistory(problems=(_about(path, reason.lower()),), is_writable=False)
    if len(data) > MAX_BYTES:
        problem = _about(path, f"more than {MAX_BYTES // 10**6} MB; nothing is read or added")
        return PlayerHistory(problems=(problem,), is_writable=False)
    return parse_history(data, path)


def parse_history(data: bytes, path: Path) -> PlayerHistory:
    if problem := _why_foreign(data[:_MOST_HEADING]):
        return PlayerHistory(problems=(_about(path, problem),), is_writable=False)
    lines = data.decode("utf-8", "replace").split("\n")
    games: dict[str, FinishedGame] = {}
    name, damaged = "", 0
    for line in filter(str.strip, lines[1:]):
        found = _parse(line)
        if not found:
            damaged += 1
        elif isinstance(written := found.get("name"), str):
            name = written[:_MAX_TEXT]
        elif (game := _parse_game(found)) is not None:
            games.pop(game.game, None)
            games[game.game] = game
        else:
            damaged += 1
    problems = (_about(path, f"{counted(damaged, 'damaged line')} skipped"),) if damaged else ()
    return PlayerHistory(tuple(games.values()), name, problems)


def _why_foreign(beginning: bytes) -> str:
    """Why a file that begins like this must not be extended; "" if it may."""
    if _HEADING.startswith(beginning):
        return ""  # also a part of the heading, left by a process that was killed
    heading = _parse(beginning.partition(b"\n")[0].decode("utf-8", "replace"))
    if heading.get("format") != FORMAT:
        return "not a file of results: move it away, or no games are added to your statistics"
    if heading.get("version") != VERSION:
        return "from a newer version of Atlantis; it is kept, and nothing is added"
    return ""


def add_game(path: Path, game: FinishedGame) -> None:
    """Append a game. Raises SaveError."""
    line = game._asdict() | {"encounters": [list(met) for met in game.encounters]}
    _append(path, line)


def add_name(path: Path, name: str) -> None:
    """Append the player's name, which replaces earlier ones. Raises SaveError."""
    _append(path, {"name": name[:_MAX_TEXT]})


def _append(path: Path, line: dict[str, object]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)
        try:
            with suppress(OSError):  # without a lock appending is still safe
                lock(descriptor, LOCK_SECONDS)
            _check_extensible(path, descriptor)
            _write(descriptor, _before(descriptor) + json.dumps(line).encode() + b"\n")
        finally:
            os.close(descriptor)  # also releases the lock
    except OSError as error:
        raise SaveError(showable(str(path)), error.strerror or str(error)) from error


def _check_extensible(path: Path, descriptor: int) -> None:
    """Raise SaveError if this version must not extend the file."""
    there = os.fstat(descriptor)
    if not stat.S_ISREG(there.st_mode):
        raise SaveError(showable(str(path)), "not a regular file")
    if there.st_size > MAX_BYTES:
        raise SaveError(showable(str(path)), f"more than {MAX_BYTES // 10**6} MB")
    os.lseek(descriptor, 0, os.SEEK_SET)
    if problem := _why_foreign(os.read(descriptor, _MOST_HEADING)):
        raise SaveError(showable(str(path)), problem)


def _write(descriptor: int, data: bytes) -> None:
    """Write all or nothing: a full disk can take the first part of a line."""
    size = os.fstat(descriptor).st_size
    try:
        if os.write(descriptor, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301 - cut off below
        os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


def _before(descriptor: int) -> bytes:
    """Text to write before a line: the heading of a new file, or the end of an incomplete line."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size < len(_HEADING):
        os.ftruncate(descriptor, 0)  # nothing, or a part of the heading
        return _HEADING
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _parse(line: str) -> dict[str, object]:
    """The object in a line; empty if it is damaged."""
    if len(line) < _SHORTEST or not line.lstrip().startswith("{"):
        return {}  # most damaged lines, without the cost of an exception
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _parse_game(line: dict[str, object]) -> FinishedGame | None:
    texts = [line.get(key) for key in ("game", "date", "board", "ending")]
    texts.append(line.get("kind", ""))
    numbers = [line.get(key) for key in ("turns", "chain")]
    encounters = _parse_encounters(line.get("encounters"))
    if not encounters or not all(isinstance(text, str) for text in texts) or not _is_day(texts[1]):
        return None
    if not all(type(number) is int and 0 <= number <= _MAX_NUMBER for number in numbers):
        return None
    game, day, board, ending, kind = (str(text)[:_MAX_TEXT] for text in texts)
    turns, chain = (int(str(number)) for number in numbers)
    return FinishedGame(game, day, board, encounters, turns, chain, ending, kind)


def _parse_encounters(written: object) -> tuple[Encounter, ...]:
    pairs: Sequence[object] = written if isinstance(written, list) else ()
    found = []
    for pair in pairs:
        match pair:
            case [str(opponent), (0 | 0.5 | 1) as score] if not isinstance(score, bool):
                found.append(Encounter(opponent[:_MAX_TEXT], float(score)))
            case _:
                return ()
    return tuple(found)


def _is_day(text: object) -> bool:
    try:
        return bool(date.fromisoformat(str(text)))
    except ValueError:
        return False


def _about(path: Path, problem: str) -> str:
    return f"'{showable(str(path))}': {showable(problem)}"
