"""The interface of a bot: a position, an effort and a seed give a turn and its evaluation.

A bot holds no state: its answer depends on the question alone. So the same seed and effort give the
same game on every machine and with any number of processes, and a bot can join a game in the
middle. Effort is the number of positions it may judge, never seconds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.support.cancelling import IsCancelled, never

USUAL_FIELDS = 133
"""Fields of hexagon 3. On larger boards there are more moves to compare."""
MOST_FIELDS_JUDGED = 4_000_000
"""The default effort times the fields of the board is at most this. The time of an evaluation grows
with the board; without a limit a turn on a board of 8,000 fields would take ten seconds."""


def relative_size(position: Position) -> float:
    """The fields of the board relative to `USUAL_FIELDS`; at least 1."""
    return max(USUAL_FIELDS, len(position.board)) / USUAL_FIELDS


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a turn of the player to move."""

    position: Position
    seed: int = 0
    effort: int | None = None
    """The number of positions to judge; None for the bot's default, which depends on the board."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that a bot has judged, with its value for the player who would play it."""

    turn: Turn
    value: float
    """The log odds of winning, as far as the bot looks ahead."""
    reasons: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    """Every player's chance of finishing first after this turn; empty if not computed."""
    line: tuple[Turn, ...] = ()
    """The best replies found, in order."""
    is_proved: bool = False
    """Whether the chances are a proof: 1 for the winner, 0 for the loser."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The chosen turn, and the best few candidates, the chosen one among them."""

    turn: Turn
    candidates: tuple[Candidate, ...]
    judged: int
    """The number of positions judged."""


class Bot(ABC):
    """A way to play, without state. `registry` lists all bots."""

    name: str
    description: str
    """One line for menus and lists."""
    default_effort: int
    growth: int = 0
    """The power of the board's size with which the default effort grows from `USUAL_FIELDS` on."""
    on_islands: int = 1
    """How many times the default effort is spent on a board in islands."""

    def choose(self, asked: Position | Question, is_cancelled: IsCancelled = never) -> Answer:
        """Answer for a position with the default effort and seed, or for a whole question."""
        question = asked if isinstance(asked, Question) else Question(asked)
        return self.answer(question, is_cancelled)

    @abstractmethod
    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        """Choose a turn. The game must not be over.

        Raises Cancelled soon after `is_cancelled` starts to return True.
        """

    def effort_for(self, question: Question) -> int:
        """The effort that a question asks for, at least 1."""
        if question.effort is not None:
            return max(1, question.effort)
        board = question.position.board
        fields = max(1, len(board))
        effort = int(self.default_effort * relative_size(question.position) ** self.growth)
        if not board.is_connected:
            effort *= self.on_islands
        return max(1, min(effort, MOST_FIELDS_JUDGED // fields))

    def dice(self, question: Question) -> Random:
        """The random source of one answer."""
        return Random(f"{self.name}:{question.seed}")
