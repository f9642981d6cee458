"""Layouts of a board, created lazily, and the choice of the one that fits the available space.

The choice depends on the board and the room only, so that a window of the same size always shows
the same drawing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Size

from atlantis_core.diagram import DiagramTooLargeError, Layout, Style, layout, measure
from atlantis_core.positions.board import Board
from atlantis_tui.settings.options import Zoom


class Drawing(NamedTuple):
    """A way to draw a board."""

    style: Style
    is_joined: bool = False
    """Whether standard segments are drawn without gaps."""
    has_axes: bool = False


DRAWINGS = (
    Drawing(Style.LARGE),
    Drawing(Style.BROAD),
    Drawing(Style.SPEC),
    Drawing(Style.WIDE),
    Drawing(Style.MIDDLE),
    Drawing(Style.MIDDLE, is_joined=True),
    Drawing(Style.COMPACT),
    Drawing(Style.COMPACT, is_joined=True),
)
"""All drawings, best first. `mini` is missing because it is rotated: north must be up."""
STYLES = tuple(dict.fromkeys(drawing.style for drawing in DRAWINGS))
SMALLEST = DRAWINGS[-1]


class BoardLayouts:
    """Cache of the layouts of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sizes: dict[Drawing, Size | None] = {}
        self._made: dict[Drawing, Layout] = {}

    def find(self, drawing: Drawing) -> Layout | None:
        """The layout of a drawing; None if the picture would be too large."""
        if self.size_of(drawing) is None:
            return None
        if drawing not in self._made:
            style, is_joined, has_axes = drawing
            self._made[drawing] = layout(
                self._board, style, axes=has_axes, leaders=False, joined=is_joined
            )
        return self._made[drawing]

    def size_of(self, drawing: Drawing) -> Size | None:
        """Size of a drawing; None if the picture would be too large."""
        if drawing not in self._sizes:
            style, is_joined, has_axes = drawing
            try:
                size = measure(self._board, style, axes=has_axes, leaders=False, joined=is_joined)
                self._sizes[drawing] = Size(*size)
            except DiagramTooLargeError:
                self._sizes[drawing] = None
        return self._sizes[drawing]

    def fitting(self, room: Size, zoom: Zoom, *, axes: bool) -> Drawing:
        """The best drawing that fits, or that of the chosen style, with axes if they fit as well.

        If none fits, the smallest one, which the view scrolls.
        """
        drawings = [d for d in DRAWINGS if zoom in (Zoom.AUTO, Zoom(d.style.value))]
        chosen = next((d for d in drawings if self._fits(d, room)), drawings[-1])
        with_axes = chosen._replace(has_axes=True)
        return with_axes if axes and self._fits(with_axes, room) else chosen

    def _fits(self, drawing: Drawing, room: Size) -> bool:
        need = self.size_of(drawing)
        return need is not None and need.width <= room.width and need.height <= room.height


@lru_cache(maxsize=2)
def layouts_of(board: Board) -> BoardLayouts:
    """The layouts of a board, shared by its views: layouts of 50,000 fields are slow to make."""
    return BoardLayouts(board)
