"""The searching bot: a beam of turns instead of one, judged with more experience."""

from __future__ import annotations

from atlantis_core.bots.interface import Answer, Bot, IsCancelled, Question, never
from atlantis_core.bots.judging import Budget, Judge
from atlantis_core.bots.searching import ascend, beam, conclude
from atlantis_core.bots.tastes import SEASONED

BEAM_WIDTH = 8


class SearcherBot(Bot):
    """Keeps several turns and makes all of them longer, next to what ascent finds."""

    name = "searcher"
    description = "compares many combinations of moves before it decides"
    default_effort = 600

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, SEASONED, budget)
        found = ascend(judge, self.dice(question))
        kept = beam(judge, BEAM_WIDTH)
        return conclude(judge, max((found, *kept), key=judge.value))
