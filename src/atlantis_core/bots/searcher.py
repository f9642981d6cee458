"""The searching bot: a few candidates from a narrow beam, each followed for a little while."""

from __future__ import annotations

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.lookahead import Plan, follow_best
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import IsCancelled, never

PLAN = Plan(SEASONED, candidates=4, beam_width=6, first_part=0.4)


class SearcherBot(Bot):
    """Compares combinations of moves and asks for the best four what comes of them."""

    name = "searcher"
    description = "compares combinations of moves and looks a little ahead"
    default_effort = 320

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        return follow_best(question.position, PLAN, budget, self.dice(question))
