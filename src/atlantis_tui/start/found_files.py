"""What is in a file that somebody opens: a game, a starting board, a puzzle, or an error.

A file is read once on its way to a screen. Knows no screen; see `navigation` for those.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.games.guest_files import describe_formats
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.reader import load
from atlantis_tui.game.document import GameDocument

if TYPE_CHECKING:
    from atlantis_core.transcript import Transcript
    from atlantis_tui.other_games.document import RecordDocument


class Found(NamedTuple):
    """What reading a file gave: a transcript, and the game of it if it is one; another game; or
    an error.
    """

    path: Path
    transcript: Transcript | None = None
    document: GameDocument | None = None
    companion: RecordDocument | None = None
    error: TranscriptError | OSError | None = None


def read_path(path: Path) -> Found:
    """Read a file that is there; may take long for a large one, and needs no screen."""
    try:
        companion = _read_other_game(path)
        if companion is not None:
            return Found(path, companion=companion)
        transcript = load(path, describe_formats())
        if "goal" in transcript.annotations.tags or transcript.is_starting_board:
            return Found(path, transcript)
        return Found(path, transcript, GameDocument.opened(transcript, path))
    except (TranscriptError, OSError) as error:
        return Found(path, error=error)


def _read_other_game(path: Path) -> RecordDocument | None:
    """The document of another game; None if the file is none. Raises as reading ours does."""
    from atlantis_tui.other_games.document import BrokenGuestFile, RecordDocument

    try:
        return RecordDocument.opened(path)
    except BrokenGuestFile as error:
        from atlantis_core.transcript.source import Format, Source

        source = Source(str(path), error.text, Format.JSON, (0, 0))
        raise TranscriptError(error.diagnostics, source) from None
