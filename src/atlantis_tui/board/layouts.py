"""Layouts of a board, created lazily, and the choice of the one that fits the available space."""

from __future__ import annotations

from functools import lru_cache

from textual.geometry import Size

from atlantis_core.diagram import DiagramTooLargeError, Layout, Style, layout, measure
from atlantis_core.positions.board import Board
from atlantis_tui.settings.options import Zoom


class BoardLayouts:
    """Cache of the layouts of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sizes: dict[tuple[Style, bool], Size | None] = {}
        self._made: dict[tuple[Style, bool], Layout] = {}

    def find(self, style: Style, *, axes: bool) -> Layout | None:
        """The layout in a style; None if the picture would be too large."""
        if self.size_of(style, axes=axes) is None:
            return None
        key = style, axes
        if key not in self._made:
            self._made[key] = layout(self._board, style, axes=axes)
        return self._made[key]

    def size_of(self, style: Style, *, axes: bool) -> Size | None:
        """Size of the board in a style; None if the picture would be too large."""
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
    """The layouts of a board, shared by its views: layouts of 50,000 fields are slow to make."""
    return BoardLayouts(board)
