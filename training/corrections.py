"""Fits the correction of chances to games: a logistic regression in plain Python.

Every game has the same weight, whatever its length.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from atlantis_core.bots.calibration import Correction, is_increasing

STEPS = 30
SMALLEST_STEP = 1e-4
UNCHANGED: Correction = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
BEND = 2
"""The index of the term that must not be negative, to keep the order of chances."""
PENALTY = 1e-3
"""Cost of changing a weight by one, as a share of the weight of all games; chosen by
cross-validation."""


class Finding(NamedTuple):
    """Training example: terms of an estimate, whether the player to move won, weight."""

    terms: Correction
    has_won: bool
    weight: float


def fit(findings: Sequence[Finding]) -> Correction:
    """The correction with the highest likelihood.

    Keeps the order of chances: drops the bend if it would be negative.
    """
    every = range(len(UNCHANGED))
    found = _newton(findings, every)
    if found[BEND] < 0:
        found = _newton(findings, [place for place in every if place != BEND])
    shift, stretch, bend, *if_open = (round(number, 2) for number in found)
    rounded = (shift, stretch, bend, if_open[0], if_open[1], if_open[2])
    if not is_increasing(rounded):
        raise ValueError(f"the games fit no correction that keeps the order: {rounded}")
    return rounded


def _newton(findings: Sequence[Finding], places: Sequence[int]) -> list[float]:
    """Newton's method on the cross entropy; changes only the weights at these indices."""
    numbers = list(UNCHANGED)
    penalty = PENALTY * math.fsum(finding.weight for finding in findings)
    for _ in range(STEPS):
        slope = [penalty * (numbers[place] - UNCHANGED[place]) for place in places]
        bends = [[penalty * (row == column) for column in places] for row in places]
        for all_terms, has_won, weight in findings:
            predicted = 1 / (1 + math.exp(-sum(map(mul, numbers, all_terms))))
            used = [all_terms[place] for place in places]
            error, spread = weight * (predicted - has_won), weight * predicted * (1 - predicted)
            for row, term in enumerate(used):
                slope[row] += error * term
                line, share = bends[row], spread * term
                for column in range(row + 1):
                    line[column] += share * used[column]
        step = _solve(bends, slope)
        for place, change in zip(places, step, strict=True):
            numbers[place] -= change
        if max(map(abs, step)) < SMALLEST_STEP:
            break
    return numbers


def _solve(lower: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a symmetric positive definite system given by its lower half."""
    size = len(right)
    left = [[lower[max(row, col)][min(row, col)] for col in range(size)] for row in range(size)]
    answer = list(right)
    for pivot in range(size):
        for row in range(size):
            if row != pivot:
                factor = left[row][pivot] / left[pivot][pivot]
                left[row] = [a - factor * b for a, b in zip(left[row], left[pivot], strict=True)]
                answer[row] -= factor * answer[pivot]
    return [answer[row] / left[row][row] for row in range(size)]
