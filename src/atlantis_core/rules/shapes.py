"""The standard boards, made of standard segments, and their starting positions (R1.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum, unique
from functools import cache
from itertools import islice
from typing import Self

from atlantis_core.positions.board import MAX_FIELDS, Board
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.support.errors import NotationError, SetupError

Place = tuple[int, int]
"""Coordinates of a segment in the lattice of segments."""
DUMMY_STONES = 6
"""Height of the single stack of a dummy player, who never moves."""
_USUAL_SIDE = 18
"""Boards up to this side are kept once they are made."""


def _triangle(n: int) -> Iterator[Place]:
    return ((i, j) for i in range(n) for j in range(i + 1))


def _rhombus(n: int) -> Iterator[Place]:
    return ((i, j) for i in range(n) for j in range(n))


def _hexagon(n: int) -> Iterator[Place]:
    width = 2 * n - 1
    return ((i, j) for i in range(width) for j in range(max(i + 1 - n, 0), min(width, i + n)))


@unique
class Shape(Enum):
    """The outlines of the standard boards.

    A member has a name (its value), a function that lists the places of its segments for a
    given side, and a function that lists its corners in turn order around the board.
    """

    TRIANGLE = "triangle", _triangle, lambda n: ((0, 0), (n - 1, 0), (n - 1, n - 1))
    RHOMBUS = "rhombus", _rhombus, lambda n: ((0, 0), (0, n - 1), (n - 1, n - 1), (n - 1, 0))
    HEXAGON = (
        "hexagon",
        _hexagon,
        lambda n: (
            *((0, 0), (0, n - 1), (n - 1, 2 * n - 2)),
            *((2 * n - 2, 2 * n - 2), (2 * n - 2, n - 1), (n - 1, 0)),
        ),
    )

    places: Callable[[int], Iterator[Place]]
    corners: Callable[[int], tuple[Place, ...]]

    def __new__(
        cls,
        name: str,
        places: Callable[[int], Iterator[Place]],
        corners: Callable[[int], tuple[Place, ...]],
    ) -> Self:
        shape = object.__new__(cls)
        shape._value_ = name
        shape.places = places
        shape.corners = corners
        return shape


def standard_board(shape: Shape, side: int) -> Board:
    """The board of this shape with `side` segments on each side; usual ones are made once."""
    is_usual = type(shape) is Shape and type(side) is int and side <= _USUAL_SIDE
    return _usual_board(shape, side) if is_usual else _make_board(shape, side)


@cache
def _usual_board(shape: Shape, side: int) -> Board:
    return _make_board(shape, side)


def _make_board(shape: Shape, side: int) -> Board:
    return Board(segment_fields(centre) for centre in segment_centres(shape, side))


def triangle(side: int) -> Board:
    return standard_board(Shape.TRIANGLE, side)


def rhombus(side: int) -> Board:
    return standard_board(Shape.RHOMBUS, side)


def hexagon(side: int) -> Board:
    return standard_board(Shape.HEXAGON, side)


def parse_shape(text: str) -> tuple[Shape, int]:
    """Parse ``hexagon:3``."""
    name, colon, side = text.partition(":")
    known = {shape.value: shape for shape in Shape}
    if name not in known or not colon or not side.isascii() or not side.isdigit():
        shapes = " or ".join(f"'{shape.value}:3'" for shape in Shape)
        expected = f"a shape and a side such as {shapes}"
        raise NotationError(text, "board", expected)
    return known[name], int(side[:6])


def segment_centres(shape: Shape, side: int) -> tuple[Field, ...]:
    """The centres of all segments in the order of the lattice; all coordinates are positive."""
    if not isinstance(shape, Shape):
        raise SetupError([f"not a shape: {shape!r} (expected for example Shape.HEXAGON)"])
    if type(side) is not int or side < 1:
        raise SetupError([f"a {shape.value} of side {side!r} (expected a whole number from 1)"])
    places = list(islice(shape.places(side), MAX_FIELDS // 7 + 1))
    if 7 * len(places) > MAX_FIELDS:
        raise SetupError([f"a {shape.value} of side {side} has more than {MAX_FIELDS} fields"])
    # R1.4 counts lattice and centres from 0; fields count from 1.
    centres = [Field(2 + i + 2 * j, 2 + 3 * i - j) for i, j in places]
    right = 2 - min(centre.x for centre in centres)
    up = 2 - min(centre.y for centre in centres)
    return tuple(Field(x + right, y + up) for x, y in centres)


def starting_centres(shape: Shape, side: int, players: int) -> tuple[Field, ...]:
    """The centres of the players' starting segments, in turn order around the board.

    Corners, chosen as evenly as the shape allows; with more players than corners, segments at
    even distances along the edge.
    """
    if not 2 <= players <= MAX_PLAYERS:
        raise SetupError([f"{players} players (expected 2 to {MAX_PLAYERS})"])
    centre_of = dict(zip(shape.places(side), segment_centres(shape, side), strict=True))
    corners = shape.corners(side)
    around = corners if players <= len(corners) else _edge(corners)
    chosen = [around[number * len(around) // players] for number in range(players)]
    if len(set(chosen)) < players:
        raise SetupError([f"a {shape.value} of side {side} has no room for {players} players"])
    return tuple(centre_of[place] for place in chosen)


def traditional_start(
    shape: Shape, side: int, players: int, dummies: Collection[int] = ()
) -> Position:
    """One stone on each field of a starting segment per player; a dummy has a single stack."""
    unknown = sorted(set(dummies) - set(range(players)))
    if unknown:
        raise SetupError([f"dummy player {unknown[0]} (expected 0 to {players - 1})"])
    centres = starting_centres(shape, side, players)
    stacks = [
        _starting_stacks(centre, is_dummy=seat in dummies) for seat, centre in enumerate(centres)
    ]
    return Position.setup(standard_board(shape, side), stacks)


def _starting_stacks(centre: Field, *, is_dummy: bool) -> Mapping[Field, int]:
    if is_dummy:
        return {centre: DUMMY_STONES}
    return dict.fromkeys(segment_fields(centre), 1)


def find_shape(board: Board) -> tuple[Shape, int] | None:
    """Shape and side of a standard board, or None for any other board."""
    count = len(board.segments)
    for shape in Shape:

        def size(side: int, shape: Shape = shape) -> int:
            return sum(1 for _ in islice(shape.places(side), count + 1))

        side = bisect_left(range(1, count + 1), count, key=size) + 1
        if size(side) == count and standard_board(shape, side) == board:
            return shape, side
    return None


def _edge(corners: tuple[Place, ...]) -> tuple[Place, ...]:
    """All places on the edge, starting at the first corner."""
    edge: list[Place] = []
    for (i, j), (to_i, to_j) in zip(corners, corners[1:] + corners[:1], strict=True):
        steps = max(abs(to_i - i), abs(to_j - j), 1)
        edge += ((i + (to_i - i) * k // steps, j + (to_j - j) * k // steps) for k in range(steps))
    return tuple(edge)
