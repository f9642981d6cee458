"""The growth law in processor time, which sees work done in C.

Regular expressions, searches and copies work in C: calls and opcodes do not count them, and one
machine instruction copies 32 bytes. Time errs upwards only, so a case that seems to break the law
is measured again until it obeys or has used up its chances.
"""

from __future__ import annotations

import gc
import math
from contextlib import suppress
from time import process_time_ns

from atlantis_core.support.errors import AtlantisError
from tests.hostile.grammar import Case
from tests.hostile.law import TIMES, Honest, Read, Size, Verdict, doubled

DOUBTFUL = 1.1
"""Growth above this is measured with larger files as well."""
SMALLEST = 500_000
LARGEST = 2_000_000
STEP = 4
"""Bytes of the largest file of a case, at first and at most; it is enlarged by this factor.

The quadratic cost of JSON comments was hardly visible below half a megabyte.
"""
ENOUGH = 0.03
"""Seconds. A case whose largest file takes less is measured with larger ones."""
NEGLIGIBLE = 0.002
"""Seconds. Shorter times are taken as this: their growth is noise."""
HOPELESS = 1.0
"""Seconds. A case that takes longer and seems to break the law is not tried with larger files."""
FEW_CHANCES = 3
CHANCES = 12
"""Measurements of a case that seems to break the law: at each size, and before the verdict."""
ROUNDS = (2, 1, 1, 1)
"""Readings of each file per measurement: the smallest needs more to be exact."""


class TimedLaw:
    """Judges the cases of a reader."""

    def __init__(self, read: Read, honest: tuple[bytes, bytes], size_of: Size = len) -> None:
        """`honest` are a small and a large file; `size_of` gives the size to compare with."""
        self._read = read
        self._size_of = size_of
        self._honest = Honest.of(
            [size_of(content) for content in honest],
            [min(seconds(read, content) for _ in range(5)) for content in honest],
        )

    def judge(self, case: Case) -> Verdict:
        """Measure larger and larger files until the largest takes long enough."""
        size = SMALLEST
        while True:
            files = doubled(case, size)
            is_last = STEP * size > LARGEST
            verdict = self._measure(case, files, FEW_CHANCES)
            # Growth that seems too fast may end at a limit, such as that of messages, and growth
            # that seems fast may become faster.
            is_clear = verdict.is_kept and verdict.growth < DOUBTFUL
            if is_last or verdict.costs[-1] > (ENOUGH if is_clear else HOPELESS):
                return verdict if verdict.is_kept else self._measure(case, files, CHANCES)
            size *= STEP

    def _measure(self, case: Case, files: list[bytes], chances: int) -> Verdict:
        costs = [math.inf] * len(files)
        verdict = Verdict(case, files, costs, self._honest_cost(files[-1]))
        for _ in range(chances):
            for place, content in enumerate(files):
                for _ in range(ROUNDS[place]):
                    cost = max(NEGLIGIBLE, seconds(self._read, content))
                    costs[place] = min(costs[place], cost)
                if costs[place] > max(HOPELESS, TIMES * self._honest_cost(content)):
                    return Verdict(case, [content], [costs[place]], self._honest_cost(content))
            if verdict.is_kept:
                break
        return verdict

    def _honest_cost(self, content: bytes) -> float:
        return self._honest.cost(self._size_of(content))


def seconds(read: Read, content: bytes) -> float:
    """Processor time of reading a file, valid or not."""
    gc.disable()
    try:
        start = process_time_ns()
        with suppress(AtlantisError):
            read(content)
        return (process_time_ns() - start) / 1e9
    finally:
        gc.enable()
