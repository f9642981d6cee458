"""Searches of the index for the library. Call them in a thread."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from subprocess import CompletedProcess
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.paths import usual_index
from atlantis_core.game_library.search import Order, find_games, find_numbers, parse_search
from atlantis_tui.game.helper_process import run_until_exit
from atlantis_tui.game.opening_games import open_opening_games

if TYPE_CHECKING:
    from atlantis_core.game_library.rows import IndexedGame

_UPDATE = (sys.executable, "-m", "atlantis_core", "library", "add", "--again")
_ONE_UPDATE = Lock()
FIRST_LISTED = 60
"""Games that the list shows first, at once; more than a screen has lines."""
MOST_REPLAYED = 2000
"""Games that are replayed for a search by position."""


class SearchResult(NamedTuple):
    """The games of a search: the numbers of all, and those of the first lines."""

    numbers: Sequence[int]
    games: Mapping[int, IndexedGame]
    turns: Mapping[int, int]
    """The turns after which games reach the position of the search."""
    is_of_bots: bool
    skipped: int = 0
    """Games that were not looked at, or not listed yet."""


def find(text: str, order: Order, own: str, *, is_first: bool) -> SearchResult:
    search = parse_search(text)
    with closing(_open_index(is_of_bots=search.is_of_bots)) as index:
        if search.position is None and not is_first:
            numbers = find_numbers(index, search, order, own)
            return SearchResult(numbers, index.games(numbers[:FIRST_LISTED]), {}, search.is_of_bots)
        most = FIRST_LISTED if search.position is None else MOST_REPLAYED
        found = find_games(index, search, order, own, most)
    games = {game.id: game for game, _ in found.matches}
    turns = {game.id: turn for game, turn in found.matches if turn is not None}
    return SearchResult(tuple(games), games, turns, search.is_of_bots, found.skipped)


def read_games(numbers: Sequence[int], *, is_of_bots: bool) -> dict[int, IndexedGame]:
    with closing(_open_index(is_of_bots=is_of_bots)) as index:
        return index.games(numbers)


def update_index(paths: Sequence[str]) -> CompletedProcess[bytes]:
    """Index files, folders and what was added before, in a process of its own.

    Waits for the process that an earlier page of the library has started, instead of reading the
    same games twice.
    """
    with _ONE_UPDATE:
        return run_until_exit((*_UPDATE, "--", *paths))


def _open_index(*, is_of_bots: bool) -> GameIndex:
    return open_opening_games() if is_of_bots else GameIndex(usual_index())
