"""Search along lines: a few turns of the bot, the opponents' replies, and the bot's next turn.

A line that ended with the opponents' replies would make the bot timid, so every line ends with a
turn of its own. Hill climbing finds all turns on the way, within the line's share of the effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from atlantis_core.engine.values import CERTAIN, Weights
from atlantis_core.game import Turn
from atlantis_core.position import Position
from atlantis_core.scoring import outcome
from .candidates import ascend, beam
from .evaluation import Budget, EvaluateTurn, Judge, weighing
from .interface import Answer, Candidate

TRUST = 0.9
"""The weight of the line's value; the rest is the weight of the turn's own value."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a bot spends its effort."""

    weights: Weights
    candidates: int
    """The number of turns to follow."""
    beam_width: int
    first_part: float
    """The share of the effort for finding the candidates."""


def follow_best(position: Position, plan: Plan, budget: Budget, dice: Random) -> Answer:
    """The turn whose line ends best."""
    part = budget.share(max(1, round(plan.first_part * budget.left)))
    evaluate = weighing(plan.weights)
    judge = Judge(position, evaluate, part)
    ascend(judge, dice)
    beam(judge, plan.beam_width)
    budget.charge(part)
    verdicts = _verdicts(judge, plan.candidates, evaluate, budget, dice)
    ranked = sorted(verdicts, key=lambda candidate: -candidate.value)
    return Answer(ranked[0].turn, tuple(ranked), budget.judged)


def _verdicts(
    judge: Judge, candidates: int, evaluate: EvaluateTurn, budget: Budget, dice: Random
) -> list[Candidate]:
    chosen = judge.distinct(candidates)
    verdicts = []
    for number, (value, turn) in enumerate(chosen):
        part = budget.share(budget.left // (len(chosen) - number))
        followed = _follow(judge, turn, evaluate, part, dice)
        budget.charge(part)
        worth = value if followed is None else TRUST * followed + (1 - TRUST) * value
        verdicts.append(Candidate(turn, worth))
    return verdicts


def _follow(
    judge: Judge, turn: Turn, evaluate: EvaluateTurn, budget: Budget, dice: Random
) -> float | None:
    """The odds after the replies to a turn and the bot's next turn; None if the effort is spent."""
    me, position = judge.position.to_move, judge.play(turn)
    for opponents in range(position.players - 1, 0, -1):
        ended = _ended(position, me)
        if ended is not None:
            return ended
        if budget.is_spent:
            return None
        part = budget.share(max(1, budget.left // (opponents + 1)))
        answering = Judge(position, evaluate, part)
        position = answering.play(ascend(answering, dice))
        budget.charge(part)
    ended = _ended(position, me)
    if ended is not None or budget.is_spent:
        return ended
    last = Judge(position, evaluate, budget)
    return last.value(ascend(last, dice))


def _ended(position: Position, player: int) -> float | None:
    result = outcome(position)
    if result is None:
        return None
    return CERTAIN if result.winner == player else -CERTAIN
