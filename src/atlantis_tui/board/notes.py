"""Notes written inside fields beside the stones.

Fields with corners have room for five characters, `wide` and `middle` ones for four, `compact`
ones for two.
"""

from __future__ import annotations

from atlantis_core.diagram import Style
from atlantis_core.positions.position import Contents
from .marks import Mark, Marked


def note_of(contents: Contents, marked: Marked, style: Style) -> str:
    """The note of a field, cut to the room that the style leaves."""
    note = marked.note
    if not note and Mark.EXPLODING in marked.kinds and not contents.stones:
        note = "!"
    if style.has_corners:
        return note[:5]
    return note[:2] if style is Style.COMPACT else note[:4]
