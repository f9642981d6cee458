"""The referee: conducts one match between two agents exactly as the original engine does.

Owns which line goes to whom and when, the time that each agent has for the whole match, and what
a foul, an exit, silence and a late swap get. Agents are anything that takes and gives lines, so
that recorded answers can be judged, too. Starts no process and prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Protocol

from atlantis_core.errors import NotationError
from atlantis_core.processes.protocol_violations import Fault, Offence, ProtocolViolation
from . import messages
from .board import Board, Choice, IllegalChoiceError, Side, Swap, new_board, state_of

MATCH_SECONDS = 3600.0
"""What each agent has for all its answers together."""


class Agent(Protocol):
    """Somebody who is told lines and asked for lines; a `LineProcess` is one."""

    def send(self, line: str) -> None: ...

    def read_line(self, seconds: float) -> str:
        """The next line, without its end; raises ProtocolViolation if none comes in time."""


class MatchEnding(Enum):
    FINISHED = "finished"
    FOUL = "foul"
    EXIT = "exit"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A match as it was played. Agents are 0, who began as South, and 1."""

    start: Board
    choices: tuple[Choice, ...]
    board: Board
    """At the end."""
    ending: MatchEnding
    winner: int | None
    """None for a draw."""
    milliseconds: tuple[int, int]
    """What an answer of each agent took on average, rounded down."""
    offence: Offence | None = None

    def score(self, agent: int) -> int:
        """The seeds in the store of the side that an agent had at last."""
        return self.board.stores[agent ^ self.board.is_swapped]


def format_verdict(verdict: Verdict) -> str:
    """What the original engine writes on its standard output: a line for each agent."""
    return "".join(
        f"{int(verdict.winner == agent)} {verdict.milliseconds[agent]}\n" for agent in (0, 1)
    )


@dataclass
class _Clock:
    """The time of one agent."""

    left: float
    answers: int = 0
    used: float = 0.0

    @property
    def mean(self) -> int:
        return int(1000 * self.used / self.answers) if self.answers else 0


@dataclass
class Match:
    """One match between two agents, the first of whom begins as South."""

    agents: Sequence[Agent]
    start: Board = field(default_factory=new_board)
    seconds: float = MATCH_SECONDS
    clock: Callable[[], float] = monotonic
    _choices: list[Choice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._clocks = [_Clock(self.seconds), _Clock(self.seconds)]
        self._board = self.start

    def play(self) -> Verdict:
        """Conduct the match; misbehaviour is a result. Does not end the agents."""
        self._tell(1, messages.Start(Side.NORTH))
        self._tell(0, messages.Start(Side.SOUTH))
        while self._board.player is not None:
            asked = self._board.player
            try:
                choice = self._ask(asked)
                board = self._board.play(choice)
            except ProtocolViolation as violation:
                return self._broken_off(asked, violation)
            except IllegalChoiceError as error:
                return self._broken_off(asked, ProtocolViolation(Fault.ILLEGAL_TURN, str(error)))
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
        """Tell who is not next, then who is; whoever swaps is told nothing."""
        state = state_of(self._board)
        following = self._board.player
        if following is None:
            for agent in _players_north_first(self._board):
                self._tell(agent, messages.Change(choice, state, messages.Next.END))
            return
        if choice is not Swap.SWAP:
            self._tell(1 - following, messages.Change(choice, state, messages.Next.OPPONENT))
        self._tell(following, messages.Change(choice, state, messages.Next.YOU))

    def _broken_off(self, culprit: int, violation: ProtocolViolation) -> Verdict:
        ending = _ENDINGS.get(violation.fault, MatchEnding.FOUL)
        told = _players_north_first(self._board)
        # Nobody listens at the other end of a pipe whose program has left.
        self._end([agent for agent in told if ending is not MatchEnding.EXIT or agent != culprit])
        offence = Offence(culprit, violation.fault, violation.explanation)
        return self._verdict(ending, 1 - culprit, offence)

    def _end(self, agents: Sequence[int]) -> None:
        for agent in agents:
            self._tell(agent, messages.End())

    def _tell(self, agent: int, message: messages.EngineMessage) -> None:
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
"""What is no foul."""


def _players_north_first(board: Board) -> tuple[int, int]:
    return (0, 1) if board.is_swapped else (1, 0)
