"""How one field looks in a style: where its cells lie, what its six sides are drawn with.

Owns the vocabulary of the four styles (`spec`, `middle`, `compact`, `mini`), each of which is one
`FieldArt` value in its own module. Knows no board and no position: places are counted from
the top left corner of a field's box. Nothing outside the style modules knows how a hex is
drawn, so that a style can change without the app noticing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from atlantis_core.grid import Direction


class Style(Enum):
    """The four sizes of a diagram, the largest first."""

    SPEC = "spec"
    MIDDLE = "middle"
    COMPACT = "compact"
    MINI = "mini"


class Part(IntEnum):
    """What a cell of the empty board is."""

    BLANK = 0
    INNER_BORDER = 1
    SEGMENT_BORDER = 2
    AXIS = 3
    INSIDE = 4


class Offset(NamedTuple):
    """So many columns to the right and lines down."""

    column: int
    line: int


class Span(NamedTuple):
    """The cells of one line from column `start` up to, not including, `stop`."""

    line: int
    start: int
    stop: int


class Patch(NamedTuple):
    """A few characters of an outline."""

    line: int
    column: int
    text: str


HOLE = ":"
"""Fills a gap of one field, which all its neighbours outline as if it were a field."""

Sides = Mapping[Direction, tuple[Patch, ...]]
"""What each side of a field is drawn with."""


class AxesArt(NamedTuple):
    """Where the names on the axes stand, in the box of a field that is not there."""

    column_name: Offset
    """The first character of a column's name."""
    row_name: Offset
    """The last character of a row's name."""
    column_dots: Offset
    """The way from one dot to the next of those that lead from a column's name to the board."""
    row_dots: Offset
    """The same for those that lead from a row's number."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldArt:
    """The looks of a field on one kind of board."""

    width: int
    height: int
    north_east: Offset
    """The way to the neighbour in the next column of the board."""
    north_west: Offset
    """The way to the neighbour in the next row; that in the north is both of them away."""
    inside: tuple[Span, ...]
    """The cells that belong to the field alone, row by row."""
    segment_sides: Sides
    """Sides towards other segments or the outside."""
    inner_sides: Sides
    """Sides between fields of one segment."""
    left: int = 0
    """Where the leftmost cell of a field lies: -1 if its box has a border before it."""
    fills_holes: bool = True
    """Whether a gap of one field must be filled, or it would look like a field."""

    def offset(self, x: int, y: int) -> Offset:
        """Where the box of field (x, y) begins, if that of (0, 0) begins at (0, 0)."""
        right, left = self.north_east, self.north_west
        return Offset(x * right.column + y * left.column, x * right.line + y * left.line)


@dataclass(frozen=True, slots=True, eq=False)
class StyleArt:
    """All that a style draws boards with."""

    apart: FieldArt
    """For boards of standard segments in their lattice: the segments stand apart (R9.2)."""
    plain: FieldArt
    """For all others."""
    along: Offset
    """The way between the centres of segments that lie (1, 3) apart."""
    across: Offset
    """The way between the centres of segments that lie (3, 2) apart."""
    axes: AxesArt | None = None
    """None if the style has no room for axes."""
