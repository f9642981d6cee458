"""From the bytes of a file to a guest's record: decoding, recognising, reading.

The one way in for commands and the app. Writes nothing and knows no command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.decoding import decode
from atlantis_core.diagnostics import Diagnostic
from atlantis_core.json_text.places import Problems, locate_problems
from . import registry
from .registry import Entry, find_entry

if TYPE_CHECKING:
    from .protocol import Game, Reading, Record


class GameFile(NamedTuple):
    """A file that a guest has recognised."""

    entry: Entry
    text: str
    reading: Reading

    @property
    def game(self) -> Game:
        return self.entry.load()

    @property
    def record(self) -> Record | None:
        return self.reading.record

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.reading.diagnostics

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


def read_guest_file(content: bytes, name: str) -> GameFile | None:
    """What a guest makes of a file; None if none of them recognises it."""
    problems = Problems()
    text = decode(content, problems)
    entry = None if text is None else find_entry(text)
    if text is None or entry is None:
        return None
    if problems.has_errors:
        from .protocol import Reading  # noqa: PLC0415 - slow

        diagnostics = locate_problems(problems, name, text, None)
        return GameFile(entry, text, Reading(None, diagnostics))
    return GameFile(entry, text, entry.load().read(text, name))


def describe_formats() -> str:
    """What guests' files are, for whoever gave another one; "" if the table is empty."""
    return ", ".join(entry.files for entry in registry.GAMES)
