r"""The style `compact`: hexes two lines high, four cells wide with their borders.

__            The first row shows the stack; the second is the underlined bottom of the
/2A\__         field and also shows that it is volatile (`!`). A stack of ten or more needs
\__/1b\        both rows: the number above, the letter below.
\__/
"""

from __future__ import annotations

from .faces import Face, FacePart, FieldView, Look, Role, Row, fit
from .two_lines import two_line_art

ART = two_line_art(2)

_BLANK = (FacePart("  ", Role.BLANK),)


def face(view: FieldView, look: Look) -> Face:
    """The stack above, symbols below. Only open empty fields have room for their name."""
    contents = view.contents
    if view.is_dead:
        above, below = _water_rows(look)
    elif view.is_bare:
        above, below = _name_rows(view.label)
    else:
        above, below = _stack_rows(view, look)
    if view.mark:
        if view.is_bare and below:  # half a name would be that of another field
            above, below = _BLANK, ()
        below = _mark_row(view.mark, below)
    return Face((above, below), contents.player, view.is_volatile)


def _mark_row(mark: str, below: Row) -> Row:
    """The mark first; a short one leaves half of the covered text visible."""
    if below and below[0].text[0].isalpha():
        # The letter of a tall stack is more important than the rest of the mark.
        return FacePart(below[0].text[0], below[0].role), FacePart(mark[0], Role.MARK)
    if len(mark) > 1 or not below:
        return (FacePart(fit(mark.ljust(2, "_"), 2), Role.MARK),)
    return FacePart(mark, Role.MARK), FacePart(below[0].text[1], below[0].role)


def _water_rows(look: Look) -> tuple[Row, Row]:
    water = (FacePart(look.water * 2, Role.DEAD),)
    return water, water


def _name_rows(label: str) -> tuple[Row, Row]:
    """Up to two characters on one row, longer names as column above row up to `zz99`, else none."""
    if len(label) == 2:
        return (FacePart(label, Role.LABEL),), ()
    split = len(label.rstrip("-0123456789"))
    column, row = label[:split], label[split:]
    if not label or len(column) > 2 or len(row) > 2:
        return _BLANK, ()
    return (FacePart(column.ljust(2), Role.LABEL),), (FacePart(row.ljust(2, "_"), Role.LABEL),)


def _stack_rows(view: FieldView, look: Look) -> tuple[Row, Row]:
    contents, role = view.contents, view.stack_role
    letter, sign = look.letter(contents), "!" if view.is_volatile else "_"
    if contents.stones > 9:
        return (FacePart(view.written_count(2), role),), (FacePart(letter + sign, role),)
    if view.is_growing:
        below: Row = (FacePart("*!" if view.is_volatile else "**", role),)
    else:
        below = (FacePart("!!", role),) if view.is_volatile else ()
    return (FacePart(f"{contents.stones}{letter}", role),), below
