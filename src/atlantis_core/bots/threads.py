"""How many threads a search may use. Its result does not depend on them.

One thread unless a caller allows more for its context: matches, judging and hosts use all
processors with processes. A player who waits for one search allows `available_threads`. Only the
native tree search (`tree`) uses them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from atlantis_core.support.errors import EngineError

VARIABLE = "ATLANTIS_THREADS"
MOST_THREADS = 64
"""The most that the native engine takes."""
USUAL_THREADS = 4
"""The most without `ATLANTIS_THREADS`: a search seldom has enough work at once for more."""
_allowed: ContextVar[int] = ContextVar("threads of a search", default=1)


def allowed_threads() -> int:
    """The number of threads that a search in this context may use."""
    return _allowed.get()


@contextmanager
def searching_with(threads: int) -> Iterator[None]:
    """Allow searches in this context to use a number of threads, from 1 to `MOST_THREADS`."""
    before = _allowed.set(threads)
    try:
        yield
    finally:
        _allowed.reset(before)


def available_threads() -> int:
    """The number that `ATLANTIS_THREADS` names, or the processors of this process, at most four."""
    text = os.environ.get(VARIABLE, "")
    if not text:
        return min(_processors(), USUAL_THREADS)
    if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_THREADS:
        return int(text)
    expected = f"expected a number from 1 to {MOST_THREADS}"
    raise EngineError(f"not a number of threads: {VARIABLE}={text[:40]!r} ({expected})")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
