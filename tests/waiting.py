"""How long a test waits for another process or thread: for ever is never an answer."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 120.0
"""Seconds until what does not come is a failure; a busy machine needs many of them."""


def wait_for(is_so: Callable[[], bool]) -> None:
    """Return as soon as a condition holds; a failure if it never does."""
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline, "what was waited for did not happen"
        sleep(0.02)
