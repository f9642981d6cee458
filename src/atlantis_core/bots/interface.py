"""What a bot is: given a position, an effort and a seed, it gives a turn and says why.

A bot holds no state: its answer depends on the question alone. So the same seed and the same
effort give the same game, on every machine and in however many processes, and a bot can join
a game in the middle. Effort is the number of positions that it may judge, never seconds.
Knows nothing of processes, matches and files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from atlantis_core.cancelling import IsCancelled, never
from atlantis_core.game import Turn
from atlantis_core.position import Position


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: the turn of the player to move."""

    position: Position
    seed: int = 0
    effort: int | None = None
    """How many positions may be judged; None is the bot's own measure."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that a bot has looked at, with its worth for the player who would play it."""

    turn: Turn
    value: float
    """The logarithm of the odds of winning, as far as the bot looks ahead."""
    reasons: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    """For every player the chance of finishing first after this turn; empty: nobody asked."""
    line: tuple[Turn, ...] = ()
    """The best answers that were found, one after the other, as far as the bot has looked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The turn, and what the bot thinks: the best few candidates, the chosen one among them."""

    turn: Turn
    candidates: tuple[Candidate, ...]
    judged: int
    """How many positions were judged."""


class Bot(ABC):
    """One way to play. Bots are values without state; see the table in `registry`."""

    name: str
    description: str
    """One line for menus and lists."""
    default_effort: int

    @abstractmethod
    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        """The turn that this bot plays. The game must not be over.

        Raises Cancelled soon after `is_cancelled` begins to say True.
        """

    def effort_for(self, question: Question) -> int:
        """The effort that a question asks for, at least 1."""
        return max(1, self.default_effort if question.effort is None else question.effort)

    def dice(self, question: Question) -> Random:
        """The random source of one answer."""
        return Random(f"{self.name}:{question.seed}")
