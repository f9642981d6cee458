"""The geometry of one field in a style: its cells and the characters of its six sides.

Defines the types of the styles; each style is one `StyleArt` value in its own module. Positions are
relative to the top left corner of a field's box. Only the style modules decide how a hexagon is
drawn, so a style can change without changes to the app.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from atlantis_core.positions.grid import Direction


class Style(Enum):
    """The sizes of a diagram, the largest first."""

    LARGE = "large"
    BROAD = "broad"
    SPEC = "spec"
    WIDE = "wide"
    MIDDLE = "middle"
    COMPACT = "compact"
    MINI = "mini"

    @property
    def has_corners(self) -> bool:
        """Whether fields are drawn like those of the specification, with `+` at the corners."""
        return self in (Style.LARGE, Style.BROAD, Style.SPEC)


MODERATE = (Style.SPEC, Style.MIDDLE, Style.COMPACT, Style.MINI)
"""The styles to choose from if only the width is limited: others are larger or wider."""


class Part(IntEnum):
    """The kind of a cell of the empty board."""

    BLANK = 0
    INNER_BORDER = 1
    SEGMENT_BORDER = 2
    AXIS = 3
    INSIDE = 4


class Offset(NamedTuple):
    """A distance in columns to the right and lines down."""

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
"""Fills a gap of one field, because its neighbours outline it like a field."""

Sides = Mapping[Direction, tuple[Patch, ...]]
"""The characters of each side of a field."""


class AxesArt(NamedTuple):
    """Positions of axis names, in the box of the field that would be there."""

    column_name: Offset
    """The first character of a column's name."""
    row_name: Offset
    """The last character of a row's name."""
    column_dots: Offset
    """The step between the dots that lead from a column's name to the board."""
    row_dots: Offset
    """The step between the dots that lead from a row's number."""
    near_column_name: Offset
    """Like `column_name`, for axes next to the board."""
    near_row_name: Offset
    """Like `row_name`, for axes next to the board."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldArt:
    """The geometry of a field on one kind of board."""

    width: int
    height: int
    north_east: Offset
    """The step to the neighbour in the next column of the board."""
    north_west: Offset
    """The step to the neighbour in the next row; the northern neighbour is both steps away."""
    inside: tuple[Span, ...]
    """The cells that belong to the field alone, row by row."""
    segment_sides: Sides
    """Sides towards other segments or the outside."""
    inner_sides: Sides
    """Sides between fields of one segment."""
    left: int = 0
    """The leftmost cell of a field: -1 if its box has a border before it."""
    fills_holes: bool = True
    """Whether to fill a gap of one field, which would otherwise look like a field."""

    def offset(self, x: int, y: int) -> Offset:
        """The top left corner of the box of field (x, y), relative to that of (0, 0)."""
        right, left = self.north_east, self.north_west
        return Offset(x * right.column + y * left.column, x * right.line + y * left.line)


@dataclass(frozen=True, slots=True, eq=False)
class StyleArt:
    """The drawing parameters of a style."""

    apart: FieldArt
    """Drawing of boards of standard segments in their lattice: segments are apart (R9.2)."""
    plain: FieldArt
    """Drawing of all other boards."""
    along: Offset
    """The step between segments whose centres differ by (1, 3)."""
    across: Offset
    """The step between segments whose centres differ by (3, 2)."""
    axes: AxesArt | None = None
    """None if the style has no room for axes."""
