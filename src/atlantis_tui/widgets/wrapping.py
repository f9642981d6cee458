"""Sentences broken into lines of a given width, by the words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator


def wrap(text: str, width: int) -> Iterator[str]:
    """Lines of at most that many characters; an empty text is one empty line."""
    yield from textwrap.wrap(text, max(width, 8), break_on_hyphens=False) or [""]
