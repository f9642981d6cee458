r"""The style `large`: 16 by 7 cells per field.

+--------+      The second row shows the stack, the third its fuse, the fourth is free for
/          \     marks, the last shows the name. The first three rows are the stack's tile.
/    3A!     \
+              +
\            /
\    f5    /
+--------+
"""

from __future__ import annotations

from collections.abc import Iterator

from .cornered import cornered_art
from .faces import Face, FacePart, FieldView, Look, Role, Row, fit
from .three_rows import stack_text

ART = cornered_art(level=10, half=3)
_WIDTHS = tuple(stop - start for _, start, stop in ART.apart.inside)
_TILE = 8
"""Width of the tile of a stack."""
_DIGITS = 5
"""Column of the first digit on the row of the stack."""
_STACK_ROW, _FUSE_ROW, _MARK_ROW, _NAME_ROW = 1, 2, 3, 4


def face(view: FieldView, look: Look) -> Face:
    """Stack, mark and name, each on its own row."""
    if view.is_dead:
        rows = [_fill("", width, look.water, Role.DEAD) for width in _WIDTHS]
        rows[_NAME_ROW] = _fill(view.label, _WIDTHS[_NAME_ROW], look.water, Role.DEAD)
    else:
        rows = [_fill("", width, " ", Role.BLANK) for width in _WIDTHS]
        if not view.is_bare:
            rows[:_MARK_ROW] = _tile_rows(view, look)
        rows[_NAME_ROW] = _fill(view.label, _WIDTHS[_NAME_ROW], " ", Role.LABEL)
    if view.mark:
        rows[_MARK_ROW] = _fill(view.mark, _WIDTHS[_MARK_ROW], " ", Role.MARK)
    return Face(tuple(rows), view.contents.player, view.is_volatile and not view.is_dead)


def _tile_rows(view: FieldView, look: Look) -> Iterator[Row]:
    texts = {_STACK_ROW: _above_name(stack_text(view, look)), _FUSE_ROW: _below(view.fuse)}
    for number, width in enumerate(_WIDTHS[:_MARK_ROW]):
        text = texts.get(number, "").ljust(width)
        left = (width - _TILE) // 2
        yield view.tile_row(text, left, left + _TILE)


def _above_name(stack: str) -> str:
    """The stack with its digits above those of the name."""
    return " " * (_DIGITS - (not stack.startswith(" "))) + stack.strip()


def _below(fuse: str) -> str:
    """The fuse in the last row of the tile, in the middle."""
    return fit(fuse, _WIDTHS[_FUSE_ROW]) if fuse else ""


def _fill(text: str, width: int, fill: str, role: Role) -> Row:
    return (FacePart(fit(text, width, fill), role),)
