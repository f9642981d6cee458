"""Marks on fields as plain data: screens choose the marks, the board view draws them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from atlantis_core.diagram import Style
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Contents


class Mark(Enum):
    """Kinds of marks. Later ones are drawn over earlier ones."""

    ABSENT = "absent"
    """A place of the grid without a field (board editor)."""
    VOLATILE = "volatile"
    """Explodes on its owner's next turn."""
    MOVABLE = "movable"
    """Holds stones that can still move in this turn."""
    CHANGED = "changed"
    DEPARTURE = "departure"
    """A move of the last turn, or of the shown step, started here."""
    ARRIVAL = "arrival"
    """A move of the last turn, or of the shown step, ended here."""
    HINT = "hint"
    PLANNED = "planned"
    """A planned move starts or ends here."""
    EXPLODING = "exploding"
    """Explodes in the turn being planned or animated."""
    REACHABLE = "reachable"
    SOURCE = "source"
    """The stones here have been lifted."""


QUIET_MARKS = frozenset({Mark.ABSENT, Mark.VOLATILE, Mark.MOVABLE})
"""Marks that do not change the background of a field."""


class Marked(NamedTuple):
    """The marks of one field, and a short text to draw in it (see `notes`)."""

    kinds: frozenset[Mark] = frozenset()
    note: str = ""

    def also(self, kind: Mark, note: str = "") -> Marked:
        """A copy with one more mark; joins the notes."""
        joined = f"{self.note} {note}".strip() if note else self.note
        return Marked(self.kinds | {kind}, joined)


Marking = Mapping[Field, Marked]

UNMARKED = Marked()
NO_MARKS: Marking = MappingProxyType({})


class MarkingPen:
    """Builder of a `Marking`."""

    __slots__ = ("_marked",)

    def __init__(self) -> None:
        self._marked: dict[Field, Marked] = {}

    def mark(self, field: Field, kind: Mark, note: str = "") -> None:
        self._marked[field] = self._marked.get(field, UNMARKED).also(kind, note)

    def marking(self) -> Marking:
        return MappingProxyType(dict(self._marked))


def note_of(contents: Contents, marked: Marked, style: Style) -> str:
    """The note inside a field beside the stones, cut to the room that the style leaves."""
    note = marked.note
    if not note and Mark.EXPLODING in marked.kinds and not contents.stones:
        note = "!"
    if style.has_corners:
        return note[:5]
    return note[:2] if style is Style.COMPACT else note[:4]
