r"""Fields of the styles `middle` and `wide`: the stack above, the name on the lower border.

They look like `spec` in as many lines as `compact`; `middle` is six cells wide, `wide` eight.

 ____              A mark is above on an empty field, so that its name stays readable, and
/ 2B \____         replaces the name on any other. A growing stack of ten or more has no room
\_c6_/*1a!\        for `*` in `middle`: its lower-case letter shows that it grows.
/~~~~\_d5_/
\~c5~/
"""

from __future__ import annotations

from collections.abc import Callable

from .faces import Face, FacePart, FieldView, Look, Role, Row, fit

STACK = 4
"""Cells of a stack, such as ` 3A!`."""
_BORDER: Row = ()


def two_row_face(room: int) -> Callable[[FieldView, Look], Face]:
    """Faces of fields with this many cells inside a row."""
    blank: Row = (FacePart(" " * room, Role.BLANK),)
    blanks = " " * ((room - STACK) // 2)

    def face(view: FieldView, look: Look) -> Face:
        """Stack and name; a mark goes where it hides less of them."""
        name = _on_border(view.label, Role.LABEL, room) if len(view.label) <= room else _BORDER
        below = _on_border(view.mark, Role.MARK, room) if view.mark else name
        if view.is_dead:
            above, below = _water_rows(view, look, room)
        elif not view.is_bare:
            above = view.stack_row(blanks + _stack_text(view, look) + blanks)
        elif view.mark:
            above, below = (FacePart(fit(view.mark, room), Role.MARK),), name
        else:
            above = blank
        return Face((above, below), view.contents.player, view.is_volatile)

    return face


def _on_border(text: str, role: Role, room: int) -> Row:
    """The text centred on the lower border, which shows on both sides of it."""
    if not text:
        return _BORDER
    shown = text[:room]
    left = (room - len(shown)) // 2
    right = room - len(shown) - left
    ends = (
        FacePart("_" * left, Role.BELOW),
        FacePart(shown, role),
        FacePart("_" * right, Role.BELOW),
    )
    return tuple(piece for piece in ends if piece.text)


def _water_rows(view: FieldView, look: Look, room: int) -> tuple[Row, Row]:
    above = (FacePart(look.water * room, Role.DEAD),)
    if view.mark:
        return above, (FacePart(fit(view.mark, room), Role.MARK),)
    name = view.label if len(view.label) <= room else ""
    return above, (FacePart(fit(name, room, look.water), Role.DEAD),)


def _stack_text(view: FieldView, look: Look) -> str:
    """Four cells: ` 3A `, ` 3A!`, `*3a!`, `12A!`; the digits are above those of the name."""
    end = look.letter(view.contents) + ("!" if view.is_volatile else "")
    count = view.written_count(STACK - len(end))
    is_starred = view.is_growing and len(count) == 1
    text = count.rjust(2, "*" if is_starred else " ") + end
    return text.ljust(STACK)
