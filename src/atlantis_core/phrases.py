"""The grammar of messages: numbers with their nouns, and rows of words. Knows nobody's nouns."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LISTED = 24
"""Nobody reads a list of hundreds of fields; who needs them all asks for the events."""


def counted(number: int, noun: str) -> str:
    """``1 stone``, ``2 stones``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``; of very many only the first ones and how many more."""
    if len(words) < 2:
        return "".join(words)
    if len(words) > MOST_LISTED:
        return f"{', '.join(words[:MOST_LISTED])} and {len(words) - MOST_LISTED} more"
    return f"{', '.join(words[:-1])} and {words[-1]}"
