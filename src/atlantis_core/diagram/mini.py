"""The style `mini`: two characters per field, no borders, one line per row of the board.

A letter for the owner (lower case if the field is growing), `.` for an open empty field, `~` for a
dead one. The next cell shows the number of stones unless it is 1. The number comes before the
letter if the field is volatile.
To keep all six neighbours around a field, at the same distance and in distinct directions, the
board is rotated by 30 degrees: fields of one row share a line, and north points to one o'clock.

     A .           north-west, north
    B26A.          south-west, centre, north-east
     . a3          south, south-east

On boards without standard segments fields are four cells apart, with `|` between adjacent fields of
different segments.
"""

from __future__ import annotations

from atlantis_core.positions.grid import Direction
from .art import FieldArt, Offset, Patch, Sides, Span, StyleArt
from .faces import Face, FacePart, FieldView, Look, Role


def _beside(bar: str) -> Sides:
    """Sides of a field; neighbours on the same line are those in the next column of the board."""
    return {Direction.NE: (Patch(0, 3, bar),), Direction.SW: (Patch(0, -1, bar),)}


ART = StyleArt(
    apart=FieldArt(
        width=2,
        height=1,
        north_east=Offset(2, 0),
        north_west=Offset(-1, -1),
        inside=(Span(0, 0, 2),),
        segment_sides={},
        inner_sides={},
        fills_holes=False,
    ),
    plain=FieldArt(
        width=4,
        height=1,
        north_east=Offset(4, 0),
        north_west=Offset(-2, -1),
        inside=(Span(0, 0, 2),),
        segment_sides=_beside("|"),
        inner_sides=_beside(" "),
        left=-1,
        fills_holes=False,
    ),
    along=Offset(-1, -4),
    across=Offset(5, -2),
)


def face(view: FieldView, look: Look) -> Face:
    """Letter and number of stones, in the order described above; never a name."""
    contents, mark = view.contents, view.mark[:1]
    if view.is_dead:
        pieces = [FacePart(look.water, Role.DEAD), FacePart(look.water, Role.DEAD)]
    elif view.is_bare:
        pieces = [FacePart(look.dot, Role.EMPTY), FacePart(" ", Role.BLANK)]
    else:
        role = view.stack_role
        letter, count = look.letter(contents), view.written_count(1)
        if view.is_volatile and not mark:
            pieces = [FacePart(count, role), FacePart(letter, role)]
        else:
            pieces = [FacePart(letter, role), FacePart(" " if count == "1" else count, role)]
    if mark:
        pieces[1] = FacePart(mark, Role.MARK)
    return Face((tuple(pieces),), contents.player, view.is_volatile)
