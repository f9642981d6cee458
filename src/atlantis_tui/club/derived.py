"""Data of a club that can be computed again or lost: facts of games, ratings, presence, claims.

Kept in an SQLite file beside the games, which hosts write and the lobbies read. The file may be
deleted or damaged at any time: reading then finds nothing, and the next write creates it anew.
Errors never reach the caller, because nothing here is the truth about a game.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from stat import S_ISREG
from time import time
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Strings: TypeAlias = tuple[str, ...]
DERIVED_FILE = ".club.sqlite"
PRESENT_SECONDS = 30.0
"""A host that has not renewed its presence for so long is counted as gone."""
CLAIM_SECONDS = 120.0
"""A host that has claimed the turn of a bot and has not played it by then may have died."""
_PATIENCE_SECONDS = 1.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (game TEXT PRIMARY KEY, stamp TEXT, facts TEXT);
CREATE TABLE IF NOT EXISTS informed (game TEXT PRIMARY KEY, turn INTEGER);
CREATE TABLE IF NOT EXISTS claims (game TEXT PRIMARY KEY, turn INTEGER, until REAL);
CREATE TABLE IF NOT EXISTS presence (host TEXT, name TEXT, until REAL, PRIMARY KEY (host, name));
CREATE TABLE IF NOT EXISTS ratings (one INTEGER PRIMARY KEY, digest TEXT, members TEXT);
"""
_OWN_STATEMENTS = set(_SCHEMA.replace("IF NOT EXISTS ", "").strip().removesuffix(";").split(";\n"))
"""The statements that SQLite stores for intact tables."""


class Derived:
    """The derived data of one folder. Opens the file for each call, so that it may be replaced."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / DERIVED_FILE

    # Facts of games.

    def facts(self, game: str | None = None) -> dict[str, tuple[str, str]]:
        """The stamp and the facts of one game or of all, by file name."""
        where, values = ("", ()) if game is None else (" WHERE game = ?", (game,))
        query = f"SELECT game, stamp, facts FROM facts{where}"  # noqa: S608 - a fixed text
        rows: list[Strings] = self._read(lambda base: base.execute(query, values).fetchall(), [])
        return {name: (stamp, facts) for name, stamp, facts in rows}

    def store_facts(self, found: Mapping[str, tuple[str, str]]) -> None:
        rows = [(name, *pair) for name, pair in found.items()]
        self._write(
            lambda base: base.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows),
            None,
        )

    def forget_others(self, games: Iterable[str]) -> None:
        """Remove the facts of games that no longer exist."""
        kept = set(games)

        def remove(base: sqlite3.Connection) -> None:
            stored = [row[0] for row in base.execute("SELECT game FROM facts")]
            gone = [(name,) for name in stored if name not in kept]
            base.executemany("DELETE FROM facts WHERE game = ?", gone)

        self._write(remove, None)

    # Ratings.

    def ratings(self, digest: str) -> str | None:
        """The stored table of ratings, if it was computed from the games of this digest."""
        query = "SELECT members FROM ratings WHERE digest = ?"
        row = self._read(lambda base: base.execute(query, (digest,)).fetchone(), None)
        return None if row is None else str(row[0])

    def store_ratings(self, digest: str, table: str) -> None:
        self._write(
            lambda base: base.execute(
                "INSERT OR REPLACE INTO ratings VALUES (1, ?, ?)", (digest, table)
            ),
            None,
        )

    # What happens once, although several hosts serve the folder.

    def inform_once(self, game: str, turn: int) -> bool:
        """Whether no host has informed the player of this turn yet; False on errors."""

        def inform(base: sqlite3.Connection) -> bool:
            changed = base.execute(
                "INSERT INTO informed VALUES (?, ?) ON CONFLICT (game) DO UPDATE"
                " SET turn = excluded.turn WHERE turn <> excluded.turn",
                (game, turn),
            )
            return changed.rowcount > 0

        return self._write(inform, False)  # noqa: FBT003 - the result on errors

    def claim(self, game: str, turn: int) -> bool:
        """Whether this host shall compute the turn of a bot; True on errors.

        Two hosts that both compute it waste time and nothing else: the first save wins.
        """
        now = time()

        def take(base: sqlite3.Connection) -> bool:
            changed = base.execute(
                "INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT (game) DO UPDATE"
                " SET turn = excluded.turn, until = excluded.until"
                " WHERE turn <> excluded.turn OR until < ?",
                (game, turn, now + CLAIM_SECONDS, now),
            )
            return changed.rowcount > 0

        return self._write(take, True)  # noqa: FBT003 - the result on errors

    def release(self, game: str) -> None:
        """Give a claim back."""
        self._write(lambda base: base.execute("DELETE FROM claims WHERE game = ?", (game,)), None)

    # Presence.

    def renew_presence(self, host: str, names: Iterable[str]) -> None:
        """Replace what a host has said about who is connected to it."""
        until = time() + PRESENT_SECONDS
        rows = [(host, name, until) for name in sorted(set(names))]

        def renew(base: sqlite3.Connection) -> None:
            base.execute("DELETE FROM presence WHERE host = ? OR until < ?", (host, time()))
            base.executemany("INSERT INTO presence VALUES (?, ?, ?)", rows)

        self._write(renew, None)

    def present(self, without: str = "") -> frozenset[str]:
        """The names of the members who are connected to any host, or to another than `without`."""
        query = "SELECT DISTINCT name FROM presence WHERE host <> ? AND until >= ?"
        rows: list[Strings] = self._read(
            lambda base: base.execute(query, (without, time())).fetchall(), []
        )
        return frozenset(str(row[0]) for row in rows)

    # The file.

    def _is_plain(self) -> bool:
        """Whether the path leads to no other file: who can write to the folder could link it."""
        try:
            return S_ISREG(self._path.lstat().st_mode)
        except FileNotFoundError:
            return True
        except OSError:
            return False

    def _read(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        if not self._is_plain() or not self._path.exists():
            return otherwise
        try:
            address = f"{self._path.absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, timeout=_PATIENCE_SECONDS, uri=True)) as base:
                _check_tables(base)
                return work(base)
        except (sqlite3.Error, ValueError):  # ValueError: text of a damaged file, or of a name
            return otherwise

    def _write(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        if not self._is_plain():
            return otherwise
        for _ in range(2):
            try:
                with closing(sqlite3.connect(self._path, timeout=_PATIENCE_SECONDS)) as base, base:
                    base.execute("PRAGMA synchronous = OFF")  # what is lost is computed again
                    base.executescript(_SCHEMA)
                    _check_tables(base)
                    return work(base)
            except (sqlite3.OperationalError, UnicodeEncodeError):
                return otherwise  # busy, a full disk, a read-only folder, or a name that is no text
            except (sqlite3.DatabaseError, UnicodeDecodeError):  # damaged
                with suppress(OSError):
                    self._path.unlink()
        return otherwise


def _check_tables(base: sqlite3.Connection) -> None:
    """Raise DatabaseError unless the tables are ours.

    A view in place of a table may never end, and a computed column fill the memory.
    """
    found = base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    if {statement for (statement,) in found} != _OWN_STATEMENTS:
        raise sqlite3.DatabaseError("not the derived data of a club")
