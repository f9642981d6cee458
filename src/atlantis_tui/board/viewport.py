"""The part of a drawn board that a window shows: maps fields to cells of the window, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from atlantis_core.diagram import Layout
from atlantis_core.positions.grid import Field
from atlantis_tui.widgets.scrolled import scroll_shown


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
