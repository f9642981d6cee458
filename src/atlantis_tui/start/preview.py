"""A picture of a board with a few lines below it: what a chosen row stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from atlantis_core.board import Board
from atlantis_core.grid import Field, segment_fields
from atlantis_core.position import Position
from atlantis_tui.board.view import BoardView
from atlantis_tui.start.summaries import Summary
from atlantis_tui.widgets.line_breaks import wrap
from atlantis_tui.widgets.text_lines import Line, TextLines

_ANY_BOARD = Board([segment_fields(Field(2, 2))])
"""Something to lay out before there is anything to show."""


class Preview(Vertical):
    """Shows summaries; does not take the focus and reacts to nothing."""

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
        board = BoardView(_ANY_BOARD, labels=False)
        board.can_focus = False
        board.visible = False
        yield board
        yield TextLines()

    @property
    def text(self) -> str:
        """The lines below the picture."""
        return self.query_one(TextLines).text

    def show(
        self,
        position: Position | Board | None,
        lines: Sequence[Line] = (),
        colors: Sequence[str] = (),
        letters: str = "",
    ) -> None:
        """Show a picture, or none, and lines."""
        board = self.query_one(BoardView)
        board.visible = position is not None
        if position is not None:
            board.show(position, colors=colors, letters=letters or None)
        self.query_one(TextLines).show_lines(lines)

    def show_summary(self, summary: Summary) -> None:
        width = max(self.size.width - 2, 20)
        lines = [(part,) for line in summary.lines for part in wrap(line, width)]
        self.show(summary.position, lines, summary.colors, summary.cast.letters)
