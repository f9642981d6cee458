"""Hints: the best few turns that a bot suggests, and which of them is shown.

Showing a hint does not plan it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_core.rules.game import Game
from atlantis_core.support.errors import AtlantisError
from .thinker import Thinker

if TYPE_CHECKING:
    from atlantis_core.bots.interface import Candidate


class Hints:
    """The pending question, its answers, and the one that is shown."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self.answers: tuple[Candidate, ...] = ()
        self.number = 0
        """Index of the answer shown last."""
        self._asked: object | None = None
        """Identifies the pending question."""
        self._is_shown = False
        self._turn = -1

    @property
    def is_looking(self) -> bool:
        return self._asked is not None

    @property
    def shown(self) -> Candidate | None:
        return self.answers[self.number] if self._is_shown else None

    @property
    def place(self) -> str:
        """Number of the shown answer, as text."""
        return f"{self.number + 1} of {len(self.answers)}"

    def knows(self, game: Game) -> bool:
        """Whether there are answers for the present turn of a game."""
        return bool(self.answers) and self._turn == game.turn_number

    async def ask(self, game: Game, names: tuple[str, ...]) -> bool:
        """Ask for hints and show the best; returns False if the answer is stale.

        Raises AtlantisError if the bot fails.
        """
        turn = game.turn_number
        asked = self._asked = object()
        try:
            answers = await self._thinker.advise(game, names)
        except AtlantisError:
            if self._asked is not asked:
                return False
            self._asked = None
            raise
        # Dropped too late to stop the bot: ignore its answer.
        if self._asked is not asked:
            return False
        self._asked = None
        if game.turn_number != turn:
            return False
        self.answers, self._turn = answers, turn
        self.show(0)
        return True

    def show(self, number: int) -> None:
        """Show an answer; the first one follows the last."""
        self.number = number % len(self.answers)
        self._is_shown = True

    def show_next(self) -> None:
        """Show the next answer, or the last one again if it is hidden."""
        self.show(self.number + self._is_shown)

    def hide(self) -> None:
        self._is_shown = False

    def drop(self) -> bool:
        """Cancel the question and hide the answer; returns whether there was either."""
        was_busy = self.is_looking or self._is_shown
        if self.is_looking:
            self._asked = None
            self._thinker.cancel()
        self._is_shown = False
        return was_busy
