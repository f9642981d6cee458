"""Positions in the games of an index: the games that reach one, and the turns played from it.

Every match is verified by replaying the game from its file, as far as the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from atlantis_core.files.collections import containing_file, part_name, read_parts
from atlantis_core.files.compression import DamagedError
from atlantis_core.files.plain_files import read_plain
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.reader import loads
from atlantis_core.transcript.replaying import replay
from .index import Condition, GameIndex
from .rows import FoundGames, GameMatch, IndexedGame
from .tree import Continuation, Tree, find_in

MOST_REPLAYED = 2000
"""Games that one search by position replays, unless the caller says otherwise."""
FIRST_PART = 100
"""Games after which `exploring` first yields what it has counted."""


def find_position(
    index: GameIndex,
    position: Position,
    conditions: Sequence[Condition] = (),
    most: int = MOST_REPLAYED,
    order: str = "id",
) -> FoundGames:
    """The games that reach a position, verified by replaying at most `most` of them."""
    wanted = (*conditions, index.reaching(position))
    games = list(index.search(wanted, order, most))
    reached = _reached(index, position, games)
    turns = {
        known.id: match[0]
        for known, game in replayed(games, reached)
        if (match := find_in(game, reached[known.id], position)) is not None
    }
    matches = [GameMatch(game, turns[game.id]) for game in games if game.id in turns]
    return FoundGames(matches, _count_further(index, wanted, games, most))


class Explored(NamedTuple):
    """The turns played from a position."""

    games: int
    continuations: list[Continuation]
    skipped: int
    """Games that were not replayed."""


def explore(
    index: GameIndex,
    position: Position,
    conditions: Sequence[Condition] = (),
    most: int = MOST_REPLAYED,
) -> Explored:
    """Count the turns played from a position in at most `most` games, the newest in the index."""
    *_, explored = exploring(index, position, conditions, most, first=most)
    return explored


def exploring(
    index: GameIndex,
    position: Position,
    conditions: Sequence[Condition] = (),
    most: int = MOST_REPLAYED,
    *,
    first: int = FIRST_PART,
) -> Iterator[Explored]:
    """Yield what `explore` has counted after the `first` games, and each time they doubled."""
    tree, count, done, further = Tree(position), 0, 0, 0
    wanted: tuple[Condition, ...] = (*conditions, index.reaching(position))
    below = wanted
    while True:
        part = min(max(first, done), most - done)
        games = list(index.search(below, "id DESC", part))
        if not done:
            further = len(games) + _count_further(index, wanted, games, part)
        reached = _reached(index, position, games)
        count += sum(tree.add(one, game, reached[one.id]) for one, game in replayed(games, reached))
        done += len(games)
        yield Explored(count, tree.continuations(), max(further - done, 0))
        if len(games) < part or done >= most:
            return
        below = (*wanted, ("id < ?", games[-1].id))


def _count_further(
    index: GameIndex, wanted: Sequence[Condition], games: Sequence[IndexedGame], most: int
) -> int:
    """The number of games found beyond the first `most`."""
    return max(index.count(wanted) - most, 0) if len(games) >= most else 0


def _reached(
    index: GameIndex, position: Position, games: Iterable[IndexedGame]
) -> dict[int, list[int]]:
    """The turns after which games reach positions with this hash, by number of the game."""
    return {game.id: index.turns_reaching(position, game.id) for game in games}


def replayed(
    games: Iterable[IndexedGame], reached: Mapping[int, Sequence[int]]
) -> Iterator[tuple[IndexedGame, Game]]:
    """Replay games up to the turn after the position found, reading each collection once.

    Skips games that have changed or vanished since they were indexed.
    """
    by_file: dict[str, dict[str, IndexedGame]] = {}
    for game in games:
        by_file.setdefault(containing_file(game.place), {})[game.place] = game
    for file, wanted in by_file.items():
        for place, content in _documents(file, wanted):
            known = wanted.pop(place, None)
            if known is not None:
                played = _replay(content, place, max(reached[known.id], default=0) + 1)
                # A file that changed may have other players than the index knows.
                if played is not None and played.start.players == len(known.players):
                    yield known, played
            if not wanted:
                break


def _replay(content: bytes, place: str, turns: int) -> Game | None:
    """The first turns of a game; None if it cannot be replayed."""
    try:
        transcript = loads(content, place)
        return replay(transcript.with_turns(transcript.turns[:turns]))
    except AtlantisError:
        return None


def _documents(file: str, wanted: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The documents of a file with their places; fewer if it cannot be read."""
    try:
        if file in wanted:
            yield file, read_plain(file, MAX_BYTES + 1).data
        else:
            for part in read_parts(file):
                yield part_name(file, part.line), part.content
    except (OSError, DamagedError):
        return
