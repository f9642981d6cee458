"""Small windows over a screen: a text to read, a question with a few answers.

Plain text only. Every answer has a key and can be clicked; Escape gives the answer that
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from atlantis_tui.widgets.text_lines import Line, Piece, TextLines


class Answer(NamedTuple):
    """A key, what it says, and the value that the dialog gives."""

    key: str
    text: str
    value: str


class Dialog(ModalScreen[str]):
    """Text with answers below; gives the value of the chosen one, or '' for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]
    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 40%;
        & > VerticalScroll {
            width: auto;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            padding: 0 1;
            border: round $primary;
            background: $surface;
            border-title-style: bold;
        }
        & TextLines { width: auto; height: auto; background: $surface; }
        &:ansi > VerticalScroll { border: round ansi_default; }
    }
    """

    def __init__(self, title: str, lines: Sequence[Line], answers: Sequence[Answer] = ()) -> None:
        super().__init__()
        self._heading = title
        self._text = list(lines)
        self._answers = tuple(answers) or (Answer("enter", "close", ""),)

    def compose(self) -> ComposeResult:
        pieces: list[Piece | str] = []
        for answer in self._answers:
            action = f"screen.answer('{answer.value}')"
            shown = answer.key.capitalize() if len(answer.key) > 1 else answer.key
            pieces += [
                Piece(f" {shown}", "key", action),
                Piece(f" {answer.text} ", "plain", action),
            ]
        with VerticalScroll() as window:
            window.border_title = self._heading
            yield TextLines(*self._text, id="text")
            yield TextLines((), pieces, id="answers")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_key(self, event: events.Key) -> None:
        for answer in self._answers:
            if answer.key in (event.key, event.character):
                event.stop()
                event.prevent_default()
                self.dismiss(answer.value)
                return

    def action_answer(self, value: str) -> None:
        self.dismiss(value)

    def action_close(self) -> None:
        self.dismiss("")
