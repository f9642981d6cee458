"""Thinking that can be told to stop: the question that is asked often, and the answer."""

from __future__ import annotations

from collections.abc import Callable

from .errors import AtlantisError

IsCancelled = Callable[[], bool]
"""Asked often while a bot thinks; True ends the thinking with `Cancelled`."""


class Cancelled(AtlantisError):  # noqa: N818 - an ending that was asked for, not an error
    """The thinking was cancelled: there is no answer."""

    def __str__(self) -> str:
        return "the bot was told to stop thinking"


def never() -> bool:
    """For bots that nobody cancels."""
    return False
