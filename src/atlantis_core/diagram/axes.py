"""Draws the names of columns and rows around a board, with dots that lead to it (R9.3).

The letters of column x are where field (x, 0) would be, the number of row y where (0, y) would be,
each placed relative to the segment it points at. Boards that do not start at 1 use the column and
row before their first instead of 0. If a name would overlap another name or a field (boards in
pieces, boards with bays), the later name is omitted: a missing name is better than a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, format_field
from .art import AxesArt, Offset, Part
from .canvas import Canvas
from .placement import Placing


class AxisName(NamedTuple):
    """A name and its position."""

    text: str
    start: int
    line: int
    dots: Offset
    """The step between the dots that lead to the board."""

    @property
    def anchor(self) -> int:
        """The column where the dots start: the end of the name that is nearer to the board."""
        return self.start if self.dots.column < 0 else self.start + len(self.text) - 1


def axis_names(board: Board, placing: Placing, art: AxesArt) -> Iterator[AxisName]:
    """Names of columns, then of rows, each in order."""
    x0, y0 = min(f.x for f in board) - 1, min(f.y for f in board) - 1
    lowest: dict[int, Field] = {}
    leftmost: dict[int, Field] = {}
    for field in sorted(board):
        lowest.setdefault(field.x, field)
        leftmost.setdefault(field.y, field)
    for x in sorted(lowest):
        at = _place(board, placing, lowest[x], Field(x, y0))
        column, line = at.column + art.column_name.column, at.line + art.column_name.line
        yield AxisName(_column_name(x), column, line, art.column_dots)
    for y in sorted(leftmost):
        at = _place(board, placing, leftmost[y], Field(x0, y))
        column, line = at.column + art.row_name.column, at.line + art.row_name.line
        yield AxisName(str(y), column - len(str(y)) + 1, line, art.row_dots)


def _place(board: Board, placing: Placing, target: Field, outside: Field) -> Offset:
    """The box of a field outside the board, placed relative to the target's segment."""
    return placing.frames[board.segment_of(target)].place(placing.art, outside)


def _column_name(x: int) -> str:
    return format_field(Field(x, 0))[:-1]


def draw_axes(canvas: Canvas, names: tuple[AxisName, ...], origin: Offset) -> None:
    """Write the names that have room, then their dots."""
    moved = (n._replace(start=n.start - origin.column, line=n.line - origin.line) for n in names)
    written = [name for name in moved if _write(canvas, name)]
    for name in written:
        _draw_dots(canvas, name)


def _write(canvas: Canvas, name: AxisName) -> bool:
    if not canvas.is_blank(name.start, name.line, len(name.text)):
        return False
    canvas.write(name.start, name.line, name.text, Part.AXIS)
    return True


def _draw_dots(canvas: Canvas, name: AxisName) -> None:
    column, line = name.anchor, name.line
    while True:
        column += name.dots.column
        line += name.dots.line
        if not canvas.is_blank(column, line):
            return
        canvas.write(column, line, ".", Part.AXIS)
