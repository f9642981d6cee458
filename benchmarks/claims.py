"""A claim of a benchmark: a measured value and its bound.

Claims are ratios of two measurements of one run, or sizes: seconds would fail on a slow machine and
prove nothing on a fast one.
"""

from dataclasses import dataclass
from enum import Enum


class Comparison(Enum):
    """How a value must relate to its bound."""

    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class Claim:
    """One line of the table, for example "a turn, hexagon 5: 9.3 times, at least 6 times"."""

    name: str
    value: float
    comparison: Comparison
    bound: float
    unit: str = "times"

    @property
    def is_kept(self) -> bool:
        if self.comparison is Comparison.AT_LEAST:
            return self.value >= self.bound
        return self.value <= self.bound


def at_least(bound: float, name: str, value: float, unit: str = "times") -> Claim:
    return Claim(name, value, Comparison.AT_LEAST, bound, unit)


def at_most(bound: float, name: str, value: float, unit: str = "times") -> Claim:
    return Claim(name, value, Comparison.AT_MOST, bound, unit)
