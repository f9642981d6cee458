"""Bots that follow their best turns through the opponents' replies and one more turn."""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.support.cancelling import IsCancelled
from .evaluation import Budget
from .interface import Answer, Bot, Question
from .lookahead import Plan, follow_best
from .weights import SEASONED


@dataclass(frozen=True, slots=True)
class SearchingBot(Bot):
    """Finds candidates with a beam and judges them by the best replies it finds."""

    name: str
    description: str
    default_effort: int
    plan: Plan
    growth: int = 2

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        return follow_best(question.position, self.plan, budget, self.dice(question))


SEARCHER = SearchingBot(
    "searcher",
    "compares combinations of moves and looks a little ahead",
    default_effort=320,
    plan=Plan(SEASONED, candidates=4, beam_width=6, first_part=0.4, largest_first_part=0.6),
)
FIRST_MASTER = SearchingBot(
    "master@1",
    "the strongest of the older bots, kept for comparison",
    default_effort=1800,
    plan=Plan(SEASONED, candidates=8, beam_width=8, first_part=0.3, largest_first_part=0.3),
    growth=0,
)
