"""Notes written inside fields beside the stones.

Large fields have room for five characters, middle ones for four, small ones for two, and tiny
ones for one if they are empty.
"""

from __future__ import annotations

from atlantis_core.diagram import Style
from atlantis_core.positions.position import Contents, FieldState
from .marks import Mark, Marked


def note_of(contents: Contents, marked: Marked, style: Style) -> str:
    """The note of a field, cut to the room that the style leaves."""
    note = marked.note
    if not note and Mark.EXPLODING in marked.kinds and not contents.stones:
        note = "!"
    is_bare = contents.state is FieldState.OPEN and not contents.stones
    match style:
        case Style.SPEC:
            return note[:5]
        case Style.MIDDLE:
            return note[:4]
        case Style.COMPACT:
            return note[:2]
        case Style.MINI:
            return _tiny_note(marked, note) if is_bare else ""


def _tiny_note(marked: Marked, note: str) -> str:
    """One character: the number of stones that would land, else a symbol of the mark."""
    if Mark.REACHABLE in marked.kinds:
        return note.rpartition("+")[2][:1]
    return ">" if Mark.PLANNED in marked.kinds else note[:1]
