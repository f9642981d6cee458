"""Sequential test: play until it is clear which of two differences in strength fits better.

Wald's sequential probability ratio test over pairs of games, because the games of a pair share
their opening and are not independent. The likelihood ratio uses the normal approximation of the
mean score of a pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from atlantis_core.support.errors import NotationError
from .statistics import ELO_SCALE

USUAL_ERROR = 0.05
FEWEST = 4
"""Pairs before a decision: fewer do not show how much scores vary."""
BLUR = 0.25
"""Added to the sum of squares, so that equal scores do not imply zero variance."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Two hypotheses about a difference in Elo, and their error rates."""

    elo0: float
    elo1: float
    alpha: float = USUAL_ERROR
    beta: float = USUAL_ERROR

    def decide(self, scores: Sequence[float]) -> tuple[float, int] | None:
        """The accepted hypothesis and the number of pairs it took, or None.

        Scores of pairs are between 0 and 1.
        """
        total = squares = 0.0
        for count, score in enumerate(scores, 1):
            total += score
            squares += score * score
            if count < FEWEST:
                continue
            ratio = self._ratio(count, total, squares)
            if ratio >= math.log((1 - self.beta) / self.alpha):
                return self.elo1, count
            if ratio <= math.log(self.beta / (1 - self.alpha)):
                return self.elo0, count
        return None

    def _ratio(self, count: int, total: float, squares: float) -> float:
        """The log likelihood ratio of `elo1` to `elo0`."""
        mean = total / count
        variance = (squares - count * mean * mean + BLUR) / count
        low, high = _expected(self.elo0), _expected(self.elo1)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def __str__(self) -> str:
        hypotheses = f"elo0={self.elo0:g} elo1={self.elo1:g}"
        if (self.alpha, self.beta) == (USUAL_ERROR, USUAL_ERROR):
            return hypotheses
        return f"{hypotheses} alpha={self.alpha:g} beta={self.beta:g}"


def _expected(elo: float) -> float:
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def parse_test(text: str) -> SequentialTest:
    """Parse ``elo0=0 elo1=20``, optionally with ``alpha=0.05 beta=0.05``."""
    values: dict[str, float] = {}
    for word in text.split():
        name, _, number = word.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        is_new = name in {"elo0", "elo1", "alpha", "beta"} and name not in values
        if not is_new or not math.isfinite(value):
            raise _unreadable(text)
        values[name] = value
    test = SequentialTest(**values) if {"elo0", "elo1"} <= set(values) else None
    if test is None or not -1000 <= test.elo0 < test.elo1 <= 1000:
        raise _unreadable(text)
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise _unreadable(text)
    return test


def _unreadable(text: str) -> NotationError:
    return NotationError(text, "sequential test", "for example 'elo0=0 elo1=20'")
