"""Sentences broken into lines of a given width, by the words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

CUT = "~"
"""Stands for the rest of a line that had no room."""


def wrap(text: str, width: int) -> Iterator[str]:
    """Lines of at most that many characters; an empty text is one empty line."""
    yield from textwrap.wrap(text, max(width, 8), break_on_hyphens=False) or [""]


def cut(text: str, width: int) -> str:
    """As much of a text as fits; a sign stands for the rest."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + CUT
