"""The greedy bot: the turn that looks best now, found by ascent over segments."""

from __future__ import annotations

from atlantis_core.bots.interface import Answer, Bot, IsCancelled, Question, never
from atlantis_core.bots.judging import Budget, Judge
from atlantis_core.bots.searching import ascend, conclude
from atlantis_core.bots.tastes import PLAIN


class GreedyBot(Bot):
    """Goes up as long as one segment's move makes the settled position better."""

    name = "greedy"
    description = "takes what looks best at once and never asks what you will answer"
    default_effort = 300

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, PLAIN, budget)
        return conclude(judge, ascend(judge, self.dice(question)))
