"""Mirror images and rotations of the grid, for boards that are to be fair to everybody.

A `Symmetry` is a kind; `Images` is one laid over a board, and tells for a field where its
images lie. Every map is a matrix and a whole shift, so images of fields are always fields:
nothing is ever rounded while editing. Knows no board and no stones.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from .grid import Field

Matrix = tuple[int, int, int, int]

_SAME: Matrix = (1, 0, 0, 1)
_SIXTH: Matrix = (1, -1, 1, 0)
"""A sixth of a turn, from north-east to north."""
_LEFT_RIGHT: Matrix = (0, 1, 1, 0)
_UP_DOWN: Matrix = (0, -1, -1, 0)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def _turns(sixths: int) -> tuple[Matrix, ...]:
    """All rotations by multiples of so many sixths, beginning with none."""
    step = _SAME
    for _ in range(sixths):
        step = _times(_SIXTH, step)
    found = [_SAME]
    for _ in range(6 // sixths - 1):
        found.append(_times(step, found[-1]))
    return tuple(found)


class Symmetry(Enum):
    """What is done on one side of the board and happens on the others too."""

    NONE = "none"
    LEFT_RIGHT = "left and right"
    UP_DOWN = "up and down"
    BOTH = "both mirrors"
    HALF_TURN = "half turn"
    THIRDS = "three turns"
    SIXTHS = "six turns"

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The maps, without shifts; the first changes nothing."""
        return _MATRICES[self]


_MATRICES: dict[Symmetry, tuple[Matrix, ...]] = {
    Symmetry.NONE: (_SAME,),
    Symmetry.LEFT_RIGHT: (_SAME, _LEFT_RIGHT),
    Symmetry.UP_DOWN: (_SAME, _UP_DOWN),
    Symmetry.BOTH: (_SAME, _LEFT_RIGHT, _times(_LEFT_RIGHT, _UP_DOWN), _UP_DOWN),
    Symmetry.HALF_TURN: _turns(3),
    Symmetry.THIRDS: _turns(2),
    Symmetry.SIXTHS: _turns(1),
}


@dataclass(frozen=True, slots=True)
class Map:
    """One map of the grid onto itself."""

    matrix: Matrix
    shift: tuple[int, int]

    def __call__(self, field: Field) -> Field:
        (a, b, c, d), (right, up) = self.matrix, self.shift
        return Field(a * field.x + b * field.y + right, c * field.x + d * field.y + up)


@dataclass(frozen=True, slots=True)
class Images:
    """A symmetry laid over a board: its maps, the first of which changes nothing."""

    symmetry: Symmetry
    maps: tuple[Map, ...]

    def of(self, field: Field) -> tuple[Field, ...]:
        """The field and its images, in the order of the maps; some may coincide."""
        return tuple(image(field) for image in self.maps)


def lay_over(symmetry: Symmetry, fields: Collection[Field]) -> Images:
    """The symmetry around the middle of these fields, or as close to it as the grid allows."""
    count = max(len(fields), 1)
    middle_x = Fraction(sum(field.x for field in fields), count)
    middle_y = Fraction(sum(field.y for field in fields), count)
    first, *others = symmetry.matrices
    still = Map(first, (0, 0))
    if symmetry is Symmetry.BOTH:
        return Images(symmetry, (still, *_two_mirrors(middle_x, middle_y)))
    if len(others) < 2:
        return Images(symmetry, (still, *(_around(m, middle_x, middle_y) for m in others)))
    # The later maps are powers of the first, so that together they close.
    step = _around(others[0], middle_x, middle_y)
    maps = [still, step]
    for _ in others[1:]:
        maps.append(_after(step, maps[-1]))
    return Images(symmetry, tuple(maps))


def _around(matrix: Matrix, x: Fraction, y: Fraction) -> Map:
    """The map with the whole shift that keeps the middle closest to where it is."""
    a, b, c, d = matrix
    if matrix == _LEFT_RIGHT:
        apart = round(x - y)
        return Map(matrix, (apart, -apart))
    if matrix == _UP_DOWN:
        height = round(x + y)
        return Map(matrix, (height, height))
    return Map(matrix, (round(x - a * x - b * y), round(y - c * x - d * y)))


def _two_mirrors(x: Fraction, y: Fraction) -> tuple[Map, ...]:
    sideways = _around(_LEFT_RIGHT, x, y)
    upright = _around(_UP_DOWN, x, y)
    return sideways, _after(sideways, upright), upright


def _after(second: Map, first: Map) -> Map:
    """One map after another."""
    zero = second(Field(*first.shift))
    return Map(_times(second.matrix, first.matrix), (zero.x, zero.y))
