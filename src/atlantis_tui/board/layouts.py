"""The layouts of one board, each made when it is shown, and which of them fits a room.

Knows zoom levels and sizes; knows neither positions nor widgets.
"""

from __future__ import annotations

from functools import lru_cache

from textual.geometry import Size

from atlantis_core.board import Board
from atlantis_core.diagram import DiagramTooLargeError, Layout, Style, layout, measure
from atlantis_tui.settings.options import Zoom


class BoardLayouts:
    """All layouts of a board that have been needed so far."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sizes: dict[tuple[Style, bool], Size | None] = {}
        self._made: dict[tuple[Style, bool], Layout] = {}

    def find(self, style: Style, *, axes: bool) -> Layout | None:
        """The layout in a style; None for a board whose picture would be too large."""
        if self.size_of(style, axes=axes) is None:
            return None
        key = style, axes
        if key not in self._made:
            self._made[key] = layout(self._board, style, axes=axes)
        return self._made[key]

    def size_of(self, style: Style, *, axes: bool) -> Size | None:
        """How much room the board needs in a style."""
        key = style, axes
        if key not in self._sizes:
            try:
                self._sizes[key] = Size(*measure(self._board, style, axes=axes))
            except DiagramTooLargeError:
                self._sizes[key] = None
        return self._sizes[key]

    def fitting(self, room: Size, zoom: Zoom, *, labels: bool) -> tuple[Style, bool]:
        """The largest style that fits, or the chosen one, and whether the axes fit as well."""
        styles = tuple(Style) if zoom is Zoom.AUTO else (Style(zoom.value),)
        for style in styles:
            if self._fits(style, room, axes=False):
                return style, labels and self._fits(style, room, axes=True)
        return styles[-1], False

    def _fits(self, style: Style, room: Size, *, axes: bool) -> bool:
        need = self.size_of(style, axes=axes)
        return need is not None and need.width <= room.width and need.height <= room.height


@lru_cache(maxsize=2)
def layouts_of(board: Board) -> BoardLayouts:
    """The layouts of a board, the same for all views of it: those of 50,000 fields take a while,
    and a review has two boards.
    """
    return BoardLayouts(board)
