"""Back-off: whoever tries wrong codes from one address waits longer after each of them.

Knows addresses and a clock that it is given, not what was tried.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

FREE_FAILURES = 3
"""Anybody mistypes."""
LONGEST_SECONDS = 60.0
FORGOTTEN_SECONDS = 3600.0
MOST_ADDRESSES = 10_000


class BackOff:
    """How long each address has to wait before its next try is answered."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def seconds(self, address: str) -> float:
        """The wait for the next try."""
        failures, last = self._failures.get(address, (0, 0.0))
        if failures < FREE_FAILURES or self._clock() - last > FORGOTTEN_SECONDS:
            return 0.0
        return min(LONGEST_SECONDS, 2.0 ** min(failures - FREE_FAILURES, 10))

    def fail(self, address: str) -> None:
        """A try was wrong."""
        failures, last = self._failures.pop(address, (0, 0.0))
        if self._clock() - last > FORGOTTEN_SECONDS:
            failures = 0
        self._failures[address] = (failures + 1, self._clock())
        if len(self._failures) > MOST_ADDRESSES:
            self._failures.popitem(last=False)

    def succeed(self, address: str) -> None:
        """A try was right: whoever is there knows a code."""
        self._failures.pop(address, None)
