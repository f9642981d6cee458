"""Saves the judgement of a game in its file, also while the judge is still at work."""

from __future__ import annotations

from time import monotonic

from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.review.judged_games import Judgement, keep_judgement
from atlantis_core.support.errors import AtlantisError
from .game_files import OpenedGame
from .inputs import STANDARD_STREAM
from .output import complain

SAVED_EVERY = 10.0
"""Seconds between two saves of an unfinished judgement: a killed judge loses no more."""


class JudgementFile:
    """The file of a game being judged; only warns if saving fails, so that judging goes on."""

    def __init__(self, opened: OpenedGame, *, is_read_only: bool) -> None:
        self._opened = opened
        self._is_writable = not is_read_only and not opened.name.startswith(STANDARD_STREAM)
        self._expected: Fingerprint | None = None
        self._saved = monotonic()

    def keep(self, judgement: Judgement) -> None:
        """Save an unfinished judgement, if the last save was some time ago.

        Leaves out turns after a gap, which the file could not hold, and their variations.
        """
        if monotonic() - self._saved >= SAVED_EVERY:
            self.save(judgement.before_gap())

    def save(self, judgement: Judgement) -> None:
        if not self._is_writable:
            return
        if not self._opened.is_readable:
            self._give_up("parts of the file could not be read")
            return
        transcript = keep_judgement(self._opened.transcript, judgement)
        try:
            self._expected = self._opened.save(transcript, self._expected)
        except AtlantisError as error:
            self._give_up(str(error))
        self._saved = monotonic()

    def _give_up(self, why: str) -> None:
        self._is_writable = False
        complain(f"atlantis judge: judgement not saved: {why}")
