"""Asks for consent before running a program that a file names, because files come from strangers.

Shows the whole command line, and accepts consent only once its end has been on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import chop_cells
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size

from atlantis_core.support.safe_text import showable
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece, wrapped

RUN = "run"
RUN_KEY = "r"
_MARGIN = 8
"""Columns that a dialog needs around its text."""
_FRAME = 5
"""Lines of a dialog besides its text: border, answers, empty lines."""


class ConsentDialog(Dialog):
    """Asks whether a program may run; returns `RUN` or ''."""

    def __init__(self, player: str, command_line: str, size: Size) -> None:
        lines = list(consent_lines(player, command_line, size))
        answers = (Answer(RUN_KEY, "run it", RUN), Answer("enter", "don't run it", ""))
        super().__init__("Run this program?", lines, answers)

    def on_key(self, event: events.Key) -> None:
        window = self.query_one(VerticalScroll)
        if event.key == RUN_KEY and not window.is_vertical_scroll_end:
            # The user must have seen the rest before consenting.
            event.stop()
            event.prevent_default()
            window.scroll_page_down(animate=False)
        else:
            super().on_key(event)


def consent_lines(player: str, command_line: str, size: Size) -> Iterator[Line]:
    """The question with the whole command line, and its length if it does not fit."""
    width = max(size.width - _MARGIN, 8)
    shown = showable(command_line, len(command_line))
    pieces = chop_cells(shown, width)
    question = f"This file wants to run a program for {player}, with all your permissions:"
    asked = list(wrapped([question], width))
    yield from asked
    if len(asked) + len(pieces) + _FRAME > size.height:
        length = f"{len(command_line)} characters: scroll to the end before you decide."
        yield from wrapped([f"{length} Press Escape to cancel."], width, "bad")
    yield ()
    for piece in pieces:
        yield (Piece(piece, "strong"),)
