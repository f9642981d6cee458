"""Searches of the index of games as text.

A search is a line of words. `name:value` is a condition (`SEARCH_WORDS` lists the names); any other
word must occur in the players, event, board, date, file or comments of a game. Quotation marks join
words: ``player:"Ann Lee" board:hexagon:2 since:2026``.
"""

from __future__ import annotations

import shlex
from array import array
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.positions.position import Position
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.notation import parse_position
from atlantis_core.support.errors import NotationError
from .rows import PLACE, FoundGames, GameMatch, IndexedGame

if TYPE_CHECKING:
    from .index import Condition, GameIndex

LONGEST_SEARCH = 50_000
"""Characters of a search; splitting it takes time that grows with its square."""
MOST_WORDS = 200
_HAS_PLAYER = "EXISTS (SELECT 1 FROM json_each(players) WHERE value = ?)"
CONDITIONS = {
    "player": (_HAS_PLAYER,),
    "winner": ("winner = ?",),
    "loser": ("winner NOT IN ('', ?)", _HAS_PLAYER),
    "event": ("instr(lower(event), lower(?))",),
    "board": ("board = ?",),
    "file": (f"instr(lower({PLACE}), lower(?))",),
    "since": ("date >= ?",),
    "until": ("date <> '' AND date <= ?",),
    "shortest": ("turns >= ?",),
    "longest": ("turns <= ?",),
    "comment": ("instr(lower(comments), lower(?))",),
    "mark": ("instr(' ' || marks || ' ', ' ' || ? || ' ')",),
}
"""SQL condition of each name."""
_NUMBERS = {"shortest", "longest"}
_MARKS = {mark.name.lower(): mark.value for mark in TurnMark if mark is not TurnMark.NONE}
_STATES = {
    "running": "places = '[]' AND ? <> ''",
    "finished": "places <> '[]' AND ? <> ''",
    "drawn": "places <> '[]' AND winner = '' AND ? <> ''",
}
_ANYWHERE = (
    "instr(lower(players || ' ' || event || ' ' || board || ' ' || date || ' ' ||"
    f" {PLACE} || ' ' || comments), lower(?))"
)
SEARCH_WORDS = (*CONDITIONS, "is", "in", "position")
"""The names of conditions in a search."""
BOTS = "bots"
"""`in:bots` searches the packaged games."""


class Order(Enum):
    """Orders of a list of games; the value is SQL."""

    NEWEST = "date DESC, id DESC"
    LONGEST = "turns DESC, id DESC"
    BIGGEST_CHAIN = "chain DESC, id DESC"
    PLAYERS = "lower(players), id DESC"


class Search(NamedTuple):
    """A parsed search."""

    conditions: tuple[Condition, ...] = ()
    position: Position | None = None
    is_of_bots: bool = False
    """Whether to search the packaged games of the bots instead of the user's."""


def parse_search(text: str) -> Search:
    """Parse a line of words. Raises NotationError."""
    if len(text) > LONGEST_SEARCH:
        raise NotationError(text, "search", f"at most {LONGEST_SEARCH} characters")
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.replace('"', " ").replace("'", " ").split()  # still being typed
    if len(words) > MOST_WORDS:
        raise NotationError(text, "search", f"at most {MOST_WORDS} words")
    conditions: list[Condition] = []
    position, is_of_bots = None, False
    for word in words:
        name, colon, value = word.partition(":")
        if not colon or name not in SEARCH_WORDS:
            conditions.append((_ANYWHERE, word))
        elif name == "position":
            position = parse_position(value)
        elif name == "in":
            if value != BOTS:
                raise NotationError(value, "collection", f"'{BOTS}', the games of the bots")
            is_of_bots = True
        else:
            conditions += conditions_of(name, value)
    return Search(tuple(conditions), position, is_of_bots)


def conditions_of(name: str, value: str | int) -> Iterator[Condition]:
    """The conditions that a name and its value stand for. Raises NotationError."""
    wanted: str | int = value
    if name == "is":
        if value not in _STATES:
            raise NotationError(str(value), "state", "'running', 'finished' or 'drawn'")
        yield _STATES[str(value)], value
        return
    if name in _NUMBERS and not isinstance(value, int):
        if not value.isdecimal() or len(value) > 9:
            raise NotationError(value, "number of turns", "for example '30'")
        wanted = int(value)
    if name == "mark":
        if value not in (*_MARKS, *_MARKS.values()):
            raise NotationError(str(value), "mark", ", ".join(_MARKS))
        wanted = _MARKS.get(str(value), value)
    for condition in CONDITIONS[name]:
        yield condition, wanted


def find_games(index: GameIndex, search: Search, order: Order, own: str, most: int) -> FoundGames:
    """The first `most` games of a search; before them the games in which `own` is to move."""
    if search.position is not None:
        from .lookup import find_position  # noqa: PLC0415 - a list does not wait for it

        name = own.replace("\0", "").replace("'", "''")
        sql = f"(to_move <> '' AND to_move = '{name}') DESC, {order.value}"
        return find_position(index, search.position, search.conditions, most, sql)
    games = list[IndexedGame]()
    for conditions in _urgent_first(search, own):
        games += index.search(conditions, order.value, most - len(games))
    return FoundGames([*map(GameMatch, games)], index.count(search.conditions) - len(games))


def find_numbers(index: GameIndex, search: Search, order: Order, own: str) -> Sequence[int]:
    """The numbers of all games of a search without a position, in the order of `find_games`."""
    numbers = array("q")
    for conditions in _urgent_first(search, own):
        numbers += index.numbers(conditions, order.value)
    return numbers


def _urgent_first(search: Search, own: str) -> Iterator[tuple[Condition, ...]]:
    """Conditions of two queries that use the order of an index, instead of sorting all games."""
    if not own:
        yield search.conditions
        return
    yield (*search.conditions, ("to_move <> '' AND to_move = ?", own))
    yield (*search.conditions, ("to_move <> ?", own))
