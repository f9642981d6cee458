"""The strongest bot: many candidates, each followed through everybody's answers."""

from __future__ import annotations

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.lookahead import Plan, follow_best
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import IsCancelled, never

PLAN = Plan(SEASONED, candidates=8, beam_width=8, first_part=0.3)


class MasterBot(Bot):
    """Judges its best turns by the best answers that it finds for everybody, itself included."""

    name = "master"
    description = "the strongest: thinks of your answer, and of its own after that"
    default_effort = 1800

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        return follow_best(question.position, PLAN, budget, self.dice(question))
