"""Search along lines: a few turns of the bot, the opponents' replies, and the bot's next turn.

A line that ended with the opponents' replies would make the bot timid, so every line ends with a
turn of its own. Hill climbing finds all turns on the way, within the line's share of the effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from atlantis_core.engine.values import CERTAIN, Weights
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import outcome
from .evaluation import Budget
from .exploring import Method, Option, explore
from .interface import Answer, Candidate, relative_size

TRUST = 0.9
"""The weight of the line's value; the rest is the weight of the turn's own value."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Shares of a bot's effort."""

    weights: Weights
    candidates: int
    """The number of turns to follow."""
    beam_width: int
    first_part: float
    """The share of the effort for finding the candidates, up to `USUAL_FIELDS`."""
    largest_first_part: float
    """Its limit on larger boards, where it grows with the board: with more moves to compare, good
    candidates matter more than following them."""

    def first_part_on(self, position: Position) -> float:
        """The share on this board."""
        return min(self.largest_first_part, self.first_part * relative_size(position))


def follow_best(position: Position, plan: Plan, budget: Budget, dice: Random) -> Answer:
    """The turn whose line ends best."""
    part = budget.share(max(1, round(plan.first_part_on(position) * budget.left)))
    method = Method(plan.candidates, plan.beam_width)
    found = explore(position, plan.weights, part, dice, method)
    budget.charge(part)
    verdicts = _verdicts(found.options, position.to_move, plan.weights, budget, dice)
    ranked = sorted(verdicts, key=lambda candidate: -candidate.value)
    return Answer(ranked[0].turn, tuple(ranked), budget.judged)


def _verdicts(
    options: list[Option], player: int, weights: Weights, budget: Budget, dice: Random
) -> list[Candidate]:
    verdicts = []
    for number, (value, turn, after) in enumerate(options):
        part = budget.share(budget.left // (len(options) - number))
        followed = _follow(after, player, weights, part, dice)
        budget.charge(part)
        worth = value if followed is None else TRUST * followed + (1 - TRUST) * value
        verdicts.append(Candidate(turn, worth))
    return verdicts


def _follow(
    position: Position, me: int, weights: Weights, budget: Budget, dice: Random
) -> float | None:
    """The odds after the replies to a turn and the bot's next turn; None if the effort is spent."""
    for opponents in range(position.players - 1, 0, -1):
        ended = _ended(position, me)
        if ended is not None:
            return ended
        if budget.is_spent:
            return None
        part = budget.share(max(1, budget.left // (opponents + 1)))
        position = _best_turn(position, weights, part, dice).after
        budget.charge(part)
    ended = _ended(position, me)
    if ended is not None or budget.is_spent:
        return ended
    return _best_turn(position, weights, budget, dice).value


def _best_turn(position: Position, weights: Weights, budget: Budget, dice: Random) -> Option:
    """The turn that hill climbing finds."""
    return explore(position, weights, budget, dice, Method(candidates=1)).options[0]


def _ended(position: Position, player: int) -> float | None:
    result = outcome(position)
    if result is None:
        return None
    return CERTAIN if result.winner == player else -CERTAIN
