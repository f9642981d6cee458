"""What can go wrong with transcripts, one type for each: reading, converting, saving."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from atlantis_core.diagnostics import Diagnostic, draw_diagnostics
from atlantis_core.errors import AtlantisError

if TYPE_CHECKING:
    from atlantis_core.game import Game
    from atlantis_core.transcript.source import Fingerprint, Source


class TranscriptError(AtlantisError):
    """A transcript that cannot be used as it stands; holds all diagnostics, not only the first.

    `game` is what could be played before the first turn that the rules refuse, if anything.
    """

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic],
        source: Source | None = None,
        game: Game | None = None,
    ) -> None:
        self.diagnostics = tuple(diagnostics)
        self.source = source
        self.game = game
        super().__init__(self.diagnostics, source, game)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))

    def draw(self) -> str:
        """All diagnostics with their source lines and carets."""
        if self.source is None:
            return str(self)
        return draw_diagnostics(self.diagnostics, self.source.text)


class LossError(AtlantisError):
    """A transcript that the wanted format cannot hold: nothing was written."""

    def __init__(self, losses: Iterable[str]) -> None:
        self.losses = tuple(losses)
        super().__init__(self.losses)

    def __str__(self) -> str:
        return "the old text format cannot hold: " + "; ".join(self.losses)

    def __reduce__(self) -> tuple[type[LossError], tuple[tuple[str, ...]]]:
        return type(self), (self.losses,)


class SaveError(AtlantisError):
    """A file that could not be saved; what was there before is intact."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.path}' was not saved: {self.reason}"


class SaveConflictError(SaveError):
    """Somebody else has written the file since it was read.

    `found` is what is there now; saving with it as the expected one overwrites it knowingly.
    """

    def __init__(
        self, path: str, reason: str, expected: Fingerprint | None, found: Fingerprint
    ) -> None:
        super().__init__(path, reason)
        self.args = (path, reason, expected, found)
        self.expected = expected
        self.found = found

    @property
    def is_found_newer(self) -> bool:
        """Whether the file on the disk was written after the one that was read."""
        return self.expected is None or self.found.modified_ns >= self.expected.modified_ns
