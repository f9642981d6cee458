"""Whoever thinks at the table besides people: bots and programs, while the board stays alive.

A thin binding to `atlantis_core.bots`: asks, tells, cancels, closes. Bots think in one process,
every program in its own. Imports them when the first one is asked, so that games between
people never wait for them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from atlantis_core.errors import AtlantisError
from atlantis_core.game import Game, Turn
from atlantis_core.seats import Seat, SeatKind

if TYPE_CHECKING:
    from atlantis_core.bots.agent_player import AgentPlayer
    from atlantis_core.bots.interface import Candidate
    from atlantis_core.bots.worker import BotWorker, Task
    from atlantis_core.review.judgement import TurnQuestion
    from atlantis_core.review.verdicts import TurnVerdict

T = TypeVar("T")
PROGRAM_SECONDS = 600.0
"""For a turn of a program. Nobody waits so long: there is a key that stops it."""


class BotProcess:
    """The process in which bots think; started with the first question."""

    def __init__(self) -> None:
        self._worker: BotWorker | None = None

    async def ask(self, task: Task[T]) -> T:
        """The answer to a question. Raises Cancelled after `cancel`."""
        if self._worker is None:
            from atlantis_core.bots.worker import BotWorker

            prepare_processes()
            self._worker = BotWorker()
        return await asyncio.to_thread(self._worker.ask, task)

    def cancel(self) -> None:
        """Drop the thought; whoever waits for it hears so soon."""
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        """Nothing is left running."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


class ProcessReaper:
    """Programs that are sent away: saying goodbye takes a moment, so it is done aside."""

    def __init__(self) -> None:
        self._leaving: list[Thread] = []

    def say(self, leave: Callable[[], object]) -> None:
        self._leaving = [thread for thread in self._leaving if thread.is_alive()]
        thread = Thread(target=leave, name="goodbye")
        self._leaving.append(thread)
        thread.start()

    def wait(self) -> None:
        """Until all have gone."""
        for thread in self._leaving:
            thread.join()
        self._leaving.clear()


class Thinker:
    """One thought at a time, in another process."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._bots = BotProcess()
        self._programs = _Programs()

    async def choose(self, seat: Seat, game: Game) -> Turn:
        """The turn of a bot or program. Raises Cancelled after `cancel`, or why there is none."""
        if seat.kind is SeatKind.AGENT:
            return await self._programs.choose(seat.name, game)
        from atlantis_core.bots.interface import Question
        from atlantis_core.bots.player import turn_seed
        from atlantis_core.bots.worker import Choose

        question = Question(game.position, turn_seed(self._seed, game))
        return (await self._bots.ask(Choose(seat.name, question))).turn

    async def advise(self, game: Game, names: tuple[str, ...]) -> tuple[Candidate, ...]:
        """The best few turns as the strongest bot sees them, the best first."""
        from atlantis_core.bots.hints import HintRequest

        return (await self._bots.ask(HintRequest(game.position, names=names))).candidates

    async def judge(self, question: TurnQuestion) -> TurnVerdict:
        """What a bot says of a turn that was played. Raises Cancelled after `cancel`."""
        return await self._bots.ask(question)

    def watch(self, game: Game) -> None:
        """A turn has been played, by anybody."""
        self._programs.watch(game)

    def end_game(self) -> None:
        """The game is over; programs are told and end."""
        self._programs.dismiss()

    def cancel(self) -> None:
        """Drop the thought; `choose` raises Cancelled soon."""
        self._programs.cancel()
        self._bots.cancel()

    def close(self) -> None:
        """Nothing is left running."""
        self._programs.close()
        self._bots.close()


class _Programs:
    """The programs of a game, by seat, and which turns they have been told.

    The protocol knows no way back: if a turn was taken back, the programs are sent away, and
    new ones join the game as it is then.
    """

    def __init__(self) -> None:
        self._playing: dict[int, AgentPlayer] = {}
        self._told: tuple[Turn, ...] = ()
        self._asked: tuple[int, AgentPlayer] | None = None
        self._goodbyes = ProcessReaper()

    async def choose(self, command_line: str, game: Game) -> Turn:
        seat = game.position.to_move
        if self._told != game.turns:
            self.dismiss()
            self._told = game.turns
        player = self._playing.get(seat)
        if player is None:
            player = self._playing[seat] = _program(command_line)
            player.begin(game, seat)
        self._asked = asked = seat, player
        try:
            return await asyncio.to_thread(player.choose, game)
        except (AtlantisError, asyncio.CancelledError):
            self._stop(seat, player)
            raise
        finally:
            # Another one may have been asked since this one was told to stop.
            if self._asked is asked:
                self._asked = None

    def watch(self, game: Game) -> None:
        """Tell every turn that has not been told yet; several may have been played at once."""
        turns, told = game.turns, len(self._told)
        if self._told != turns[:told]:
            self.dismiss()
        self._told = turns
        for number in range(told + 1, len(turns) + 1) if self._playing else ():
            then = game if number == len(turns) else Game(game.start, turns[:number])
            for player in self._playing.values():
                player.watch(then)

    def cancel(self) -> None:
        if self._asked is not None:
            self._stop(*self._asked)

    def _stop(self, seat: int, player: AgentPlayer) -> None:
        """Stop a program that is being asked. It closes itself; nobody else may touch it then."""
        if self._playing.get(seat) is player:
            self._playing.pop(seat).cancel()

    def dismiss(self) -> None:
        for seat in list(self._playing):
            self._goodbyes.say(self._playing.pop(seat).finish)

    def close(self) -> None:
        self.cancel()
        self.dismiss()
        self._goodbyes.wait()


def _program(command_line: str) -> AgentPlayer:
    from atlantis_core.bots.agent_player import AgentPlayer, TimeLimits

    return AgentPlayer(command_line, TimeLimits(turn=PROGRAM_SECONDS))


def prepare_processes() -> None:
    """Start what the standard library needs for child processes.

    It hands its own standard error to them. Textual puts something in its place that is no
    file, and no process could be started at all.
    """
    from multiprocessing import resource_tracker

    if sys.__stderr__ is not None:
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
