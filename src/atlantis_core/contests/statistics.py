"""Statistics of results: shares and means with confidence intervals, ratings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from atlantis_core.support.phrases import counted

E = TypeVar("E")

Z = 1.959964
"""Standard deviations of a 95 percent interval."""
ELO_SCALE = 400 / math.log(10)
_MOST_ELO = 1200.0


class Estimate(NamedTuple):
    """A value and its 95 percent interval."""

    value: float
    low: float
    high: float

    @property
    def percent(self) -> tuple[str, str]:
        """A share and its interval, for a table."""
        return f"{100 * self.value:.0f} %", f"{100 * self.low:.0f} to {100 * self.high:.0f}"

    @property
    def signed(self) -> tuple[str, str]:
        """A difference and its interval, for a table; a dash if the interval is infinite."""
        interval = f"{self.low:+.1f} to {self.high:+.1f}" if math.isfinite(self.low) else "-"
        return f"{self.value:+.1f}", interval


def wilson(successes: float, trials: int) -> Estimate:
    """The share of successes with Wilson's interval, which is accurate near 0 and 1 too.

    A draw is half a success; with draws the interval is wider than necessary.
    """
    if trials <= 0:
        return Estimate(math.nan, 0.0, 1.0)
    share = successes / trials
    return _around(share, share * (1 - share), trials)


def share_of_groups(scores: Sequence[float]) -> Estimate:
    """The mean of scores between 0 and 1.

    The interval is Wilson's, generalised to the actual variance of the scores.
    """
    if not scores:
        return Estimate(math.nan, 0.0, 1.0)
    count = len(scores)
    share = math.fsum(scores) / count
    return _around(share, math.fsum((score - share) ** 2 for score in scores) / count, count)


def _around(share: float, variance: float, count: int) -> Estimate:
    spread = Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(variance / count + spread / (4 * count)) / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def elo(share: float) -> float:
    """The difference in Elo at which this share of wins is expected, at most 1200."""
    if share <= 0 or share >= 1:
        return math.copysign(_MOST_ELO, share - 0.5)
    return max(-_MOST_ELO, min(_MOST_ELO, ELO_SCALE * math.log(share / (1 - share))))


def elo_estimate(share: Estimate) -> Estimate:
    return Estimate(elo(share.value), elo(share.low), elo(share.high))


def mean(values: Sequence[float]) -> Estimate:
    """The mean with its interval, which is infinite for a single value."""
    if not values:
        return Estimate(math.nan, math.nan, math.nan)
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, -math.inf, math.inf)
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    half = Z * math.sqrt(variance / len(values))
    return Estimate(middle, middle - half, middle + half)


def mean_length(lengths: Sequence[int], noun: str) -> str:
    """The mean length of games, as ``12 turns``."""
    return counted(round(sum(lengths) / len(lengths)) if lengths else 0, noun)


def count_endings(endings: Sequence[E], words: Mapping[E, str]) -> str:
    """The number of games for each ending, in the order of the words."""
    counts = ((endings.count(ending), word) for ending, word in words.items())
    return ", ".join(f"{number} {word}" for number, word in counts if number)


def plackett_luce(
    rankings: Sequence[Sequence[int]], players: int, rounds: int = 500
) -> list[float]:
    """Ratings on the Elo scale, 0 on average, from rankings of several players.

    Fits the Plackett-Luce model with Hunter's MM algorithm: each remaining player takes the next
    place with a probability proportional to its strength. Adds half a win and half a loss
    against an average player, so that a player who always wins gets a finite rating.
    """
    strengths = [1.0] * players
    wins = [0.5] * players
    for ranking in rankings:
        for player in ranking[:-1]:
            wins[player] += 1
    for _ in range(rounds):
        weights = [1 / (strength + 1) for strength in strengths]
        for ranking in rankings:
            _add_weights(weights, ranking, strengths)
        fresh = [won / weight for won, weight in zip(wins, weights, strict=True)]
        middle = math.exp(sum(map(math.log, fresh)) / players)
        fresh = [strength / middle for strength in fresh]
        change = max(abs(math.log(new / old)) for new, old in zip(fresh, strengths, strict=True))
        strengths = fresh
        if change < 1e-9:
            break
    return [ELO_SCALE * math.log(strength) for strength in strengths]


def rate_against(met: Sequence[tuple[float, float]], average: float, rounds: int = 500) -> float:
    """The rating of one player from scores (1, 0.5 or 0) against opponents with known ratings.

    The method of `plackett_luce` with fixed opponents, half a win and half a loss against an
    `average` one included.
    """
    counts = Counter(rating for rating, _ in met)
    others = [(math.exp((rating - average) / ELO_SCALE), n) for rating, n in counts.items()]
    won = 0.5 + sum(score for _, score in met)
    strength = 1.0
    for _ in range(rounds):
        weight = 1 / (strength + 1) + sum(n / (strength + other) for other, n in others)
        fresh = won / weight
        change = abs(math.log(fresh / strength))
        strength = fresh
        if change < 1e-9:
            break
    return average + ELO_SCALE * math.log(strength)


def _add_weights(weights: list[float], ranking: Sequence[int], strengths: Sequence[float]) -> None:
    """Add to each player's weight the inverse total strength at every choice it was part of."""
    left = sum(strengths[player] for player in ranking)
    chosen = 0.0
    for place, player in enumerate(ranking[:-1]):
        chosen += 1 / left
        weights[player] += chosen
        left -= strengths[player]
        if place == len(ranking) - 2:
            weights[ranking[-1]] += chosen
