"""Open a file as what it contains: an Atlantis transcript, or a file of another game.

The only module that knows both. Problems inside a file are diagnostics of the result; only a file
that the system cannot read raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.files.decoding import decode
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.plain_files import read_plain
from atlantis_core.games import registry
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.json_text.places import Problems, locate_problems
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.transcript import reader as transcripts
from atlantis_core.transcript.source import Format

if TYPE_CHECKING:
    from pathlib import Path

    from atlantis_core.games.protocol import Game, Reading, Record
    from atlantis_core.transcript.model import Transcript


class TranscriptFile(NamedTuple):
    """An Atlantis game or board, or a file that is nothing known."""

    reading: transcripts.Reading

    @property
    def text(self) -> str:
        return self.reading.source.text

    @property
    def transcript(self) -> Transcript:
        """Raises TranscriptError if the file has errors."""
        return transcripts.transcript_of(self.reading)

    def check(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, including illegal moves."""
        return transcripts.check_reading(self.reading)


class GameFile(NamedTuple):
    """A file that another game has recognised."""

    entry: registry.Entry
    text: str
    reading: Reading
    content: bytes
    modified_ns: int

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

    @property
    def fingerprint(self) -> Fingerprint:
        """State of the file when it was read, for saving."""
        return Fingerprint.of(self.content, self.modified_ns)

    def check(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, including illegal moves."""
        return self.diagnostics


Opened = TranscriptFile | GameFile


def open_file(path: Path | str) -> Opened:
    """Open a regular file; raises OSError, also for pipes and devices."""
    found = read_plain(path, MAX_BYTES + 1)
    return open_bytes(found.data, str(path), found.modified_ns)


def open_bytes(content: bytes, name: str, modified_ns: int = 0) -> Opened:
    """Open the contents of a file; `name` appears in diagnostics.

    Installed games are asked only about text that neither a built-in game nor the transcript
    reader knows. A text that no game recognises is read by the game that its suffix names, whose
    reader reports the first mistake in the words of its notation. Raises GameError if the game
    that recognises the text cannot be loaded.
    """
    problems = Problems()
    text = decode(content, problems)
    entry = None if text is None else registry.find_entry(text)
    formats = ""
    if entry is None and text is not None and transcripts.find_format(text) is None:
        entry = registry.find_entry(text, registry.installed().entries)
        formats = registry.describe_formats()
    if entry is None and text is not None and text.strip():
        entry = _find_damaged(text, name)
    if text is None or entry is None:
        return TranscriptFile(transcripts.read(content, name, modified_ns, formats))
    if problems.has_errors:
        from atlantis_core.games.protocol import Reading  # noqa: PLC0415 - slow

        reading = Reading(None, locate_problems(problems, name, text, None))
    else:
        reading = entry.load().read(text, name)
    return GameFile(entry, text, reading, content, modified_ns)


def _find_damaged(text: str, name: str) -> registry.Entry | None:
    """The game of the file's suffix, unless the text begins like a transcript."""
    entry = registry.find_entry_by_suffix(name)
    if entry is None:
        return None
    start = text.lstrip()
    if transcripts.find_format(text) in (Format.CODE, Format.TEXT):
        return None
    if start.startswith("{"):
        is_transcript = any(f'"{key}"' in text for key in ("format", "segments", "stacks", "turns"))
        return None if is_transcript or ".json" not in entry.suffixes else entry
    return entry
