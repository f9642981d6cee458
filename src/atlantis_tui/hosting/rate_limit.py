"""Per-address rate limiter for wrong invitation codes.

A right code is never delayed, so that players who share an address with an attacker, for example
behind a tunnel, can always log in. After three wrong codes the answer to a wrong code is delayed,
doubling from 1 up to 20 seconds.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

FREE_FAILURES = 3
"""Failures allowed before delays start."""
LONGEST_SECONDS = 20.0
FORGOTTEN_SECONDS = 3600.0
MOST_ADDRESSES = 10_000


class RateLimit:
    """Delays for each address, from its recent failures."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def fail(self, address: str) -> float:
        """Record a wrong code, and return the seconds to wait before it is answered."""
        failures, last = self._failures.pop(address, (0, 0.0))
        if self._clock() - last > FORGOTTEN_SECONDS:
            failures = 0
        self._failures[address] = (failures + 1, self._clock())
        if len(self._failures) > MOST_ADDRESSES:
            self._failures.popitem(last=False)
        if failures < FREE_FAILURES:
            return 0.0
        return min(LONGEST_SECONDS, 2.0 ** min(failures - FREE_FAILURES, 10))
