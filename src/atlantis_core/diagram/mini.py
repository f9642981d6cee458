"""The style `mini`: one character a field, no borders, two half lines of the grid in one line.

A letter for the owner (lower case if the field grows), `.` for an open empty field, `~` for a
dead one. The cell to the right of it, which keeps the columns apart, holds the number of stones
if it is not 1. The number stands before the letter if the field is volatile.
Half a line cannot be drawn, so the columns beside a field's own stand half a line too high: the
segments of a standard board all look like this, with room between them:

    A . B2         north-west, north, north-east
    . . 6A         south-west, centre, south-east
      a3           south

On other boards `|` stands between fields of different segments that lie side by side.
"""

from __future__ import annotations

from dataclasses import replace

from atlantis_core.diagram.art import FieldArt, Offset, Patch, Sides, Span, StyleArt
from atlantis_core.diagram.faces import (
    Face,
    FieldView,
    Look,
    Piece,
    Role,
    is_bare,
    stack_role,
    write_count,
)
from atlantis_core.grid import Direction
from atlantis_core.position import FieldState


def _beside(bar: str) -> tuple[Sides, Sides]:
    """Even fields have their southern neighbours beside them on a line, odd ones the northern."""
    right, left = (Patch(0, 2, bar),), (Patch(0, -1, bar),)
    return (
        {Direction.SE: right, Direction.SW: left},
        {Direction.NE: right, Direction.NW: left},
    )


_APART = FieldArt(
    width=2,
    height=1,
    step=Offset(2, -1),
    inside=(Span(0, 0, 2),),
    segment_sides=({},),
    inner_sides=({},),
    fold=2,
    fills_holes=False,
)

ART = StyleArt(
    apart=_APART,
    plain=replace(
        _APART,
        width=3,
        step=Offset(3, -1),
        segment_sides=_beside("|"),
        inner_sides=_beside(" "),
        left=-1,
    ),
    along=Offset(-5, -3),
    across=Offset(3, -3),
)


def face(view: FieldView, look: Look) -> Face:
    """Letter and number of stones, in the order that the module explains; never a name."""
    contents, mark = view.contents, view.mark[:1]
    if contents.state is FieldState.DEAD:
        pieces = [Piece(look.water, Role.DEAD), Piece(look.water, Role.DEAD)]
    elif is_bare(contents):
        pieces = [Piece(look.dot, Role.EMPTY), Piece(" ", Role.BLANK)]
    else:
        role = stack_role(contents)
        letter, count = look.letter(contents), write_count(contents.stones, 1)
        if view.is_volatile and not mark:
            pieces = [Piece(count, role), Piece(letter, role)]
        else:
            pieces = [Piece(letter, role), Piece(" " if count == "1" else count, role)]
    if mark:
        pieces[1] = Piece(mark, Role.MARK)
    return Face((tuple(pieces),), contents.player, view.is_volatile)
