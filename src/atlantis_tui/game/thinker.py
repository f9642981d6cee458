"""Runs bots and agents for the app: asks, informs, cancels and closes them.

Bots share one process, every agent has its own. The modules behind them are imported with the
first question, because games between people do not need them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from atlantis_core.rules.game import Game, Turn
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError

if TYPE_CHECKING:
    from atlantis_core.bots.agent_player import AgentPlayer
    from atlantis_core.bots.interface import Candidate
    from atlantis_core.bots.worker import BotWorker, Task
    from atlantis_core.review.judgement import TurnQuestion
    from atlantis_core.review.verdicts import TurnVerdict

T = TypeVar("T")
AGENT_SECONDS = 600.0
"""Time limit for a turn of an agent; the player can stop it earlier."""


class BotProcess:
    """The process of the bots; started with the first question."""

    def __init__(self, *, uses_all_processors: bool = False) -> None:
        self._uses_all_processors = uses_all_processors
        self._worker: BotWorker | None = None

    async def ask(self, task: Task[T]) -> T:
        """Return the answer to a question. Raises Cancelled after `cancel`."""
        if self._worker is None:
            from atlantis_core.bots.threads import available_threads
            from atlantis_core.bots.worker import BotWorker

            threads = available_threads() if self._uses_all_processors else 1
            prepare_processes()
            self._worker = BotWorker(threads)
        return await asyncio.to_thread(self._worker.ask, task)

    def cancel(self) -> None:
        """Cancel the question; `ask` raises Cancelled soon."""
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        """End all processes."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


class ProcessReaper:
    """Ends agents in threads, because their processes take a moment to exit."""

    def __init__(self) -> None:
        self._ending: list[Thread] = []

    def end(self, finish: Callable[[], object]) -> None:
        self._ending = [thread for thread in self._ending if thread.is_alive()]
        thread = Thread(target=finish, name="process reaper")
        self._ending.append(thread)
        thread.start()

    def wait(self) -> None:
        """Wait until all have ended."""
        for thread in self._ending:
            thread.join()
        self._ending.clear()


class Thinker:
    """Asks one bot or agent at a time, in another process."""

    def __init__(self, seed: int = 0, *, is_alone: bool = True) -> None:
        """`is_alone` is False if other thinkers work at the same time: each uses one thread."""
        self._seed = seed
        self._bots = BotProcess(uses_all_processors=is_alone)
        self._agents = _Agents()

    async def choose(self, seat: Seat, game: Game) -> Turn:
        """Return the turn of a bot or agent. Raises Cancelled after `cancel`, or its error."""
        if seat.kind is SeatKind.AGENT:
            return await self._agents.choose(seat.name, game)
        from atlantis_core.bots.interface import Question
        from atlantis_core.bots.player import turn_seed
        from atlantis_core.bots.worker import Choose

        question = Question(game.position, turn_seed(self._seed, game))
        return (await self._bots.ask(Choose(seat.name, question))).turn

    async def advise(self, game: Game, names: tuple[str, ...]) -> tuple[Candidate, ...]:
        """Return the best few turns for a hint, the best first, with the judge's chances."""
        from atlantis_core.review.position_values import hint_request

        return (await self._bots.ask(hint_request(game.position, names))).candidates

    async def judge(self, question: TurnQuestion) -> TurnVerdict:
        """Return a bot's verdict on a turn. Raises Cancelled after `cancel`."""
        return await self._bots.ask(question)

    def watch(self, game: Game) -> None:
        """Inform the agents that a turn has been played."""
        self._agents.watch(game)

    def end_game(self) -> None:
        """Inform the agents that the game is over, and end them."""
        self._agents.dismiss()

    def cancel(self) -> None:
        """Cancel the question; `choose` raises Cancelled soon."""
        self._agents.cancel()
        self._bots.cancel()

    def close(self) -> None:
        """End all processes."""
        self._agents.close()
        self._bots.close()


class _Agents:
    """The agents of a game, by seat, and the turns that were sent to them.

    The agent protocol has no undo: after one, the agents are ended and started anew.
    """

    def __init__(self) -> None:
        self._playing: dict[int, AgentPlayer] = {}
        self._sent: tuple[Turn, ...] = ()
        self._asked: tuple[int, AgentPlayer] | None = None
        self._reaper = ProcessReaper()

    async def choose(self, command_line: str, game: Game) -> Turn:
        seat = game.position.to_move
        if self._sent != game.turns:
            self.dismiss()
            self._sent = game.turns
        player = self._playing.get(seat)
        if player is None:
            player = self._playing[seat] = _start_agent(command_line)
            player.begin(game, seat)
        self._asked = asked = seat, player
        try:
            return await asyncio.to_thread(player.choose, game)
        except (AtlantisError, asyncio.CancelledError):
            self._stop(seat, player)
            raise
        finally:
            # Another one may have been asked since this one was cancelled.
            if self._asked is asked:
                self._asked = None

    def watch(self, game: Game) -> None:
        """Send all turns not sent yet; several may have been played at once."""
        turns, sent = game.turns, len(self._sent)
        if self._sent != turns[:sent]:
            self.dismiss()
        self._sent = turns
        for number in range(sent + 1, len(turns) + 1) if self._playing else ():
            then = game if number == len(turns) else Game(game.start, turns[:number])
            for player in self._playing.values():
                player.watch(then)

    def cancel(self) -> None:
        if self._asked is not None:
            self._stop(*self._asked)

    def _stop(self, seat: int, player: AgentPlayer) -> None:
        """Cancel an agent that is being asked. It closes itself and must not be used again."""
        if self._playing.get(seat) is player:
            self._playing.pop(seat).cancel()

    def dismiss(self) -> None:
        for seat in list(self._playing):
            self._reaper.end(self._playing.pop(seat).finish)

    def close(self) -> None:
        self.cancel()
        self.dismiss()
        self._reaper.wait()


def _start_agent(command_line: str) -> AgentPlayer:
    from atlantis_core.bots.agent_player import AgentPlayer, TimeLimits

    return AgentPlayer(command_line, TimeLimits(turn=AGENT_SECONDS))


def prepare_processes() -> None:
    """Start the resource tracker that `multiprocessing` needs for child processes.

    It inherits standard error, which Textual replaces by an object that is not a file; starting
    processes would fail.
    """
    from multiprocessing import resource_tracker

    if sys.__stderr__ is not None:
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
