"""The gentle bot: one sound little move a turn, and many oversights. Leaves a beginner room."""

from __future__ import annotations

from atlantis_core.bots.candidates import conclude, grab
from atlantis_core.bots.evaluation import Budget, Judge
from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import IsCancelled, never

MOVES_A_TURN = 1


class GentleBot(Bot):
    """Sees a few moves, picked by chance, and plays the best of them if it is better than none."""

    name = "gentle"
    description = "kind to beginners: small turns, many oversights"
    default_effort = 9

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, SEASONED, budget)
        return conclude(judge, grab(judge, self.dice(question), MOVES_A_TURN))
