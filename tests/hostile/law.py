"""The growth law: cost grows with size, and no file costs much more than an honest one.

Two counters apply it. `counting` counts the lines and calls of Python code: exact, but it does not
see work done in C. `timing` sees all work, in processor time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from atlantis_core.json_text.limits import MAX_BYTES
from tests.hostile.grammar import Case

EXPONENT = 1.2
"""Limit of growth: the cost may be the number of parts to the power of this."""
TIMES = 5.0
"""Limit of cost, in costs of an honest file of the same size."""
DOUBLINGS = 3

Read = Callable[[bytes], object]
Size = Callable[[bytes], int]


class Honest(NamedTuple):
    """Cost of an honest file: a constant, and for each byte."""

    least: float
    per_byte: float

    @classmethod
    def of(cls, sizes: Sequence[int], costs: Sequence[float]) -> Honest:
        """Derive the cost from a small and a large file."""
        per_byte = max(0.0, costs[1] - costs[0]) / (sizes[1] - sizes[0])
        return cls(max(0.0, costs[0] - per_byte * sizes[0]), per_byte)

    def cost(self, size: int) -> float:
        return self.least + self.per_byte * size


class Verdict(NamedTuple):
    """Costs of the files of a case, each with twice as many parts as the one before."""

    case: Case
    files: list[bytes]
    costs: Sequence[float]
    honest: float
    """Cost of an honest file as large as the largest."""

    @property
    def growth(self) -> float:
        """The exponent of growth: the median of all doublings.

        Not the mean, because cost jumps once where the memory no longer fits into a cache, or where
        a limit such as that of messages is reached.
        """
        if len(self.costs) == 1:  # too slow to read larger ones
            return math.inf
        return median(math.log2(after / before) for before, after in pairwise(self.costs))

    @property
    def times(self) -> float:
        """Cost of the largest file, in costs of an honest file of its size."""
        return self.costs[-1] / self.honest

    @property
    def is_cheap(self) -> bool:
        """Whether the largest file allowed would cost little even if the growth were quadratic.

        The growth of a few milliseconds is mostly noise.
        """
        return self.times * MAX_BYTES / len(self.files[-1]) <= TIMES

    @property
    def is_kept(self) -> bool:
        return self.times <= TIMES and (self.growth <= EXPONENT or self.is_cheap)

    def __str__(self) -> str:
        return (
            f"{self.case.name}, {len(self.files[-1])} bytes: {self.times:.1f} times an honest file "
            f"(allowed {TIMES:g}), cost grows as the number of parts to the power of "
            f"{self.growth:.2f} (allowed {EXPONENT:g})"
        )


def doubled(case: Case, largest: int) -> list[bytes]:
    """Return the files of a case, from the smallest to one of roughly `largest` bytes.

    All have an even number of parts: an odd quote or bracket changes what the rest means.
    """
    smallest = 2 * max(1, case.count_for(largest) >> DOUBLINGS + 1)
    return [case.with_parts(smallest << doubling) for doubling in range(DOUBLINGS + 1)]
