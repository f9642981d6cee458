"""Arrows at the edge of a window that point to fields scrolled out of view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from atlantis_core.diagram import Offset

Arrows = Mapping[int, tuple[tuple[int, str], ...]]
"""Columns and symbols by line of the window."""


def edge_arrows(places: Iterable[Offset], shift: tuple[int, int], size: Size) -> Arrows:
    """Arrows to the places outside the window, each at the nearest cell of the edge."""
    left, top = shift
    symbols: dict[tuple[int, int], str] = {}
    for column, line in places:
        x, y = column + left, line + top
        symbol = _symbol(x, y, size)
        if symbol:
            at = min(max(y, 0), size.height - 1), min(max(x, 0), size.width - 1)
            symbols.setdefault(at, symbol)
    lines: dict[int, list[tuple[int, str]]] = {}
    for (y, x), symbol in sorted(symbols.items()):
        lines.setdefault(y, []).append((x, symbol))
    return {y: tuple(line) for y, line in lines.items()}


def with_arrows(strip: Strip, arrows: Iterable[tuple[int, str]], style: Style) -> Strip:
    """A line of the window with its arrows."""
    for x, symbol in arrows:
        before, after = strip.crop(0, x), strip.crop(x + 1)
        strip = Strip.join([before, Strip([Segment(symbol, style)]), after])
    return strip


def _symbol(x: int, y: int, size: Size) -> str:
    if y < 0:
        return "^"
    if y >= size.height:
        return "v"
    if x < 0:
        return "<"
    return ">" if x >= size.width else ""
