"""Rows of the index: the facts that it stores about a game.

Imports no rules of the game: the list of a library opens without them.
"""

from __future__ import annotations

import json
import os
import sqlite3
from typing import Any, NamedTuple

UNSETTLED = -1
"""Time of a file that changed immediately before it was indexed."""
TURN_BITS = 16
"""Bits of a reference to a position that hold the number of the turn."""
PLACE = (
    "((SELECT path FROM files WHERE files.id = file)"
    " || CASE line WHEN 0 THEN '' ELSE ':' || line END)"
)
"""SQL for the address of a game (`collections.part_name`): the path is stored once per file."""


class Stamp(NamedTuple):
    """Size, modification time and hash of a file, to find out whether it changed."""

    size: int
    modified: int
    """In nanoseconds; `UNSETTLED` if the contents must be compared."""
    digest: bytes

    def is_of(self, found: os.stat_result) -> bool:
        """Whether size and time show that a file did not change."""
        return (self.size, self.modified) == (found.st_size, found.st_mtime_ns)


INCOMPLETE = Stamp(-1, UNSETTLED, b"")
"""The stamp of a file of which only the first games are indexed."""


class IndexedGame(NamedTuple):
    """The facts that the index stores about a game."""

    id: int
    place: str
    """The file, with the line of the game in a collection."""
    players: tuple[str, ...]
    event: str
    board: str
    date: str
    winner: str
    places: tuple[int, ...]
    """Place of each player, from 1; empty while the game runs."""
    turns: int
    chain: int
    """Most explosions in one turn."""
    accuracy: tuple[float | None, ...]
    """Accuracy of each player, from 0 to 1; empty if the game is not judged."""


class GameMatch(NamedTuple):
    """A game, and the turn after which it reaches the position of a search by position."""

    game: IndexedGame
    turn: int | None = None


class FoundGames(NamedTuple):
    """The games found, and how many more there may be."""

    matches: list[GameMatch]
    skipped: int


class GameRow(NamedTuple):
    """A game in the form in which the index stores it."""

    line: int
    digest: int
    """Hash of the text: a game whose text did not change is not read again."""
    values: tuple[object, ...]
    """Values of the columns from `players` on."""
    hashes: tuple[int, ...]
    """Hashes of the positions, from the start on."""


def indexed(row: tuple[object, ...]) -> IndexedGame:
    """A game of the index. Raises sqlite3.DataError if another program has written the row."""
    number, place, players, event, board, date, winner, places, turns, chain, accuracy = row
    names, won, exact = _list(players), _list(places), _list(accuracy)
    is_sound = (
        all(isinstance(name, str) for name in names)
        and all(type(place) is int for place in won)
        and all(share is None or isinstance(share, float | int) for share in exact)
        and {len(won), len(exact)} <= {0, len(names)}
        and all(type(count) is int for count in (number, turns, chain))
    )
    if not is_sound:
        raise sqlite3.DataError("damaged (delete it and add the games again)")
    texts = (names, str(event), str(board), str(date), str(winner), won)
    counts = (int(str(turns)), int(str(chain)))
    return IndexedGame(int(str(number)), str(place), *texts, *counts, exact)


def _list(text: object) -> tuple[Any, ...]:
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError):
        found = [{}]  # nothing that a list of the index contains
    return tuple(found) if isinstance(found, list) else ({},)
