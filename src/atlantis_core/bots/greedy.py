"""The greedy bot: the move that looks best now, then the one that looks best with it."""

from __future__ import annotations

from atlantis_core.bots.candidates import conclude, grab
from atlantis_core.bots.evaluation import Budget, Judge
from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import IsCancelled, never

MOVES_A_TURN = 2


class GreedyBot(Bot):
    """Judges every single move, takes the best, and once more; never asks what comes back."""

    name = "greedy"
    description = "takes what looks best at once and never asks what you will answer"
    default_effort = 300

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, SEASONED, budget)
        return conclude(judge, grab(judge, self.dice(question), MOVES_A_TURN))
