"""Hints: the best few turns that the strongest bot sees, and which of them is shown.

A hint is shown and marked; planning it is a second decision. Knows no screen: whoever has one
waits for `ask` and shows what came of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_core.errors import AtlantisError
from atlantis_core.game import Game
from .thinker import Thinker

if TYPE_CHECKING:
    from atlantis_core.bots.interface import Candidate


class Hints:
    """The question that runs, its answers, and the one that is shown."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self.answers: tuple[Candidate, ...] = ()
        self.number = 0
        """Of the answer that was shown last."""
        self._asked: object | None = None
        """The question that runs."""
        self._is_shown = False
        self._turn = -1

    @property
    def is_looking(self) -> bool:
        return self._asked is not None

    @property
    def shown(self) -> Candidate | None:
        """The answer that is shown; None if none is."""
        return self.answers[self.number] if self._is_shown else None

    @property
    def place(self) -> str:
        """Which of how many."""
        return f"{self.number + 1} of {len(self.answers)}"

    def knows(self, game: Game) -> bool:
        """Whether there are answers for the turn that a game is at."""
        return bool(self.answers) and self._turn == game.turn_number

    async def ask(self, game: Game, names: tuple[str, ...]) -> bool:
        """Ask, and show the best answer; says whether anybody still wants to see it.

        Raises AtlantisError if there is no answer.
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
        # Dropped too late to stop the bot: nobody wants its answer any more.
        if self._asked is not asked:
            return False
        self._asked = None
        if game.turn_number != turn:
            return False
        self.answers, self._turn = answers, turn
        self.show(0)
        return True

    def show(self, number: int) -> None:
        """Show one of the answers; after the last one comes the first."""
        self.number = number % len(self.answers)
        self._is_shown = True

    def show_next(self) -> None:
        """A hint that has been planned or dropped is shown again before the next one."""
        self.show(self.number + self._is_shown)

    def hide(self) -> None:
        self._is_shown = False

    def drop(self) -> bool:
        """Stop looking, or hide what is shown; says whether there was anything to drop."""
        was_busy = self.is_looking or self._is_shown
        if self.is_looking:
            self._asked = None
            self._thinker.cancel()
        self._is_shown = False
        return was_busy
