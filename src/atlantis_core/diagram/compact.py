r"""The style `compact`: hexes two lines high, four cells wide with their borders.

 __            The first row holds the stack, the second is the underlined bottom of the
/2A\__         field, which also says that it is volatile (`!`). A stack of ten or more
\__/1b\        needs both rows: the number above, the letter below.
   \__/
"""

from __future__ import annotations

from dataclasses import replace

from atlantis_core.diagram.art import AxesArt, FieldArt, Offset, Patch, Sides, Span, StyleArt
from atlantis_core.diagram.faces import (
    Face,
    FieldView,
    Look,
    Piece,
    Role,
    Row,
    fit,
    is_bare,
    stack_role,
    write_count,
)
from atlantis_core.grid import Direction
from atlantis_core.position import FieldState


def _sides(level: str, rising: str, falling: str) -> Sides:
    return {
        Direction.N: (Patch(0, 1, level),),
        Direction.S: (Patch(2, 1, level),),
        Direction.NE: (Patch(1, 3, falling),),
        Direction.SE: (Patch(2, 3, rising),),
        Direction.SW: (Patch(2, 0, falling),),
        Direction.NW: (Patch(1, 0, rising),),
    }


_FIRM = _sides("__", "/", "\\")
_LIGHT = _sides("..", "'", "`")

_APART = FieldArt(
    width=4,
    height=3,
    step=Offset(3, -1),
    inside=(Span(1, 1, 3), Span(2, 1, 3)),
    segment_sides=(_FIRM,),
    inner_sides=(_FIRM,),
)

ART = StyleArt(
    apart=_APART,
    plain=replace(_APART, inner_sides=(_LIGHT,)),
    along=Offset(-7, -5),
    across=Offset(4, -6),
    axes=AxesArt(column_name=Offset(2, 1), row_name=Offset(1, 1), dots=Offset(3, 1)),
)

_BLANK = (Piece("  ", Role.BLANK),)


def face(view: FieldView, look: Look) -> Face:
    """The stack above, signs below. Only open empty fields have room for their name."""
    contents = view.contents
    if contents.state is FieldState.DEAD:
        above, below = _water_rows(look)
    elif is_bare(contents):
        above, below = _name_rows(view.label)
    else:
        above, below = _stack_rows(view, look)
    if view.mark:
        below = _mark_row(view.mark, below)
    return Face((above, below), contents.player, view.is_volatile)


def _mark_row(mark: str, below: Row) -> Row:
    """The mark first; if it is short, half of what it covers can still be seen."""
    if below and below[0].text[0].isalpha():
        # The letter of a tall stack is worth more than the rest of a mark.
        return Piece(below[0].text[0], below[0].role), Piece(mark[0], Role.MARK)
    if len(mark) > 1 or not below:
        return (Piece(fit(mark.ljust(2, "_"), 2), Role.MARK),)
    return Piece(mark, Role.MARK), Piece(below[0].text[1], below[0].role)


def _water_rows(look: Look) -> tuple[Row, Row]:
    water = (Piece(look.water * 2, Role.DEAD),)
    return water, water


def _name_rows(label: str) -> tuple[Row, Row]:
    """Column above row: up to `zz` and 99, longer names are left out."""
    split = len(label.rstrip("-0123456789"))
    column, row = label[:split], label[split:]
    if not label or len(column) > 2 or len(row) > 2:
        return _BLANK, ()
    return (Piece(column.ljust(2), Role.LABEL),), (Piece(row.ljust(2, "_"), Role.LABEL),)


def _stack_rows(view: FieldView, look: Look) -> tuple[Row, Row]:
    contents, role = view.contents, stack_role(view.contents)
    letter, sign = look.letter(contents), "!" if view.is_volatile else "_"
    if contents.stones > 9:
        return (Piece(write_count(contents.stones, 2), role),), (Piece(letter + sign, role),)
    if contents.state is FieldState.GROWING:
        below: Row = (Piece("*!" if view.is_volatile else "**", role),)
    else:
        below = (Piece("!!", role),) if view.is_volatile else ()
    return (Piece(f"{contents.stones}{letter}", role),), below
