"""From the bytes of a file to a guest's record: decoding, recognising, reading.

The one way in for commands and the app. Writes nothing and knows no command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.decoding import decode
from atlantis_core.diagnostics import Diagnostic
from atlantis_core.json_text.places import Problems, locate_problems
from . import table
from .table import Entry, find_guest

if TYPE_CHECKING:
    from .protocols import Guest, Reading, Record


class GuestFile(NamedTuple):
    """A file that a guest has recognised."""

    entry: Entry
    text: str
    reading: Reading

    @property
    def guest(self) -> Guest:
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


def read_guest_file(content: bytes, name: str) -> GuestFile | None:
    """What a guest makes of a file; None if none of them recognises it."""
    problems = Problems()
    text = decode(content, problems)
    entry = None if text is None else find_guest(text)
    if text is None or entry is None:
        return None
    if problems.has_errors:
        from .protocols import Reading  # noqa: PLC0415 - slow

        diagnostics = locate_problems(problems, name, text, None)
        return GuestFile(entry, text, Reading(None, diagnostics))
    return GuestFile(entry, text, entry.load().read(text, name))


def known_files() -> str:
    """What guests' files are, for whoever gave another one; "" if the table is empty."""
    return ", ".join(entry.files for entry in table.GUESTS)
