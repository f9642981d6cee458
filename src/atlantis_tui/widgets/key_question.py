"""Dialog that waits for a key, whatever that key does elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from atlantis_tui.settings.key_map import is_key
from .dialogs import close_once
from .text_lines import Line, Piece, TextLines


class KeyQuestion(ModalScreen[str]):
    """Returns the name of the pressed key, or "" for Escape.

    The app passes every key to `take_key` before its own keys, such as the one that quits.
    """

    DEFAULT_CSS = """
    KeyQuestion {
        align: center middle;
        background: transparent;
        & > VerticalScroll { width: auto; height: auto; }
        & TextLines { width: auto; }
    }
    """

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        super().__init__()
        self._heading, self._lines = title, lines

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window") as window:
            window.border_title = self._heading
            answer = (Piece(" Esc", "key", "screen.cancel"), Piece(" cancel ", "plain"))
            yield TextLines(*self._lines, (), answer, id="text")
        yield TextLines(id="cover")

    def take_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.action_cancel()
        elif is_key(event.key):
            close_once(self, event.key)

    def action_cancel(self) -> None:
        close_once(self, "")
