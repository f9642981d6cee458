"""Errors of reading and converting transcripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from atlantis_core.support.diagnostics import Diagnostic, draw_diagnostics
from atlantis_core.support.errors import AtlantisError

if TYPE_CHECKING:
    from atlantis_core.rules.game import Game
    from .source import Source


class TranscriptError(AtlantisError):
    """A transcript cannot be used; has all its diagnostics.

    `game` is the game up to the first illegal turn, or None.
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
    """The requested format cannot represent a transcript; nothing was written."""

    def __init__(self, losses: Iterable[str]) -> None:
        self.losses = tuple(losses)
        super().__init__(self.losses)

    def __str__(self) -> str:
        return "the old text format cannot represent: " + "; ".join(self.losses)

    def __reduce__(self) -> tuple[type[LossError], tuple[tuple[str, ...]]]:
        return type(self), (self.losses,)
