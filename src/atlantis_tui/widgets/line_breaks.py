"""Wrapping and shortening of text in terminal cells; a symbol marks every cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.support import columns
from atlantis_core.support.columns import clip, display_width

CUT = "~"
"""Marks a line that was cut."""
MORE = "..."
"""Marks a text that was cut."""


def wrap(text: str, width: int, indent: str = "") -> Iterator[str]:
    """Lines of at most `width` cells, indented from the second on; at least one line."""
    yield from columns.wrap(text, max(width, 8), indent) or [""]


def cut(text: str, width: int) -> str:
    """The text, cut to the width."""
    return text if display_width(text) <= width else clip(text, width - 1) + CUT


def fit(text: str, width: int, most: int) -> list[str]:
    """At most `most` lines; the last one shows whether the text was cut."""
    lines = list(wrap(text, width))
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], mark_cut(lines[most - 1], width)]


def mark_cut(line: str, width: int) -> str:
    """A line of a text whose following lines are left out."""
    return f"{clip(line, width - len(MORE) - 1).rstrip()} {MORE}"


def fits(text: str, width: int, most: int) -> bool:
    """Whether a text fits on `most` lines."""
    return len(list(wrap(text, width))) <= most


def list_as_fits(before: str, items: Sequence[str], after: str, width: int, most: int) -> str:
    """As many items as fit between two texts, and the number of the others."""
    for shown in range(len(items), 0, -1):
        left = len(items) - shown
        more = f" and {left} more" if left else ""
        text = f"{before}{' '.join(items[:shown])}{more}{after}"
        if fits(text, width, most):
            return text
    return f"{before}{len(items)} moves{after}"


def add_as_fits(text: str, reasons: Sequence[str], width: int, most: int) -> str:
    """The text followed by as many reasons as fit."""
    best = text
    for shown in range(1, len(reasons) + 1):
        ending = "" if shown == len(reasons) else f"; {MORE}"
        longer = f"{text}. {'; '.join(reasons[:shown])}{ending}"
        if fits(longer, width, most):
            best = longer
    if best == text and reasons and fits(f"{text} {MORE}", width, most):
        return f"{text} {MORE}"
    return best
