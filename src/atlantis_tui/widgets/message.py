"""What is said below the board, in few lines: broken by the words, never cut without a sign.

Pure functions from sentences and a width to lines and shorter sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.widgets.line_breaks import wrap

CUT = "..."
"""Stands for what had no room."""


def fit(text: str, width: int, most: int) -> list[str]:
    """At most that many lines; where the text goes on, the last one says so."""
    lines = list(wrap(text, width))
    if len(lines) <= most:
        return lines
    last = lines[most - 1][: max(width - len(CUT) - 1, 0)]
    return [*lines[: most - 1], f"{last} {CUT}"]


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
        ending = "" if shown == len(reasons) else f"; {CUT}"
        longer = f"{text}. {'; '.join(reasons[:shown])}{ending}"
        if fits(longer, width, most):
            best = longer
    if best == text and reasons and fits(f"{text} {CUT}", width, most):
        return f"{text} {CUT}"
    return best
