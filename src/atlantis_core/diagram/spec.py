r"""The style `spec`: the picture of the game's specification, 9 by 5 cells per field (R9).

  +---+            The first row shows the stack, the second the name of the field,
 / 3A! \           the third is free for marks. Segments of a standard board are drawn
+  f5   +          apart. On other boards the sides between fields of one segment
 \     /           are dotted.
  +---+
"""

from __future__ import annotations

from dataclasses import replace

from atlantis_core.positions.grid import Direction
from .art import AxesArt, FieldArt, Offset, Patch, Sides, Span, StyleArt
from .faces import Face, FacePart, FieldView, Look, Role, Row, fit


def _sides(corner: str, level: str, rising: str, falling: str) -> Sides:
    edge = f"{corner}{level}{corner}"
    left, right = Patch(2, 0, corner), Patch(2, 8, corner)
    return {
        Direction.N: (Patch(0, 2, edge),),
        Direction.S: (Patch(4, 2, edge),),
        Direction.NE: (Patch(0, 6, corner), Patch(1, 7, falling), right),
        Direction.SE: (right, Patch(3, 7, rising), Patch(4, 6, corner)),
        Direction.SW: (left, Patch(3, 1, falling), Patch(4, 2, corner)),
        Direction.NW: (Patch(0, 2, corner), Patch(1, 1, rising), left),
    }


_FIRM = _sides("+", "---", "/", "\\")
_LIGHT = _sides(".", " . ", ".", ".")

_APART = FieldArt(
    width=9,
    height=5,
    north_east=Offset(6, -2),
    north_west=Offset(-6, -2),
    inside=(Span(1, 2, 7), Span(2, 1, 8), Span(3, 2, 7)),
    segment_sides=_FIRM,
    inner_sides=_FIRM,
)

ART = StyleArt(
    apart=_APART,
    plain=replace(_APART, inner_sides=_LIGHT),
    along=Offset(-13, -9),
    across=Offset(7, -11),
    axes=AxesArt(
        column_name=Offset(4, 2),
        row_name=Offset(4, 2),
        column_dots=Offset(-3, -1),
        row_dots=Offset(3, -1),
    ),
)

_BLANK_ROW = (FacePart("     ", Role.BLANK),)
_BLANK_MIDDLE = (FacePart("       ", Role.BLANK),)


def face(view: FieldView, look: Look) -> Face:
    """Stack, name and mark; without a name the stack is in the middle."""
    contents = view.contents
    if view.is_dead:
        return _dead_face(view, look)
    stack = _stack_row(view, look)
    mark = (FacePart(fit(view.mark, 5), Role.MARK),) if view.mark else _BLANK_ROW
    rows: tuple[Row, ...]
    if view.label:
        rows = (stack, (FacePart(fit(view.label, 7), Role.LABEL),), mark)
    elif view.is_bare:
        rows = (_BLANK_ROW, _BLANK_MIDDLE, mark)
    else:
        side = FacePart(" ", Role.BLANK)
        rows = (_BLANK_ROW, (side, *stack, side), mark)
    return Face(rows, contents.player, view.is_volatile)


def _dead_face(view: FieldView, look: Look) -> Face:
    wave = (FacePart(look.water * 5, Role.DEAD),)
    middle = (FacePart(fit(view.label, 7, look.water), Role.DEAD),)
    mark = (FacePart(fit(view.mark, 5), Role.MARK),) if view.mark else wave
    return Face((wave, middle, mark), view.contents.player)


def _stack_row(view: FieldView, look: Look) -> Row:
    """Five cells: ` 3A  `, ` 3A! `, `*3a! `; the digits are above those of the name."""
    contents = view.contents
    if view.is_bare:
        return _BLANK_ROW
    end = look.letter(contents) + ("!" if view.is_volatile else "")
    if view.is_growing:
        text = "*" + view.written_count(4 - len(end)) + end
    else:
        text = view.written_count(5 - len(end)) + end
        text = text if len(text) == 5 else " " + text
    return view.stack_row(text.ljust(5))
