"""The question before a program runs that only a file names: files come from strangers.

Shows the whole command line, however long it is, and takes no yes before its end has been on
the screen. Says nothing about what the program would do: nobody can know.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import chop_cells
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size

from atlantis_core.safe_text import showable
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece, wrapped

RUN = "run"
"""The answer that lets the program run."""
RUN_KEY = "r"
_MARGIN = 8
"""Columns that a dialog needs around its text."""
_FRAME = 5
"""Lines of a dialog besides what it says: border, answers, empty lines."""


class ConsentDialog(Dialog):
    """Asks whether a program may run; gives `RUN` or ''."""

    def __init__(self, player: str, command_line: str, size: Size) -> None:
        lines = list(consent_lines(player, command_line, size))
        answers = (Answer(RUN_KEY, "run it", RUN), Answer("enter", "do not run it", ""))
        super().__init__("A program", lines, answers)

    def on_key(self, event: events.Key) -> None:
        window = self.query_one(VerticalScroll)
        if event.key == RUN_KEY and not window.is_vertical_scroll_end:
            # What stands below must have been on the screen before anybody agrees to it.
            event.stop()
            event.prevent_default()
            window.scroll_page_down(animate=False)
        else:
            super().on_key(event)


def consent_lines(player: str, command_line: str, size: Size) -> Iterator[Line]:
    """The question with the whole command line, blanks included, and its length if it is long."""
    width = max(size.width - _MARGIN, 8)
    shown = showable(command_line, len(command_line))
    pieces = chop_cells(shown, width)
    question = f"For {player} the file asks for a program. It could do whatever you can do here:"
    asked = list(wrapped([question], width))
    yield from asked
    if len(asked) + len(pieces) + _FRAME > size.height:
        length = f"{len(command_line)} characters, more than fit: go on down to the end of them."
        yield from wrapped([f"{length} Escape does not run it."], width, "bad")
    yield ()
    for piece in pieces:
        yield (Piece(piece, "strong"),)
