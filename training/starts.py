"""The starting positions of self-play: standard boards of many sizes, and random free boards.

Every start has two to six players. Small boards are more frequent, because their games are shorter
and people play on them most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Place, Shape, traditional_start

BOARDS = {
    (Shape.TRIANGLE, 3): 1, (Shape.TRIANGLE, 4): 3, (Shape.TRIANGLE, 5): 2,
    (Shape.TRIANGLE, 6): 3, (Shape.TRIANGLE, 7): 1, (Shape.TRIANGLE, 8): 1,
    (Shape.RHOMBUS, 3): 1, (Shape.RHOMBUS, 4): 1, (Shape.RHOMBUS, 5): 1,
    (Shape.HEXAGON, 2): 4, (Shape.HEXAGON, 3): 6, (Shape.HEXAGON, 4): 3, (Shape.HEXAGON, 5): 1,
}  # fmt: skip
"""How often each standard board is played, relative to the others."""
PLAYERS = {2: 9, 3: 5, 4: 2, 5: 2, 6: 2}
"""How often each number of players plays, relative to the others."""
PLAYERS_ON_ISLANDS = {2: 7, 3: 2, 4: 1}
"""The same for a training on islands alone."""
FREE = 0.15
"""The share of games on free boards."""
MOST_ISLANDS = 3
MOST_SPARE = 5
"""Most segments of an island in addition to one per player."""
SPLIT = 0.3
"""How often a segment of a free board is cut in two."""
GAP = 2
"""Columns between islands; fields on both sides of one column would still be no neighbours."""


def island_start(dice: Random) -> Position:
    """A random starting position on two or three islands, with two to four players."""
    (players,) = dice.choices(list(PLAYERS_ON_ISLANDS), list(PLAYERS_ON_ISLANDS.values()))
    while True:
        start = free_start(players, dice)
        if not start.board.is_connected:
            return start


def random_start(dice: Random) -> Position:
    """A random starting position."""
    (players,) = dice.choices(list(PLAYERS), list(PLAYERS.values()))
    if dice.random() < FREE:
        return free_start(players, dice)
    ((shape, side),) = dice.choices(list(BOARDS), list(BOARDS.values()))
    return traditional_start(shape, side, players)


def free_start(players: int, dice: Random) -> Position:
    """Islands of random outline. Every player has one stone on each field of a segment of each."""
    segments: list[Sequence[Field]] = []
    stacks: list[dict[Field, int]] = [{} for _ in range(players)]
    column = 1
    for _ in range(dice.randint(1, MOST_ISLANDS)):
        island = list(_island(players + dice.randint(1, MOST_SPARE), column, dice))
        seats = dice.sample(range(players), players)
        for seat, home in zip(seats, dice.sample(island, players), strict=True):
            stacks[seat].update(dict.fromkeys(home, 1))
        for fields in island:
            segments += _split(fields, dice) if dice.random() < SPLIT else [fields]
        column = 1 + GAP + max(field.x for fields in island for field in fields)
    return Position.setup(Board(segments), stacks)


def _island(count: int, column: int, dice: Random) -> Iterator[tuple[Field, ...]]:
    """A connected island of standard segments whose first column is the given one."""
    places: set[Place] = {(0, 0)}
    while len(places) < count:
        i, j = dice.choice(sorted(places))
        di, dj = dice.choice(((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)))
        places.add((i + di, j + dj))
    centres = [(i + 2 * j, 3 * i - j) for i, j in sorted(places)]
    right = column + 1 - min(x for x, _ in centres)
    up = 2 - min(y for _, y in centres)
    for x, y in centres:
        yield segment_fields(Field(x + right, y + up))


def _split(fields: Sequence[Field], dice: Random) -> list[Sequence[Field]]:
    cut = dice.randrange(1, len(fields))
    return [fields[:cut], fields[cut:]]
