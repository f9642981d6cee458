"""Modal editor for comments and tags.

Shows sanitised text, but returns None for a text that was not edited, so that opening a comment
never changes it.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import TextArea

from atlantis_core.support.safe_text import showable_lines
from atlantis_tui.widgets.dialogs import close_once
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import key_line
from atlantis_tui.widgets.text_lines import Piece, TextLines

LONGEST_LINE = 2_000
MOST_LINES = 2_000
KEEPING_SECONDS = 0.3
"""Longest delay before typed text is stored."""
_KEYS = (("^s", "save", "screen.save"), ("Esc", "cancel", "screen.cancel"))


class TextEditor(ModalScreen[str | None]):
    """Returns the edited text, or None if it is unchanged or cancelled."""

    # No priority: these keys must not overtake letters pasted with them.
    BINDINGS = parse_bindings("""
        ctrl+s,f2  save    Save
        escape     cancel  Cancel
    """)
    DEFAULT_CSS = """
    TextEditor {
        align: center bottom;
        background: transparent;
        & > Vertical {
            width: 100%;
            max-width: 110;
            height: 35%;
            min-height: 7;
            border: round $primary;
            background: $surface;
        }
        & TextArea { border: none; height: 1fr; padding: 0 1; &:focus { border: none; } }
        & TextLines { background: $surface; }
        &:ansi > Vertical { border: round ansi_default; }
    }
    """

    def __init__(
        self,
        title: str,
        text: str,
        hint: str = "",
        *,
        begun: str | None = None,
        keep: Callable[[str], None] | None = None,
    ) -> None:
        """`begun` is an unfinished edit to resume; `keep` is called with the text while typing."""
        super().__init__()
        self._heading = title
        self._shown = _showable(text)
        self._hint = hint
        self._begun = None if begun is None else _showable(begun)
        self._keep = keep
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        with Vertical() as window:
            window.border_title = self._heading
            begun = self._shown if self._begun is None else self._begun
            area = TextArea(begun, soft_wrap=True, tab_behavior="focus")
            area.cursor_blink = False
            yield area
            yield TextLines((*key_line(_KEYS, self.app.size.width), Piece(f" {self._hint}", "dim")))

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.focus()
        area.move_cursor(area.document.end)

    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self._keep is not None and self._waiting is None:
            self._waiting = self.set_timer(KEEPING_SECONDS, self._keep_now)

    def _keep_now(self) -> None:
        self._waiting = None
        text = self.query_one(TextArea).text
        if self._keep is not None and text != self._shown:
            self._keep(text)

    def action_save(self) -> None:
        text = self.query_one(TextArea).text
        self._end(None if text == self._shown else text)

    def action_cancel(self) -> None:
        self._end(None)

    def _end(self, text: str | None) -> None:
        self._keep = None
        close_once(self, text)


def _showable(text: str) -> str:
    """The text without control characters; keeps an empty last line to type on."""
    lines = showable_lines(text, LONGEST_LINE, MOST_LINES)
    return "\n".join([*lines, ""] if text.endswith("\n") else lines)
