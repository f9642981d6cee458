"""The strongest bot: a beam of turns, and for the best of them what the opponents answer."""

from __future__ import annotations

from random import Random

from atlantis_core.bots.interface import Answer, Bot, Candidate, IsCancelled, Question, never
from atlantis_core.bots.judging import Budget, Judge, judge_for
from atlantis_core.bots.searching import ascend, beam
from atlantis_core.bots.tastes import SEASONED
from atlantis_core.game import Turn
from atlantis_core.scoring import is_over

BEAM_WIDTH = 8
CANDIDATES = 6
"""How many turns are worth asking what the opponents would answer."""
TRUST = 0.7
"""How much of a verdict comes from the answers, the rest from the turn itself."""


class MasterBot(Bot):
    """Judges its best turns again after the answer of every opponent."""

    name = "master"
    description = "the strongest: also thinks of what you will answer"
    default_effort = 1500

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        dice = self.dice(question)
        judge = Judge(question.position, SEASONED, budget.share(self.effort_for(question) // 2))
        ascend(judge, dice)
        beam(judge, BEAM_WIDTH)
        budget.charge(judge.budget)
        verdicts = self._verdicts(judge, budget, dice)
        best = max(verdicts, key=lambda candidate: candidate.value)
        ranked = sorted(verdicts, key=lambda candidate: -candidate.value)
        return Answer(best.turn, tuple(ranked), budget.judged)

    def _verdicts(self, judge: Judge, budget: Budget, dice: Random) -> list[Candidate]:
        chosen = judge.distinct(CANDIDATES)
        verdicts = []
        for number, (value, turn) in enumerate(chosen):
            part = budget.share(budget.left // (len(chosen) - number))
            answered = _after_answers(judge, turn, part, dice)
            budget.charge(part)
            verdicts.append(Candidate(turn, TRUST * answered + (1 - TRUST) * value))
        return verdicts


def _after_answers(judge: Judge, turn: Turn, budget: Budget, dice: Random) -> float:
    """The lead that is left when every opponent has answered as well as ascent can."""
    me, position = judge.position.to_move, judge.play(turn)
    opponents = position.players - 1
    for number in range(opponents):
        if is_over(position) or budget.is_spent:
            break
        part = budget.share(budget.left // (opponents - number))
        answer = Judge(position, SEASONED, part)
        position = answer.play(ascend(answer, dice))
        budget.charge(part)
    return judge_for(position, me, SEASONED)
