"""Fitting the correction of chances to games: a logistic regression, in plain Python.

Every game weighs the same, however long it was. Knows terms and results, not where they come from.
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
"""The term that would turn the order round if it were multiplied by less than nothing."""
CAUTION = 1e-3
"""What it costs to change a number by one, as a share of what the games weigh; with less or with
more of it, games that were left out of the fit came true less well."""


class Finding(NamedTuple):
    """What the fit learns from: the terms of what was found, whether the player to move won, and
    how much that counts.
    """

    terms: Correction
    has_won: bool
    weight: float


def fit(findings: Sequence[Finding]) -> Correction:
    """The correction under which the results are likeliest.

    It keeps the order of chances: without the bend, if that would turn it round.
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
    """Newton's method on the cross entropy; only the numbers in these places change."""
    numbers = list(UNCHANGED)
    caution = CAUTION * math.fsum(finding.weight for finding in findings)
    for _ in range(STEPS):
        slope = [caution * (numbers[place] - UNCHANGED[place]) for place in places]
        bends = [[caution * (row == column) for column in places] for row in places]
        for all_terms, has_won, weight in findings:
            told = 1 / (1 + math.exp(-sum(map(mul, numbers, all_terms))))
            used = [all_terms[place] for place in places]
            error, spread = weight * (told - has_won), weight * told * (1 - told)
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
    """The solution of a symmetric positive system of which the lower half is given."""
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
