r"""The style `middle`: the look of `spec` in as many lines as `compact`, six cells wide.

 ____              The stack is above, the name of the field below, on its border. A mark is
/ 2B \____         above on an empty field, so that its name stays readable, and replaces the
\_c6_/*1a!\        name on any other. A growing stack of ten or more has no room for `*`: its
/~~~~\_d5_/        lower-case letter shows that it grows.
\~c5~/
"""

from __future__ import annotations

from .faces import Face, FacePart, FieldView, Look, Role, Row, fit
from .two_lines import two_line_art

_ROOM = 4
ART = two_line_art(_ROOM)

_BLANK = (FacePart(" " * _ROOM, Role.BLANK),)
_BORDER: Row = ()


def face(view: FieldView, look: Look) -> Face:
    """Stack and name; a mark goes where it hides less of them."""
    contents = view.contents
    name = _on_border(view.label, Role.LABEL) if len(view.label) <= _ROOM else _BORDER
    below = _on_border(view.mark, Role.MARK) if view.mark else name
    if view.is_dead:
        above, below = _water_rows(view, look)
    elif not view.is_bare:
        above = _stack_row(view, look)
    elif view.mark:
        above, below = (FacePart(fit(view.mark, _ROOM), Role.MARK),), name
    else:
        above = _BLANK
    return Face((above, below), contents.player, view.is_volatile)


def _on_border(text: str, role: Role) -> Row:
    """The text centred on the lower border, which shows on both sides of it."""
    if not text:
        return _BORDER
    shown = text[:_ROOM]
    left = (_ROOM - len(shown)) // 2
    right = _ROOM - len(shown) - left
    ends = (
        FacePart("_" * left, Role.BELOW),
        FacePart(shown, role),
        FacePart("_" * right, Role.BELOW),
    )
    return tuple(piece for piece in ends if piece.text)


def _water_rows(view: FieldView, look: Look) -> tuple[Row, Row]:
    above = (FacePart(look.water * _ROOM, Role.DEAD),)
    if view.mark:
        return above, (FacePart(fit(view.mark, _ROOM), Role.MARK),)
    name = view.label if len(view.label) <= _ROOM else ""
    return above, (FacePart(fit(name, _ROOM, look.water), Role.DEAD),)


def _stack_row(view: FieldView, look: Look) -> Row:
    """Four cells: ` 3A `, ` 3A!`, `*3a!`, `12A!`; the digits are above those of the name."""
    contents = view.contents
    end = look.letter(contents) + ("!" if view.is_volatile else "")
    count = view.written_count(_ROOM - len(end))
    is_starred = view.is_growing and len(count) == 1
    text = count.rjust(2, "*" if is_starred else " ") + end
    return view.stack_row(text.ljust(_ROOM))
