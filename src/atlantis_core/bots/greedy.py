"""Bots that pick the best-looking move, then the best one to go with it, without looking ahead."""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.support.cancelling import IsCancelled
from .candidates import conclude, grab
from .evaluation import Budget, Judge, weighing
from .interface import Answer, Bot, Question
from .weights import SEASONED


@dataclass(frozen=True, slots=True)
class GreedyBot(Bot):
    """Judges single moves, as many as its effort allows; ignores the opponents' replies."""

    name: str
    description: str
    default_effort: int
    moves_a_turn: int

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, weighing(SEASONED), budget)
        return conclude(judge, grab(judge, self.dice(question), self.moves_a_turn))


GENTLE = GreedyBot(
    "gentle",
    "for beginners: plays few moves and misses a lot",
    default_effort=9,
    moves_a_turn=1,
)
GREEDY = GreedyBot(
    "greedy",
    "picks the best-looking turn and ignores your reply",
    default_effort=300,
    moves_a_turn=2,
)
