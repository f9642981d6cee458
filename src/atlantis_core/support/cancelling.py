"""Cancellation of searches: the callback that bots poll, and the exception they raise."""

from __future__ import annotations

from collections.abc import Callable

from .errors import AtlantisError

IsCancelled = Callable[[], bool]
"""Polled by a bot while it searches; when it returns True, the bot raises `Cancelled`."""


class Cancelled(AtlantisError):  # noqa: N818 - requested by the caller, not an error
    """A search was cancelled and has no result."""

    def __str__(self) -> str:
        return "the bot was stopped"


def never() -> bool:
    """The default `IsCancelled` callback: do not cancel."""
    return False
