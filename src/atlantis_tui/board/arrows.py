"""Arrows at the edge of a window that shows only a part of a board. Knows cells, no field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.geometry import Size

from atlantis_core.diagram import Offset

Arrows = Mapping[int, tuple[tuple[int, str], ...]]
"""By line of the window: columns, and the signs that stand there."""


def edge_arrows(places: Iterable[Offset], shift: tuple[int, int], size: Size) -> Arrows:
    """Where the window points to places outside of it: on its edge, as near to them as can be."""
    left, top = shift
    signs: dict[tuple[int, int], str] = {}
    for column, line in places:
        x, y = column + left, line + top
        sign = _sign(x, y, size)
        if sign:
            at = min(max(y, 0), size.height - 1), min(max(x, 0), size.width - 1)
            signs.setdefault(at, sign)
    lines: dict[int, list[tuple[int, str]]] = {}
    for (y, x), sign in sorted(signs.items()):
        lines.setdefault(y, []).append((x, sign))
    return {y: tuple(line) for y, line in lines.items()}


def _sign(x: int, y: int, size: Size) -> str:
    if y < 0:
        return "^"
    if y >= size.height:
        return "v"
    if x < 0:
        return "<"
    return ">" if x >= size.width else ""
