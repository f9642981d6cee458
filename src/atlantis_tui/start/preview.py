"""Widget that previews the selected row: a board with a few lines below."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_tui.board.view import BoardView
from atlantis_tui.settings.options import Names
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
    }
    """

    def compose(self) -> ComposeResult:
        board = BoardView(_ANY_BOARD, labels=Names.NONE)
        board.can_focus = False
        board.visible = False
        yield board
        yield TextLines()

    @property
    def text(self) -> str:
        """The lines below the board."""
        return self.query_one(TextLines).text

    def show(self, summary: Summary, look: str = "plain") -> None:
        """Show the board, if there is one, and the lines."""
        board = self.query_one(BoardView)
        board.visible = summary.position is not None
        if summary.position is not None:
            letters = summary.cast.letters or None
            board.show(summary.position, colors=summary.colors, letters=letters)
        width = max(self.size.width - 2, 20)
        self.query_one(TextLines).show_lines(wrapped(summary.lines, width, look))
