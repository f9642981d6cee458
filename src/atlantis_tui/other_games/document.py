"""An open game of another game, and when its file is written.

As for Atlantis games, every move is saved before the next one, undone moves stay in the file until
the next move, and a file that changed on disk is not overwritten. A file with errors or in a
read-only notation is never written: its record has no file until the user saves it as another.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.files.compression import pack
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import Expected, save_bytes
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.game.saved_file import SavedFile

if TYPE_CHECKING:
    from atlantis_core.games.clocks import Clock
    from atlantis_core.games.protocol import Move, Position, Record
    from atlantis_core.games.registry import Entry
    from atlantis_core.opening import GameFile


class RecordDocument(SavedFile):
    """A record and its file."""

    def __init__(self, entry: Entry, record: Record, path: Path | None = None) -> None:
        super().__init__(path)
        self.entry = entry
        self.record = record
        self.suffix = entry.suffixes[0]
        self.warning = ""
        """Message to show after opening."""
        self.begun_as = ""
        """The words that started this game, such as ``kalah:6x4``; empty for a file."""
        self._is_changed = False
        self._undone: list[Record] = []

    @classmethod
    def opened(cls, path: Path, file: GameFile, record: Record) -> RecordDocument:
        """Make the document of an opened file; without a path if saving would lose something."""
        document = cls(file.entry, record)
        if not file.has_errors and not file.reading.is_import:
            document.path, document._fingerprint = path, file.fingerprint
        document.warning = _opening_message(file.diagnostics, is_import=file.reading.is_import)
        return document

    @property
    def position(self) -> Position:
        return self.record.position(self.record.last_step)

    @property
    def unsaved_turns(self) -> int:
        """Number of undone steps that the file still has."""
        return len(self._undone) if self.path is not None else 0

    @property
    def would_be_lost(self) -> bool:
        """Whether there are changes that no file has."""
        return self.path is None and self._is_changed

    @property
    def may_overwrite(self) -> bool:
        return True

    def continued_from(self, record: Record, step: int) -> RecordDocument:
        """A document to play on from a step: this one at its end, otherwise an unsaved one."""
        is_end = record is self.record and step == record.last_step
        return self if is_end else RecordDocument(self.entry, record.cut(step))

    # Moves.

    def play(self, move: Move, clock: Clock | None = None) -> None:
        """Play and save a move, with the mover's time; if saving raises, it is not played."""
        record = self.record.played(move)
        self.edit(record if clock is None else record.clocked(record.last_step, clock))
        self._undone.clear()

    @property
    def can_undo(self) -> bool:
        return self.record.last_step > 0

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        """Undo the last move; the file keeps it until the next move."""
        self._undone.append(self.record)
        self.record = self.record.cut(self.record.last_step - 1)

    def redo(self) -> None:
        self.record = self._undone.pop()

    def edit(self, record: Record) -> None:
        """Replace the record and save it; if saving raises, the old record stays."""
        before, self.record = self.record, record
        try:
            self.save()
        except (OSError, AtlantisError):
            self.record = before
            raise
        self._is_changed = True

    def _write(self, path: Path, expected: Fingerprint | Expected) -> None:
        content = pack(self.record.text().encode(), str(path))
        self._fingerprint = save_bytes(content, path, expected=expected)
        self._undone.clear()


def _opening_message(diagnostics: tuple[Diagnostic, ...], *, is_import: bool) -> str:
    errors = [found for found in diagnostics if found.is_error]
    if errors:
        first = errors[0]
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        return f"shown only up to line {first.line}: {first.message}{more}; opened read-only"
    if is_import:
        return "read-only format: use 'save as' to convert it"
    if diagnostics:
        more = "" if len(diagnostics) == 1 else f" ({len(diagnostics)} warnings)"
        return f"line {diagnostics[0].line}: {diagnostics[0].message}{more}"
    return ""
