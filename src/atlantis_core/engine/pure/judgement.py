"""Converts figures to features, and features to the odds of winning.

Features are shares of the total of all players, so that the same weights work for early and late
positions, small and large boards, two and six players. Sums run from left to right in a loop:
`sum` compensates rounding since Python 3.12, unlike older Pythons and C.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from atlantis_core.engine.values import CERTAIN, FiguresRow, Weights

FEATURES = (
    "stones",
    "tension",
    "growing",
    "fields",
    "own fields",
    "fields in the end",
    "own fields in the end",
    "stones in the end",
    "winner in the end",
    "later seat",
    "later seat, early",
    "stones, early",
    "tension, early",
    "growing, early",
    "fields, early",
    "moved last",
)
"""Names of the features, in the order of `features`."""


def features(
    soon: Sequence[FiguresRow],
    end: Sequence[FiguresRow],
    certainty: float,
    openness: float,
    mover: int,
) -> list[tuple[float, ...]]:
    """The features of every player, each about 0 to 1."""
    players = len(soon)
    stones = _shares([stones + idle for _, _, stones, idle, _, _ in soon], 2)
    tension = _shares([own[5] / 60 for own in soon], 2)
    growing = _shares([own[4] for own in soon], 1)
    fields = _shares([sole + nearer for sole, nearer, *_ in soon], 3)
    sole = _shares([own[0] for own in soon], 3)
    end_fields = _shares([sole + nearer for sole, nearer, *_ in end], 3)
    end_sole = _shares([own[0] for own in end], 3)
    end_stones = _shares([stones + idle for _, _, stones, idle, _, _ in end], 2)
    winner = winner_in_the_end(end)
    return [
        (
            stones[seat],
            tension[seat],
            growing[seat],
            fields[seat],
            sole[seat],
            end_fields[seat] * certainty,
            end_sole[seat] * certainty,
            end_stones[seat] * certainty,
            certainty if seat == winner else 0.0,
            seat / (players - 1) if players > 1 else 0.0,
            openness * seat / (players - 1) if players > 1 else 0.0,
            stones[seat] * openness,
            tension[seat] * openness,
            growing[seat] * openness,
            fields[seat] * openness,
            1.0 if seat == mover else 0.0,
        )
        for seat in range(players)
    ]


def winner_in_the_end(end: Sequence[FiguresRow]) -> int | None:
    """The winner if all players pass forever; None if an area stays contested."""
    if any(own[2] for own in end):
        return None
    return max(range(len(end)), key=lambda seat: (end[seat][0], seat))


def scores(features_of: Sequence[Sequence[float]], weights: Weights) -> list[float]:
    """The weighted sum of features of every player; only differences matter."""
    return [_weigh(own, weights) for own in features_of]


def odds(scored: Sequence[float], player: int) -> float:
    """The log odds that a player wins; `CERTAIN` for a single player."""
    others = [score for seat, score in enumerate(scored) if seat != player]
    if not others:
        return CERTAIN
    if len(others) == 1:
        return scored[player] - others[0]
    top, total = max(others), 0.0
    for other in others:
        total += math.exp(other - top)
    return scored[player] - top - math.log(total)


def _weigh(own: Sequence[float], weights: Weights) -> float:
    total = 0.0
    for feature, weight in zip(own, weights, strict=True):
        total += weight * feature
    return total


def _shares(amounts: Sequence[float], base: float) -> list[float]:
    """Each amount as a share of the total; the base dampens small amounts."""
    total = 0.0
    for amount in amounts:
        total += amount
    total += base
    return [amount / total for amount in amounts]
