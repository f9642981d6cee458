"""What is written inside a field besides its stones, where it hides nothing.

Large fields have room for five characters, middle ones for four, small ones for two, tiny ones
for one if they are empty. Knows marks and styles of diagrams, no widget.
"""

from __future__ import annotations

from atlantis_core.diagram import Style
from atlantis_core.position import Contents, FieldState
from .marks import Mark, Marked


def note_of(contents: Contents, marked: Marked, style: Style) -> str:
    """The note of a field where it hides nothing."""
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
    """One character: how many stones go there, else what kind of mark it is."""
    if Mark.REACHABLE in marked.kinds:
        return note.rpartition("+")[2][:1]
    return ">" if Mark.PLANNED in marked.kinds else note[:1]
