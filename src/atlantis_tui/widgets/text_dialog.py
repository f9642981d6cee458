"""Modal dialog for one line of text. Escape returns None."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from atlantis_core.support.safe_text import showable
from .command_line import InputLine
from .dialogs import close_once
from .key_bindings import parse_bindings
from .key_line import key_line
from .text_lines import TextLines, wrapped

_WIDTH, _FRAME = 60, 4
_KEYS = (("Enter", "OK", ""), ("Esc", "cancel", "screen.close"))


class TextDialog(ModalScreen[str | None]):
    """Asks for a line of text, starting from a default."""

    BINDINGS = parse_bindings("escape  close  Close")
    DEFAULT_CSS = """
    TextDialog {
        align: center middle;
        background: transparent;
    }
    """

    def __init__(self, title: str, value: str = "", about: str = "") -> None:
        super().__init__()
        self._heading = title
        self._value = value
        self._shown = showable(value, max(len(value), 1))
        """The value made safe for editing. If it is not edited, the original is returned."""
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            window.border_title = self._heading
            window.styles.width = _WIDTH
            if self._about:
                width = min(_WIDTH, self.app.size.width) - _FRAME
                yield TextLines(*wrapped([self._about], width, "dim"))
            yield InputLine(self._shown)
            yield TextLines(tuple(key_line(_KEYS, self.app.size.width)))
        yield TextLines(id="cover")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        close_once(self, self._value if event.value == self._shown else event.value)

    def action_close(self) -> None:
        close_once(self)
