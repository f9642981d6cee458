"""The referee: runs one match between two agents exactly like the original engine.

Decides which lines each agent receives, the time each has for the whole match, and the consequence
of a foul, an exit, silence and a late swap. Agents are anything that takes and gives lines, so
recorded answers can be replayed. Starts no process and prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Protocol

from atlantis_core.processes.protocol_violations import Fault, Offence, ProtocolViolation
from atlantis_core.support.errors import NotationError
from . import messages
from .board import Board, Choice, IllegalChoiceError, Side, Swap, new_board, state_of

MATCH_SECONDS = 3600.0
"""Time of each agent for all its answers together."""


class Agent(Protocol):
    """Receives and sends lines; for example a `LineProcess`."""

    def send(self, line: str) -> None: ...

    def read_line(self, seconds: float) -> str:
        """The next line, without its end; raises ProtocolViolation after a timeout."""


class MatchEnding(Enum):
    FINISHED = "finished"
    FOUL = "foul"
    EXIT = "exit"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A played match. Agent 0 began as South."""

    start: Board
    choices: tuple[Choice, ...]
    board: Board
    """The final board."""
    ending: MatchEnding
    winner: int | None
    """None for a draw."""
    milliseconds: tuple[int, int]
    """The average time of each agent's answers, rounded down."""
    offence: Offence | None = None

    def score(self, agent: int) -> int:
        """The final store of an agent's side."""
        return self.board.stores[agent ^ self.board.is_swapped]


def format_verdict(verdict: Verdict) -> str:
    """The standard output of the original engine: a line per agent."""
    return "".join(
        f"{int(verdict.winner == agent)} {verdict.milliseconds[agent]}\n" for agent in (0, 1)
    )


@dataclass
class _Clock:
    """The time used by one agent."""

    left: float
    answers: int = 0
    used: float = 0.0

    @property
    def mean(self) -> int:
        return int(1000 * self.used / self.answers) if self.answers else 0


@dataclass
class Match:
    """One match between two agents, the first of which begins as South."""

    agents: Sequence[Agent]
    start: Board = field(default_factory=new_board)
    seconds: float = MATCH_SECONDS
    clock: Callable[[], float] = monotonic
    _choices: list[Choice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._clocks = [_Clock(self.seconds), _Clock(self.seconds)]
        self._board = self.start

    def play(self) -> Verdict:
        """Run the match; a violation is a result. Does not end the agents."""
        self._send(1, messages.Start(Side.NORTH))
        self._send(0, messages.Start(Side.SOUTH))
        while self._board.player is not None:
            asked = self._board.player
            try:
                choice = self._ask(asked)
                board = self._board.play(choice)
            except ProtocolViolation as violation:
                return self._forfeit(asked, violation)
            except IllegalChoiceError as error:
                return self._forfeit(asked, ProtocolViolation(Fault.ILLEGAL_TURN, str(error)))
            self._board = board
            self._choices.append(choice)
            self._announce(choice)
        self._end(_players_north_first(self._board))
        won = self._board.winner
        winner = None if won is None else won.value ^ self._board.is_swapped
        return self._verdict(MatchEnding.FINISHED, winner)

    def _ask(self, agent: int) -> Choice:
        clock = self._clocks[agent]
        began = self.clock()
        line = self.agents[agent].read_line(clock.left)
        taken = self.clock() - began
        clock.left -= taken
        clock.used += taken
        clock.answers += 1
        if clock.left < 0:
            raise ProtocolViolation(
                Fault.SILENCE, f"took more than {self.seconds:g} seconds in all"
            )
        try:
            return messages.parse_answer(line).choice
        except NotationError as error:
            raise ProtocolViolation(Fault.GARBAGE, str(error)) from None

    def _announce(self, choice: Choice) -> None:
        """Inform the agent that is not next, then the other; a swap only the latter."""
        state = state_of(self._board)
        following = self._board.player
        if following is None:
            for agent in _players_north_first(self._board):
                self._send(agent, messages.Change(choice, state, messages.Next.END))
            return
        if choice is not Swap.SWAP:
            self._send(1 - following, messages.Change(choice, state, messages.Next.OPPONENT))
        self._send(following, messages.Change(choice, state, messages.Next.YOU))

    def _forfeit(self, culprit: int, violation: ProtocolViolation) -> Verdict:
        ending = _ENDINGS.get(violation.fault, MatchEnding.FOUL)
        agents = _players_north_first(self._board)
        # A program that exited no longer reads its pipe.
        self._end([agent for agent in agents if ending is not MatchEnding.EXIT or agent != culprit])
        offence = Offence(culprit, violation.fault, violation.explanation)
        return self._verdict(ending, 1 - culprit, offence)

    def _end(self, agents: Sequence[int]) -> None:
        for agent in agents:
            self._send(agent, messages.End())

    def _send(self, agent: int, message: messages.EngineMessage) -> None:
        self.agents[agent].send(str(message))

    def _verdict(
        self, ending: MatchEnding, winner: int | None, offence: Offence | None = None
    ) -> Verdict:
        first, second = self._clocks
        return Verdict(
            start=self.start,
            choices=tuple(self._choices),
            board=self._board,
            ending=ending,
            winner=winner,
            milliseconds=(first.mean, second.mean),
            offence=offence,
        )


_ENDINGS = {
    Fault.EXIT: MatchEnding.EXIT,
    Fault.NO_START: MatchEnding.EXIT,
    Fault.SILENCE: MatchEnding.TIMEOUT,
}
"""Endings by fault; all other faults are fouls."""


def _players_north_first(board: Board) -> tuple[int, int]:
    return (0, 1) if board.is_swapped else (1, 0)
