"""Bots at the table: a process that thinks while the board stays alive.

A thin binding to `atlantis_core.bots`: asks, cancels, closes. Imports the bots when the first
one is asked, so that games between people never wait for them.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import redirect_stderr
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atlantis_core.game import Game, Turn

if TYPE_CHECKING:
    from atlantis_core.bots.worker import BotWorker


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn that a bot would play, why in a few words, and everybody's chances then."""

    turn: Turn
    reasons: tuple[str, ...]
    chances: tuple[float, ...]


class Thinker:
    """One thought at a time, in another process."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._worker: BotWorker | None = None

    async def choose(self, bot: str, game: Game) -> Turn:
        """The turn of a bot. Raises Cancelled after `cancel`, AtlantisError if it cannot."""
        from atlantis_core.bots.interface import Question
        from atlantis_core.bots.player import turn_seed

        question = Question(game.position, turn_seed(self._seed, game))
        return (await asyncio.to_thread(self._start().choose, bot, question)).turn

    async def advise(self, game: Game) -> tuple[Advice, ...]:
        """The best few turns as the strongest bot sees them, the best first."""
        from atlantis_core.bots.judgement import HintRequest

        answer = await asyncio.to_thread(self._start().ask, HintRequest(game.position))
        return tuple(
            Advice(found.turn, found.reasons, found.chances) for found in answer.candidates
        )

    def cancel(self) -> None:
        """Drop the thought; `choose` raises Cancelled soon."""
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def _start(self) -> BotWorker:
        if self._worker is None:
            from atlantis_core.bots.worker import BotWorker

            _prepare_processes()
            self._worker = BotWorker()
        return self._worker


def _prepare_processes() -> None:
    """Start what the standard library needs for child processes.

    It hands its own standard error to them. Textual puts something in its place that is no
    file, and no process could be started at all.
    """
    from multiprocessing import resource_tracker

    if sys.__stderr__ is not None:
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
