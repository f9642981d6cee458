"""Marks: what a screen wants to say about single fields, as data.

The screens decide which field has which mark, the board view decides how each looks; neither
needs to know the other's reasons. Nothing here knows a rule or a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from atlantis_core.grid import Field


class Mark(Enum):
    """What can be said about a field. Later ones are drawn over earlier ones."""

    ABSENT = "absent"
    """No field, only a place of the grid where one could be: for the editor."""
    VOLATILE = "volatile"
    """Explodes on its owner's next turn."""
    MOVABLE = "movable"
    """Holds stones that can still move in this turn."""
    CHANGED = "changed"
    HINT = "hint"
    PLANNED = "planned"
    """A planned move starts or ends here."""
    EXPLODING = "exploding"
    """Explodes in the turn being planned or shown."""
    REACHABLE = "reachable"
    SOURCE = "source"
    """The stones here have been lifted."""


class Marked(NamedTuple):
    """All that is said about one field.

    The note is a short text for the field itself: five characters are shown where fields are
    large, four or two where they are smaller, one where they are tiny and empty.
    """

    kinds: frozenset[Mark] = frozenset()
    note: str = ""

    def also(self, kind: Mark, note: str = "") -> Marked:
        """With one more mark; notes that fit together are joined."""
        joined = f"{self.note} {note}".strip() if note else self.note
        return Marked(self.kinds | {kind}, joined)


Marking = Mapping[Field, Marked]

UNMARKED = Marked()
NO_MARKS: Marking = MappingProxyType({})


class MarkingPen:
    """Collects marks field by field."""

    __slots__ = ("_marked",)

    def __init__(self) -> None:
        self._marked: dict[Field, Marked] = {}

    def mark(self, field: Field, kind: Mark, note: str = "") -> None:
        self._marked[field] = self._marked.get(field, UNMARKED).also(kind, note)

    def marking(self) -> Marking:
        return MappingProxyType(dict(self._marked))
