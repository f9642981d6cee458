"""Back-off: whoever tries wrong codes from one address waits longer after each of them.

Of many tries at the same time only a few are looked at: waiting side by side is no waiting.
Knows addresses and a clock that it is given, not what was tried.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

FREE_FAILURES = 3
"""Anybody mistypes."""
LONGEST_SECONDS = 20.0
"""Well below the time that a login may take: whoever shares an address with a stranger who
guesses, behind a tunnel for example, still comes in."""
MOST_AT_ONCE = 3
"""Tries from one address that are waited for."""
FORGOTTEN_SECONDS = 3600.0
MOST_ADDRESSES = 10_000


class RateLimit:
    """How long each address has to wait before its next try is answered."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._at_once: Counter[str] = Counter()

    @contextmanager
    def attempt(self, address: str) -> Iterator[float | None]:
        """One try: how long it has to wait, or None if too many others wait already."""
        if self._at_once[address] >= MOST_AT_ONCE:
            yield None
            return
        self._at_once[address] += 1
        try:
            yield self.seconds(address)
        finally:
            self._at_once[address] -= 1
            if not self._at_once[address]:
                del self._at_once[address]

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
