"""A file of another game that is open: its record, its file, and when it is written.

As with games of Atlantis: every move is on disk before the next is asked for, what was taken back
is written only with the next move, and nothing is overwritten that somebody else wrote. A file
that could not be read whole, or in a form that is only read, is never written: its record lives
without a file until somebody names one. Knows no screen.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.diagnostics import Diagnostic
from atlantis_core.errors import AtlantisError
from atlantis_core.files.compression import pack
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import Expected, save_bytes
from atlantis_tui.game.saved_file import SavedFile

if TYPE_CHECKING:
    from atlantis_core.games.protocol import Move, Position, Record
    from atlantis_core.games.registry import Entry
    from atlantis_core.opening import GameFile


class RecordDocument(SavedFile):
    """A record and where it is kept."""

    def __init__(self, entry: Entry, record: Record, path: Path | None = None) -> None:
        super().__init__(path)
        self.entry = entry
        self.record = record
        self.suffix = entry.suffixes[0]
        self.warning = ""
        """What is to be said when it is opened."""
        self._is_changed = False
        self._taken_back: list[Record] = []

    @classmethod
    def opened(cls, path: Path, file: GameFile, record: Record) -> RecordDocument:
        """The document of an opened file; read-only unless saving keeps all that the file says."""
        document = cls(file.entry, record)
        if not file.has_errors and not file.reading.is_import:
            document.path, document._fingerprint = path, file.fingerprint
        document.warning = _say(file.diagnostics, is_import=file.reading.is_import)
        return document

    @property
    def position(self) -> Position:
        return self.record.position(self.record.last_step)

    @property
    def unsaved_turns(self) -> int:
        """How many steps the file has that were taken back here."""
        return len(self._taken_back) if self.path is not None else 0

    @property
    def would_be_lost(self) -> bool:
        """Whether something was played or written that no file has."""
        return self.path is None and self._is_changed

    @property
    def may_overwrite(self) -> bool:
        return True

    def continued_from(self, record: Record, step: int) -> RecordDocument:
        """A document to play on from a step: this one at its end, otherwise an unsaved one."""
        is_end = record is self.record and step == record.last_step
        return self if is_end else RecordDocument(self.entry, record.cut(step))

    # Moves.

    def play(self, move: Move) -> None:
        """Play a move and write it; if it cannot be written, it is not played."""
        self.edit(self.record.played(move))
        self._taken_back.clear()

    @property
    def can_undo(self) -> bool:
        return self.record.last_step > 0

    @property
    def can_redo(self) -> bool:
        return bool(self._taken_back)

    def undo(self) -> None:
        """Take back the last move; the file keeps it until another one is played."""
        self._taken_back.append(self.record)
        self.record = self.record.cut(self.record.last_step - 1)

    def redo(self) -> None:
        self.record = self._taken_back.pop()

    def edit(self, record: Record) -> None:
        """Take over an edited record and write it; raises as `play` does."""
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
        self._taken_back.clear()


def _say(diagnostics: tuple[Diagnostic, ...], *, is_import: bool) -> str:
    errors = [found for found in diagnostics if found.is_error]
    if errors:
        first = errors[0]
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        return f"shown only up to line {first.line}: {first.message}{more}; it will not be written"
    if is_import:
        return "this form is only read: 'save as' keeps the game in the usual one"
    if diagnostics:
        more = "" if len(diagnostics) == 1 else f" ({len(diagnostics)} warnings)"
        return f"line {diagnostics[0].line}: {diagnostics[0].message}{more}"
    return ""
