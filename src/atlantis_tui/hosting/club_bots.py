"""Plays for the bots in the games of a hosted club, one turn at a time, in another process.

Also passes for players who have resigned or lost on time. Hosts of the same folder divide the
turns by claims; if two compute the same turn, the first save wins. Never runs agents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from atlantis_core.seats import SeatKind
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_tui.club.absence import open_served
from atlantis_tui.club.derived import Derived
from atlantis_tui.club.store import ClubGame
from atlantis_tui.game.events import Event, ThoughtWanted
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.thinker import BotProcess


class ClubBots:
    """The bots of a club."""

    def __init__(self, folder: Path, most_effort: int, log: Callable[[str], None]) -> None:
        """Bots judge at most `most_effort` positions per turn."""
        self._folder = folder
        self._most_effort = max(most_effort, 1)
        self._log = log
        self._derived = Derived(folder)
        self._process = BotProcess()
        self._waiting: dict[str, int] = {}
        """The turns played in the games that wait for a bot, by file name."""
        self._claimed: str | None = None
        self._failed: set[tuple[str, int]] = set()
        self._task: asyncio.Task[None] | None = None

    def consider(self, games: Iterable[ClubGame]) -> None:
        """Play in those of the games that wait for a bot, or for a player who is out."""
        self._waiting = {
            game.key: game.facts.turns
            for game in games
            if game.facts.bot or game.facts.is_automatic
        }
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._play_all())

    async def finish(self) -> None:
        """Wait until no game waits that this host may play."""
        if self._task is not None:
            await self._task

    def close(self) -> None:
        """Stop thinking; another host may play the turn then."""
        if self._task is not None:
            self._task.cancel()
        if self._claimed is not None:
            self._derived.release(self._claimed)
        self._process.cancel()
        self._process.close()

    async def _play_all(self) -> None:
        while self._waiting:
            key = min(self._waiting)
            turns = self._waiting.pop(key)
            is_ours = (key, turns) not in self._failed and self._derived.claim(key, turns)
            if not is_ours:
                continue
            self._claimed = key
            try:
                await self._play(self._folder / key)
            except Cancelled:
                return
            except (OSError, AtlantisError) as error:
                self._failed.add((key, turns))
                reason = str(error) if isinstance(error, NotationError) else type(error).__name__
                self._log(f"no turn of a bot in {showable(key, 60)}: {showable(reason, 120)}")
            finally:
                self._claimed = None

    async def _play(self, path: Path) -> None:
        """Play the automatic turns that are due, and that of a bot."""
        flow, event = await asyncio.to_thread(_begin, path)
        if not isinstance(event, ThoughtWanted) or event.seat.kind is not SeatKind.BOT:
            return
        from atlantis_core.bots.interface import Question
        from atlantis_core.bots.player import turn_seed
        from atlantis_core.bots.registry import bot_named
        from atlantis_core.bots.worker import Choose

        game = flow.document.game
        usual = bot_named(event.seat.name).effort_for(Question(game.position))
        effort = min(usual, self._most_effort)
        question = Question(game.position, turn_seed(0, game), effort)
        answer = await self._process.ask(Choose(event.seat.name, question))
        # A save that fails because the game has gone on needs no attention.
        await asyncio.to_thread(flow.answered, event, answer.turn)


def _begin(path: Path) -> tuple[GameFlow, Event]:
    flow = GameFlow(open_served(path))
    event = flow.begin()
    with suppress(AtlantisError):
        while flow.shown is not None:  # turns without a choice, which are not displayed here
            event = flow.advance()
    return flow, event
