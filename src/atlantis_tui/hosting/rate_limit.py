"""Per-address rate limiter for invitation codes.

After three failures the delay doubles from 1 up to 20 seconds. At most three attempts wait at
once; others are rejected, so parallel guessing gains nothing.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

FREE_FAILURES = 3
"""Failures allowed before delays start."""
LONGEST_SECONDS = 20.0
"""Well below the login timeout, so that players who share an address with an attacker, for
example behind a tunnel, can still log in."""
MOST_AT_ONCE = 3
"""Attempts per address that may wait at the same time."""
FORGOTTEN_SECONDS = 3600.0
MOST_ADDRESSES = 10_000


class RateLimit:
    """Delays for each address, from its recent failures."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._at_once: Counter[str] = Counter()

    @contextmanager
    def attempt(self, address: str) -> Iterator[float | None]:
        """Yield the delay in seconds, or None if too many attempts are pending."""
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
        """The delay before the next attempt is answered."""
        failures, last = self._failures.get(address, (0, 0.0))
        if failures < FREE_FAILURES or self._clock() - last > FORGOTTEN_SECONDS:
            return 0.0
        return min(LONGEST_SECONDS, 2.0 ** min(failures - FREE_FAILURES, 10))

    def fail(self, address: str) -> None:
        """Record a failed attempt."""
        failures, last = self._failures.pop(address, (0, 0.0))
        if self._clock() - last > FORGOTTEN_SECONDS:
            failures = 0
        self._failures[address] = (failures + 1, self._clock())
        if len(self._failures) > MOST_ADDRESSES:
            self._failures.popitem(last=False)

    def succeed(self, address: str) -> None:
        """Reset the failures of an address."""
        self._failures.pop(address, None)
