"""Bots that pick the best-looking move, then the best one to go with it, without looking ahead."""

from __future__ import annotations

import math
from dataclasses import dataclass

from atlantis_core.positions.position import Position
from atlantis_core.support.cancelling import IsCancelled
from .candidates import conclude, grab
from .evaluation import Budget, Judge, nearsighted, weighing
from .interface import Answer, Bot, Question, relative_size
from .weights import SEASONED


@dataclass(frozen=True, slots=True)
class GreedyBot(Bot):
    """Judges single moves, as many as its effort allows; ignores the opponents' replies."""

    name: str
    description: str
    default_effort: int
    moves_a_turn: int
    reach: int | None = None
    """The longest moves that it sees; None for all."""
    rounds: int | None = None
    """The longest chains whose end it sees; None for all."""
    growth: int = 2
    more_moves: float = 1.6
    """The power of the board's size with which the moves of a turn grow, as the effort does."""

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        evaluate = weighing(SEASONED) if self.rounds is None else nearsighted(SEASONED, self.rounds)
        judge = Judge(question.position, evaluate, budget)
        turn = grab(judge, self.dice(question), self.moves_on(question.position), self.reach)
        return conclude(judge, turn)

    def moves_on(self, position: Position) -> int:
        """The most moves of a turn on this board."""
        return round(self.moves_a_turn * math.pow(relative_size(position), self.more_moves))


GENTLE = GreedyBot(
    "gentle",
    "for beginners: overlooks far moves and long chains",
    default_effort=13,
    moves_a_turn=1,
    reach=2,
    rounds=12,
    growth=0,
    more_moves=0,
)
GREEDY = GreedyBot(
    "greedy",
    "picks the best-looking turn and ignores your reply",
    default_effort=300,
    moves_a_turn=2,
)
