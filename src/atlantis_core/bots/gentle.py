"""The gentle bot: plays sound little turns, and leaves a beginner room."""

from __future__ import annotations

from atlantis_core.bots.interface import Answer, Bot, Candidate, IsCancelled, Question, never
from atlantis_core.bots.judging import Budget, Judge
from atlantis_core.bots.searching import PASS
from atlantis_core.bots.tastes import PLAIN
from atlantis_core.rules import legal_moves

MOVES_A_TURN = 2


class GentleBot(Bot):
    """Looks at a few single moves, picked by chance, and plays up to two that do it good."""

    name = "gentle"
    description = "kind to beginners: small turns, many oversights"
    default_effort = 16

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        judge = Judge(question.position, PLAIN, budget)
        dice, turn = self.dice(question), PASS
        judge.value(turn)
        for _ in range(MOVES_A_TURN):
            moves = legal_moves(question.position, turn)
            glimpsed = dice.sample(moves, min(len(moves), self.effort_for(question) // 2))
            best = max(
                (turn, *((*turn, move) for move in glimpsed if not budget.is_spent)),
                key=judge.value,
            )
            if best == turn:
                break
            turn = best
        candidate = Candidate(turn, judge.value(turn))
        return Answer(turn, (candidate,), budget.judged)
