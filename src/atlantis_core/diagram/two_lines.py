r"""Hexagons two lines high and of any width: shared by `wide`, `middle` and `compact`.

 ____          The upper row shows the stack, the lower one is the underlined bottom of the field.
/    \____     With the proportions of terminal cells, a width of six looks best, and four
\____/    \    still looks like a hexagon.
     \____/
"""

from __future__ import annotations

from dataclasses import replace

from atlantis_core.positions.grid import Direction
from .art import AxesArt, FieldArt, Offset, Patch, Sides, Span, StyleArt


def _sides(room: int, level: str, rising: str, falling: str) -> Sides:
    return {
        Direction.N: (Patch(0, 1, level * room),),
        Direction.S: (Patch(2, 1, level * room),),
        Direction.NE: (Patch(1, room + 1, falling),),
        Direction.SE: (Patch(2, room + 1, rising),),
        Direction.SW: (Patch(2, 0, falling),),
        Direction.NW: (Patch(1, 0, rising),),
    }


def two_line_art(room: int) -> StyleArt:
    """Fields with this many cells inside a row."""
    firm, light = _sides(room, "_", "/", "\\"), _sides(room, ".", "'", "`")
    apart = FieldArt(
        width=room + 2,
        height=3,
        north_east=Offset(room + 1, -1),
        north_west=Offset(-room - 1, -1),
        inside=(Span(1, 1, room + 1), Span(2, 1, room + 1)),
        segment_sides=firm,
        inner_sides=firm,
    )
    middle = room // 2
    return StyleArt(
        apart=apart,
        plain=replace(apart, inner_sides=light),
        along=Offset(-2 * room - 3, -5),
        across=Offset(room + 2, -6),
        axes=AxesArt(
            column_name=Offset(middle + 1, 1),
            row_name=Offset(middle, 1),
            column_dots=Offset(-room - 1, -1),
            row_dots=Offset(room + 1, -1),
            near_column_name=Offset(2, 1),
            near_row_name=Offset(room - 1, 1),
        ),
    )
