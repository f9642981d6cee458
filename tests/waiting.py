"""Bounded waiting for another process or thread."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 120.0
"""Seconds until a test fails; large, because the machine may be busy."""


def wait_for(is_so: Callable[[], bool]) -> None:
    """Return as soon as a condition holds; fail if it never does."""
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline, "what was waited for did not happen"
        sleep(0.02)
