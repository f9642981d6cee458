"""Draws the names of columns and rows around a board, with dots that lead to it (R9.3), or near it.

With dots, the letters of column x are where field (x, 0) would be, the number of row y where (0, y)
would be, each placed relative to the segment it points at. Boards that do not start at 1 use the
column and row before their first instead of 0. Without dots, a name is beside the first field of
its column or row. If a name would overlap another name or a field (boards in
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
    dots: Offset | None
    """The step between the dots that lead to the board; None without dots."""

    @property
    def anchor(self) -> int:
        """The column where the dots start: the end of the name that is nearer to the board."""
        is_right = self.dots is not None and self.dots.column < 0
        return self.start if is_right else self.start + len(self.text) - 1


def axis_names(
    board: Board, placing: Placing, art: AxesArt, *, leaders: bool = True
) -> Iterator[AxisName]:
    """Names of columns, then of rows, each in order."""
    x0, y0 = min(f.x for f in board) - 1, min(f.y for f in board) - 1
    of_column = art.column_name if leaders else art.near_column_name
    of_row = art.row_name if leaders else art.near_row_name
    lowest: dict[int, Field] = {}
    leftmost: dict[int, Field] = {}
    for field in sorted(board):
        lowest.setdefault(field.x, field)
        leftmost.setdefault(field.y, field)
    for x in sorted(lowest):
        target = lowest[x]
        at = _place(board, placing, target, Field(x, y0 if leaders else target.y - 1))
        column, line = at.column + of_column.column, at.line + of_column.line
        yield AxisName(_column_name(x), column, line, art.column_dots if leaders else None)
    for y in sorted(leftmost):
        target = leftmost[y]
        at = _place(board, placing, target, Field(x0 if leaders else target.x - 1, y))
        column, line = at.column + of_row.column, at.line + of_row.line
        start = column - len(str(y)) + 1
        yield AxisName(str(y), start, line, art.row_dots if leaders else None)


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
        if name.dots is not None:
            _draw_dots(canvas, name, name.dots)


def _write(canvas: Canvas, name: AxisName) -> bool:
    is_free = canvas.is_blank(name.start, name.line, len(name.text))
    ends = name.start - 1, name.start + len(name.text)
    # A letter beside a number would look like the name of a field.
    if not is_free or any(canvas.part_at(end, name.line) is Part.AXIS for end in ends):
        return False
    canvas.write(name.start, name.line, name.text, Part.AXIS)
    return True


def _draw_dots(canvas: Canvas, name: AxisName, step: Offset) -> None:
    column, line = name.anchor, name.line
    while True:
        column += step.column
        line += step.line
        if not canvas.is_blank(column, line):
            return
        canvas.write(column, line, ".", Part.AXIS)
