r"""Fields of the styles `spec` and `broad`: the stack, the name, and a row for marks or a fuse.

`spec` is the picture of the game's specification, with 9 by 5 cells per field (R9). `broad` has 11
by 5 cells and is nearly regular on most terminals.

  +---+            +-----+     Segments of a standard board are drawn apart. On other
 / 3A! \          /  3A!  \    boards the sides between fields of one segment are dotted.
+  f5   +        +   f5    +
 \     /          \       /
  +---+            +-----+
"""

from __future__ import annotations

from collections.abc import Callable

from .faces import Face, FacePart, FieldView, Look, Role, Row, fit

STACK = 5
"""Cells of a stack, such as ` 3A! ` or `*99b!`."""


def three_row_face(width: int) -> Callable[[FieldView, Look], Face]:
    """Faces whose first and last row have this width; the middle one is two cells wider."""
    blank: Row = (FacePart(" " * width, Role.BLANK),)
    blank_middle: Row = (FacePart(" " * (width + 2), Role.BLANK),)
    margin = (width - STACK) // 2

    def face(view: FieldView, look: Look) -> Face:
        """Stack, name and mark; without a name the stack is in the middle."""
        if view.is_dead:
            return dead_face(view, look)
        mark = blank
        if view.mark:
            mark = (FacePart(fit(view.mark, width), Role.MARK),)
        elif view.fuse:
            mark = (FacePart(fit(view.fuse, width), Role.LABEL),)
        rows: tuple[Row, ...]
        if view.label:
            name = (FacePart(fit(view.label, width + 2), Role.LABEL),)
            rows = (stack_row(view, look, margin), name, mark)
        elif view.is_bare:
            rows = (blank, blank_middle, mark)
        else:
            rows = (blank, stack_row(view, look, margin + 1), mark)
        return Face(rows, view.contents.player, view.is_volatile)

    def dead_face(view: FieldView, look: Look) -> Face:
        wave = (FacePart(look.water * width, Role.DEAD),)
        middle = (FacePart(fit(view.label, width + 2, look.water), Role.DEAD),)
        mark = (FacePart(fit(view.mark, width), Role.MARK),) if view.mark else wave
        return Face((wave, middle, mark), view.contents.player)

    return face


def stack_row(view: FieldView, look: Look, margin: int) -> Row:
    """The stack with blanks beside it; the digits are above those of the name."""
    blanks = " " * margin
    return view.stack_row(blanks + stack_text(view, look) + blanks)


def stack_text(view: FieldView, look: Look) -> str:
    """Five cells: ` 3A  `, ` 3A! `, `*3a! `; blank if there is no stack."""
    if view.is_bare:
        return " " * STACK
    end = look.letter(view.contents) + ("!" if view.is_volatile else "")
    if view.is_growing:
        text = "*" + view.written_count(STACK - 1 - len(end)) + end
    else:
        text = view.written_count(STACK - len(end)) + end
        text = text if len(text) == STACK else " " + text
    return text.ljust(STACK)
