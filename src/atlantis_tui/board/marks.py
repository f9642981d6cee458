"""Marks on fields as plain data: screens choose the marks, the board view draws them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from atlantis_core.positions.grid import Field


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
