"""Widget that previews the selected row: a board with a few lines below."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size

from atlantis_core.diagram.faces import SEAT_LETTERS
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_tui.board.styles import BoardStyles
from atlantis_tui.board.thumbnail import thumbnail, thumbnail_size
from atlantis_tui.board.view import BoardView
from atlantis_tui.settings.options import Colors, Names
from atlantis_tui.widgets.text_lines import TextLines, wrapped
from .summaries import Summary

_ANY_BOARD = Board([segment_fields(Field(2, 2))])
"""Placeholder until there is something to show."""


class Preview(Vertical):
    """Shows a `Summary`; not focusable."""

    DEFAULT_CSS: ClassVar[str] = """
    Preview {
        width: 1fr;
        height: 1fr;
        padding: 0 1;
        & BoardView { height: 1fr; }
        & TextLines { height: auto; }
        & #thumbnail { height: 1fr; display: none; }
    }
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 -- what textual calls it
        super().__init__(id=id)
        self._summary = Summary()

    def compose(self) -> ComposeResult:
        board = BoardView(_ANY_BOARD, labels=Names.NONE)
        board.can_focus = False
        board.visible = False
        yield board
        yield TextLines(id="thumbnail")
        yield TextLines(id="about")

    @property
    def text(self) -> str:
        """The lines below the board."""
        return self.query_one("#about", TextLines).text

    def show(self, summary: Summary, look: str = "plain") -> None:
        """Show the board, if there is one, and the lines."""
        self._summary = summary
        width = max(self.size.width - 2, 20)
        lines = list(wrapped(summary.lines, width, look))
        self.query_one("#about", TextLines).show_lines(lines)
        board = self.query_one(BoardView)
        board.visible = summary.position is not None
        if summary.position is not None:
            letters = summary.cast.letters or None
            board.show(summary.position, colors=summary.colors, letters=letters)
        self._choose_size()

    def on_resize(self) -> None:
        self._choose_size()

    def _choose_size(self) -> None:
        """Show the board as a thumbnail where the smallest drawing has no room."""
        board, small = self.query_one(BoardView), self.query_one("#thumbnail", TextLines)
        position = self._summary.position
        lines = len(self.query_one("#about", TextLines).lines)
        room = Size(self.size.width, max(self.size.height - lines, 0))
        is_small = (
            bool(self.size)
            and position is not None
            and not _fits(board.need(room), room)
            and _fits(thumbnail_size(position), room)
        )
        if position is not None and is_small:
            letters = self._summary.cast.letters or SEAT_LETTERS
            depth = getattr(self.app, "color_depth", Colors.TRUE)
            styles = BoardStyles(self.app.theme_variables, self._summary.colors, depth)
            small.show_lines(thumbnail(position, letters, styles))
        board.display, small.display = not is_small, is_small


def _fits(need: Size, room: Size) -> bool:
    return need.width <= room.width and need.height <= room.height
