"""Reflections and rotations of the grid, for editing symmetric boards.

A `Symmetry` is a kind; `Images` is a symmetry centred on a board, which maps a field to its
images. Maps consist of an integer matrix and shift, so the image of a field is always a field.
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
"""Rotation by 60 degrees, from north-east to north."""
_LEFT_RIGHT: Matrix = (0, 1, 1, 0)
_UP_DOWN: Matrix = (0, -1, -1, 0)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def _rotations(sixths: int) -> tuple[Matrix, ...]:
    """All rotations by multiples of this angle, in sixths of a circle, starting with none."""
    step = _SAME
    for _ in range(sixths):
        step = _times(_SIXTH, step)
    found = [_SAME]
    for _ in range(6 // sixths - 1):
        found.append(_times(step, found[-1]))
    return tuple(found)


class Symmetry(Enum):
    """Symmetry by which edits of one part of the board are repeated on others."""

    NONE = "none"
    LEFT_RIGHT = "left and right"
    UP_DOWN = "up and down"
    BOTH = "both mirrors"
    HALF_TURN = "half turn"
    THIRDS = "three rotations"
    SIXTHS = "six rotations"

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The matrices of the maps; the first is the identity."""
        return _MATRICES[self]


_MATRICES: dict[Symmetry, tuple[Matrix, ...]] = {
    Symmetry.NONE: (_SAME,),
    Symmetry.LEFT_RIGHT: (_SAME, _LEFT_RIGHT),
    Symmetry.UP_DOWN: (_SAME, _UP_DOWN),
    Symmetry.BOTH: (_SAME, _LEFT_RIGHT, _times(_LEFT_RIGHT, _UP_DOWN), _UP_DOWN),
    Symmetry.HALF_TURN: _rotations(3),
    Symmetry.THIRDS: _rotations(2),
    Symmetry.SIXTHS: _rotations(1),
}


def all_matrices() -> tuple[Matrix, ...]:
    """The twelve rotations and reflections of the grid, the identity first."""
    turned = _MATRICES[Symmetry.SIXTHS]
    return (*turned, *(_times(matrix, _LEFT_RIGHT) for matrix in turned))


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
    """A symmetry centred on a board; the first of its maps is the identity."""

    symmetry: Symmetry
    maps: tuple[Map, ...]

    def of(self, field: Field) -> tuple[Field, ...]:
        """The field and its images, in the order of the maps; some may coincide."""
        return tuple(image(field) for image in self.maps)


def lay_over(symmetry: Symmetry, fields: Collection[Field]) -> Images:
    """Centre the symmetry on the middle of these fields, or as close as the grid allows."""
    count = max(len(fields), 1)
    middle_x = Fraction(sum(field.x for field in fields), count)
    middle_y = Fraction(sum(field.y for field in fields), count)
    first, *others = symmetry.matrices
    identity = Map(first, (0, 0))
    if symmetry is Symmetry.BOTH:
        return Images(symmetry, (identity, *_two_mirrors(middle_x, middle_y)))
    if len(others) < 2:
        return Images(symmetry, (identity, *(_around(m, middle_x, middle_y) for m in others)))
    # The later maps are powers of the first, so that together they form a group.
    step = _around(others[0], middle_x, middle_y)
    maps = [identity, step]
    for _ in others[1:]:
        maps.append(_after(step, maps[-1]))
    return Images(symmetry, tuple(maps))


def _around(matrix: Matrix, x: Fraction, y: Fraction) -> Map:
    """The map with the integer shift that moves the middle (x, y) the least."""
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
    """The composition of two maps."""
    zero = second(Field(*first.shift))
    return Map(_times(second.matrix, first.matrix), (zero.x, zero.y))
