"""An index of many games in SQLite, for searches by tags and by position.

The index is a cache: the files stay the truth, and deleting it loses nothing. A killed program
leaves whole games only, and several programs may index at once. Positions are stored as hashes;
callers verify what `reaching` finds (`positions.identity`).
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

from atlantis_core.files.plain_files import read_plain
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from .paths import place_to_write, usual_index
from .rows import INCOMPLETE, PLACE, TURN_BITS, GameRow, IndexedGame, Stamp, indexed

if TYPE_CHECKING:
    from atlantis_core.positions.position import Position
    from .documents import Document

VERSION = 5
APPLICATION = 0x41746C73
"""Marks the files that Atlantis made, so that no other file is replaced."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_HEADER = b"SQLite format 3\0"
_APPLICATION_AT = 68
_SCHEMA = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT UNIQUE NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, digest BLOB NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, line INTEGER NOT NULL,
    digest INTEGER NOT NULL, players TEXT NOT NULL,
    event TEXT NOT NULL, board TEXT NOT NULL, date TEXT NOT NULL,
    winner TEXT NOT NULL, places TEXT NOT NULL, turns INTEGER NOT NULL, chain INTEGER NOT NULL,
    accuracy TEXT NOT NULL, comments TEXT NOT NULL, to_move TEXT NOT NULL, marks TEXT NOT NULL);
CREATE INDEX games_by_line ON games (file, line);
CREATE INDEX games_by_date ON games (date);
CREATE INDEX games_to_move ON games (to_move) WHERE to_move <> '';
CREATE TABLE positions (
    hash INTEGER NOT NULL, ref INTEGER NOT NULL, PRIMARY KEY (hash, ref)) WITHOUT ROWID;
"""
_STATEMENTS = tuple(filter(None, map(str.strip, _SCHEMA.split(";\n"))))
_OWN_STATEMENTS = {*_STATEMENTS, "CREATE TABLE sqlite_sequence(name,seq)"}
"""The statements that SQLite stores for the tables of an intact index."""
_COLUMNS = f"id, {PLACE}, players, event, board, date, winner, places, turns, chain, accuracy"
_GAMES = f"{_COLUMNS}, file, line, digest, comments, to_move, marks FROM games"
_POSITIONS = "hash, ref FROM positions"
_FILES = "id, path, size, modified, digest FROM files"


_INSERT = """
INSERT INTO games (file, line, digest, players, event, board, date, winner, places,
    turns, chain, accuracy, comments, to_move, marks)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_MOST_WAITING = 200_000
"""Positions in memory, and in one transaction."""
SECONDS_A_PART = 3.0
"""Processor time after which games of a large file are stored, and found by other programs.

Not time on the clock: on a busy machine, parts would be small, and cost more.
"""
_CACHE_KILOBYTES = 64_000
_LEAST_COMPACTED = 10_000
"""Positions of forgotten games that may stay in any index."""
Condition = tuple[str, object]
"""SQL with one `?`, and its value."""
Reader: TypeAlias = "Callable[[Iterable[Document]], Iterable[GameRow]]"
"""Reads the games that can be read, in any order."""


class IndexFailedError(AtlantisError):
    """The index cannot be read or written."""


class IndexDamagedError(IndexFailedError):
    """Raised after deleting a damaged index; adding games builds a new one."""


class GameIndex:
    """An open index. Raises IndexFailedError if the file cannot be used."""

    def __init__(self, path: Path) -> None:
        """Open or create an index; a damaged or older one is replaced by an empty one.

        Never replaces or changes a file that is not an index.
        """
        self.path = path
        self._file_opened: os.stat_result | None = None
        self.was_replaced = False
        self._added = 0
        """Positions stored since the index was opened or compacted."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._base = self._open()
            except (sqlite3.DatabaseError, UnicodeError) as error:  # messages quote the file
                is_own = path.parent == usual_index().parent or _is_own(path)
                if isinstance(error, sqlite3.OperationalError) or not is_own:
                    raise
                path.unlink()
                self.was_replaced = True
                self._base = self._open()
            self._file_opened = path.stat() if path.exists() else None  # not in memory
        except (sqlite3.Error, OSError, UnicodeError) as error:
            name, reason = showable(str(path)), getattr(error, "strerror", None) or error
            is_usual = path.parent == usual_index().parent
            hint = f"{'delete it, or ' if is_usual else ''}name another file with --index"
            raise IndexFailedError(
                f"'{name}' cannot be used as index: {reason} ({hint})"
            ) from error

    def _open(self) -> sqlite3.Connection:
        place_to_write(self.path)  # SQLite follows every link
        base = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        try:
            base.execute("PRAGMA synchronous = NORMAL")
            base.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
            if _is_empty(base):  # otherwise reading waits for no program that writes
                base.execute("BEGIN IMMEDIATE")
                if _is_empty(base):
                    for statement in _STATEMENTS:
                        base.execute(statement)
                    base.execute(f"PRAGMA user_version = {VERSION}")
                    base.execute(f"PRAGMA application_id = {APPLICATION}")
                base.execute("COMMIT")
            if base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                raise sqlite3.DatabaseError("another version")  # noqa: TRY301 - closes the file
            # A view may never end, a trigger changes tables, a computed column fills the memory.
            found = base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            if {statement for (statement,) in found} != _OWN_STATEMENTS:
                raise sqlite3.DatabaseError("not an index of games")  # noqa: TRY301 - as above
            for columns in (_GAMES, _FILES, _POSITIONS):
                base.execute(f"SELECT {columns} LIMIT 1").fetchall()
        except BaseException:
            base.close()
            raise
        return base

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """Convert errors of the database, and values that it cannot store, to IndexFailedError."""
        try:
            yield self._base
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            raise self._failure(
                f"the index '{showable(str(self.path))}' cannot be used", error
            ) from error

    def _failure(self, what: str, error: Exception) -> IndexFailedError:
        """The error to raise for an error of SQLite; deletes an index that is damaged."""
        is_corrupt = getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED
        if not is_corrupt and not isinstance(error, sqlite3.DataError):
            return IndexFailedError(f"{what}: {error}")
        self._base.close()
        name = showable(str(self.path))
        try:
            # Another program may have replaced it meanwhile.
            if self._file_opened and os.path.samestat(self._file_opened, self.path.stat()):
                self.path.unlink()
        except OSError as problem:
            return IndexFailedError(
                f"{what}: it is damaged and cannot be deleted: {problem.strerror}"
            )
        return IndexDamagedError(
            f"the index '{name}' was damaged and is deleted ('library add' builds it again)"
        )

    def stamp(self, path: str) -> Stamp | None:
        """The stamp of a file when it was indexed, or None."""
        with self._using() as base:
            found = base.execute(
                "SELECT size, modified, digest FROM files WHERE path = ?", (path,)
            ).fetchone()
        return None if found is None else Stamp(*found)

    def update(self, path: str, stamp: Stamp, documents: Iterable[Document], read: Reader) -> int:
        """Replace the changed games of a file; returns how many were read.

        Stores large files part by part, so that other programs wait only for a moment, and a
        killed program loses only the last part: the next update goes on from there.
        """
        file, seen = self._file(path), set[int]()
        count, waiting, rows, since = 0, 0, list[GameRow](), process_time()
        for row in read(self._changed(file, documents, seen)):
            rows.append(row)
            waiting += len(row.hashes)
            count += 1
            if waiting > _MOST_WAITING or process_time() - since > SECONDS_A_PART:
                self._store(path, INCOMPLETE, rows)
                waiting, rows, since = 0, [], process_time()
        self._store(path, stamp, rows, seen)
        return count

    def _file(self, path: str) -> int | None:
        with self._using() as base:
            found = base.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchone()
        return None if found is None else int(found[0])

    def _changed(
        self, file: int | None, documents: Iterable[Document], seen: set[int]
    ) -> Iterator[Document]:
        """Yield the documents whose text is not that of the index; `seen` receives all lines."""
        query = "SELECT 1 FROM games WHERE file = ? AND line = ? AND digest = ?"
        for document in documents:
            seen.add(document.line)
            values = (file, document.line, document.digest)
            with self._using() as base:
                is_known = file is not None and base.execute(query, values).fetchone() is not None
            if not is_known:
                yield document

    def _store(
        self, path: str, stamp: Stamp, rows: Sequence[GameRow], seen: set[int] | None = None
    ) -> None:
        """Store games of a file in one transaction; `seen` are the lines of all its games."""
        hashes = list[tuple[int, int]]()
        with self._changing(path) as base:
            file = self._file(path)
            if file is None:
                values = (None, path, *stamp)
                file = base.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", values).lastrowid
            else:
                change = "UPDATE files SET size = ?, modified = ?, digest = ? WHERE id = ?"
                base.execute(change, (*stamp, file))
            for row in rows:
                there = (file, row.line)
                base.execute("DELETE FROM games WHERE file = ? AND line = ?", there)
                added = base.execute(_INSERT, (*there, row.digest, *row.values))
                first = (added.lastrowid or 0) << TURN_BITS
                hashes += zip(row.hashes, range(first, first + len(row.hashes)), strict=True)
            hashes.sort()  # neighbours share pages
            base.executemany("INSERT INTO positions VALUES (?, ?)", hashes)
            if seen is not None:
                lines = base.execute("SELECT id, line FROM games WHERE file = ?", (file,))
                gone = [(number,) for number, line in lines if line not in seen]
                base.executemany("DELETE FROM games WHERE id = ?", gone)
        self._added += len(hashes)

    @contextmanager
    def _changing(self, path: str) -> Iterator[sqlite3.Connection]:
        """A transaction about a file; an error leaves the index as it was."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            yield self._base
            self._base.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            if isinstance(error, (sqlite3.Error, UnicodeError, OverflowError)):
                raise self._failure(f"'{showable(path)}' was not indexed", error) from error
            raise

    def renew(self, path: str, stamp: Stamp) -> None:
        """Store the new time of a file whose contents are the same."""
        with self._using() as base:
            base.execute("UPDATE files SET modified = ? WHERE path = ?", (stamp.modified, path))

    def forget(self, path: str) -> None:
        """Remove a file that no longer exists."""
        # References in `positions` stay until `compact`: numbers of games are not used again.
        select = "SELECT id FROM files WHERE path = ?"
        with self._changing(path) as base:
            base.execute(f"DELETE FROM games WHERE file IN ({select})", (path,))  # noqa: S608 - constant
            base.execute("DELETE FROM files WHERE path = ?", (path,))

    def compact(self) -> bool:
        """Remove positions of forgotten games if they are the greater part; returns whether so.

        Also packs the pages of the file if most positions are new: adding leaves them partly empty.
        """
        with self._using() as base:
            kept = base.execute("SELECT sum(turns + 1) FROM games").fetchone()[0] or 0
            stored = base.execute("SELECT count(*) FROM positions").fetchone()[0]
            if stored <= _LEAST_COMPACTED + 2 * kept:
                if self._added > _LEAST_COMPACTED and 2 * self._added > stored:
                    with suppress(sqlite3.Error):  # the disk is full, or the index is in use
                        base.execute("VACUUM")
                self._added = 0
                return False
            base.execute(
                "DELETE FROM positions WHERE ref >> ? NOT IN (SELECT id FROM games)", (TURN_BITS,)
            )
            base.execute("VACUUM")
        return True

    def files(self) -> tuple[str, ...]:
        with self._using() as base:
            return tuple(str(path) for (path,) in base.execute("SELECT path FROM files"))

    def search(
        self, conditions: Sequence[Condition] = (), order: str = "id", most: int = -1
    ) -> Iterator[IndexedGame]:
        """Yield the games that fulfil all conditions, at most `most`; `order` is SQL."""
        where = f"{_where(conditions)} ORDER BY {order} LIMIT ?"
        values = [value for _, value in conditions]
        with self._using() as base:
            for row in base.execute(f"SELECT {_COLUMNS} FROM games WHERE {where}", (*values, most)):  # noqa: S608 - constants
                yield indexed(row)

    def numbers(self, conditions: Sequence[Condition] = (), order: str = "id") -> array[int]:
        """The numbers of the games that fulfil all conditions: little memory for many games."""
        query = f"SELECT id FROM games WHERE {_where(conditions)} ORDER BY {order}"  # noqa: S608 - constants
        with self._using() as base:
            found = base.execute(query, [value for _, value in conditions])
            return array("q", (number for (number,) in found))

    def games(self, numbers: Sequence[int]) -> dict[int, IndexedGame]:
        """The games with these numbers, as far as they are still indexed."""
        marks = ", ".join("?" * len(numbers))
        with self._using() as base:
            rows = base.execute(f"SELECT {_COLUMNS} FROM games WHERE id IN ({marks})", numbers)  # noqa: S608 - constants
            return {game.id: game for game in map(indexed, rows)}

    def count(self, conditions: Sequence[Condition] = ()) -> int:
        """The number of games that fulfil all conditions."""
        query = f"SELECT count(*) FROM games WHERE {_where(conditions)}"  # noqa: S608 - constants
        with self._using() as base:
            return int(base.execute(query, [value for _, value in conditions]).fetchone()[0])

    @staticmethod
    def reaching(position: Position) -> Condition:
        """Games that contain a position with this hash."""
        select = f"SELECT ref >> {TURN_BITS} FROM positions WHERE hash = ?"  # noqa: S608 - constant
        return f"id IN ({select})", _hash(position)

    def turns_reaching(self, position: Position, game: int) -> list[int]:
        """The turns after which a game reaches positions with this hash."""
        first = game << TURN_BITS
        query = (
            "SELECT ref FROM positions WHERE hash = ? AND ref BETWEEN ? AND ?"
            " AND typeof(ref) = 'integer' ORDER BY ref"
        )
        values = (_hash(position), first, first + (1 << TURN_BITS) - 1)
        with self._using() as base:
            return [int(ref) - first for (ref,) in base.execute(query, values)]


def _hash(position: Position) -> int:
    from atlantis_core.positions.identity import (  # noqa: PLC0415 - a list does not wait for it
        position_hash,
    )

    return position_hash(position)


def _where(conditions: Sequence[Condition]) -> str:
    return " AND ".join(f"({text})" for text, _ in conditions) or "1"


def _is_empty(base: sqlite3.Connection) -> bool:
    return not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _is_own(path: Path) -> bool:
    """Whether Atlantis made a file, or it is empty. Reads the header, as SQLite may not."""
    header = read_plain(path, _APPLICATION_AT + 4).data
    mark = header[_APPLICATION_AT:]
    return not header or (header.startswith(_HEADER) and mark == APPLICATION.to_bytes(4, "big"))
