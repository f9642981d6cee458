"""The part of a drawn board that a window shows: maps fields to cells of the window, and back.

Arrows at its edge point to stacks that are scrolled out of view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from atlantis_core.diagram import Layout
from atlantis_core.positions.grid import Field
from atlantis_tui.widgets.scrolled import scroll_shown

Arrows = Mapping[int, tuple[tuple[int, str], ...]]
"""Columns and symbols by line of the window."""


class Viewport(NamedTuple):
    """A layout, the cell of the window at which it begins, and the size of the window."""

    layout: Layout
    left: int
    top: int
    """Negative if the window is scrolled."""
    size: Size

    def field_at(self, x: int, y: int) -> Field | None:
        """The field at a cell, its left and right border included."""
        tries = (self.layout.field_at(x - self.left + by, y - self.top) for by in (0, -1, 1))
        return next((field for field in tries if field is not None), None)

    def lines_of(self, field: Field) -> Iterator[tuple[int, Region]]:
        """Lines of the layout with a part of the field, and its cells, visible or not."""
        for line, start, stop in (cells := self.layout.region(field)).inside + cells.border:
            yield line, Region(start + self.left, line + self.top, stop - start, 1)

    def middle_of(self, field: Field) -> Offset | None:
        """The cell in the middle of a field, if it is visible."""
        inside = self.layout.region(field).inside
        line, start, stop = inside[len(inside) // 2]
        at = Offset((start + stop - 1) // 2 + self.left, line + self.top)
        return at if self.size.region.contains_point(at) else None

    def count_within(self, lines: range, fields: Iterable[Field]) -> int:
        """The number of these fields that lines of the window show at least in part."""
        boxes = (self.layout.bounds(field) for field in fields)
        spans = ((box.line + self.top, box.line + self.top + box.height) for box in boxes)
        return sum(first < lines.stop and lines.start < last for first, last in spans)

    def scrolled_to(self, field: Field, scroll: Offset) -> Offset:
        """The scroll offset that shows a field: far enough that the next steps need none."""
        box, art = self.layout.bounds(field), self.layout.art
        width, height = self.size
        return Offset(
            scroll_shown(scroll.x, width, box.column, box.width, min(2 * art.width, width // 4)),
            scroll_shown(scroll.y, height, box.line, box.height, min(art.height, height // 4)),
        )

    def edge_arrows(self, fields: Iterable[Field]) -> Arrows:
        """Arrows at the edge that point to the fields outside the window."""
        symbols: dict[tuple[int, int], str] = {}
        for column, line in (self.layout.places[f] for f in fields if f in self.layout.places):
            x, y = column + self.left, line + self.top
            symbol = self._symbol(x, y)
            if symbol:
                at = min(max(y, 0), self.size.height - 1), min(max(x, 0), self.size.width - 1)
                symbols.setdefault(at, symbol)
        lines: dict[int, list[tuple[int, str]]] = {}
        for (y, x), symbol in sorted(symbols.items()):
            lines.setdefault(y, []).append((x, symbol))
        return {y: tuple(line) for y, line in lines.items()}

    def _symbol(self, x: int, y: int) -> str:
        if y < 0:
            return "^"
        if y >= self.size.height:
            return "v"
        if x < 0:
            return "<"
        return ">" if x >= self.size.width else ""


def with_arrows(strip: Strip, arrows: Iterable[tuple[int, str]], style: Style) -> Strip:
    """A line of the window with its arrows."""
    for x, symbol in arrows:
        before, after = strip.crop(0, x), strip.crop(x + 1)
        strip = Strip.join([before, Strip([Segment(symbol, style)]), after])
    return strip
