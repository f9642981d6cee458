"""Sentences broken into lines of a given width, by the words, and shortened to what has room.

Pure functions; nothing is cut without a sign.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

CUT = "~"
"""Stands for the rest of a line that had no room."""
MORE = "..."
"""Stands for the rest of what was to be said."""


def wrap(text: str, width: int, indent: str = "") -> Iterator[str]:
    """Lines of at most that many characters, the first one not indented; at least an empty one."""
    width = max(width, 8)
    yield from textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def cut(text: str, width: int) -> str:
    """As much of a text as fits; a sign stands for the rest."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + CUT


def fit(text: str, width: int, most: int) -> list[str]:
    """At most that many lines; where the text goes on, the last one says so."""
    lines = list(wrap(text, width))
    if len(lines) <= most:
        return lines
    last = lines[most - 1][: max(width - len(MORE) - 1, 0)]
    return [*lines[: most - 1], f"{last} {MORE}"]


def fits(text: str, width: int, most: int) -> bool:
    """Whether a text has room on that many lines."""
    return len(list(wrap(text, width))) <= most


def list_as_fits(before: str, items: Sequence[str], after: str, width: int, most: int) -> str:
    """As many of the items as have room between two texts; the others are counted."""
    for shown in range(len(items), 0, -1):
        left = len(items) - shown
        more = f" and {left} more" if left else ""
        text = f"{before}{' '.join(items[:shown])}{more}{after}"
        if fits(text, width, most):
            return text
    return f"{before}{len(items)} moves{after}"


def add_as_fits(text: str, reasons: Sequence[str], width: int, most: int) -> str:
    """The text and as many reasons after it as have room; a sign stands for the others."""
    best = text
    for shown in range(1, len(reasons) + 1):
        ending = "" if shown == len(reasons) else f"; {MORE}"
        longer = f"{text}. {'; '.join(reasons[:shown])}{ending}"
        if fits(longer, width, most):
            best = longer
    if best == text and reasons and fits(f"{text} {MORE}", width, most):
        return f"{text} {MORE}"
    return best
