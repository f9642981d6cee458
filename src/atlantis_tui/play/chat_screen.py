"""The chat at a game: the latest messages, and a line to write one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from atlantis_tui.widgets.command_line import InputLine
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import key_line
from atlantis_tui.widgets.line_breaks import wrap
from atlantis_tui.widgets.text_lines import Line, Piece, TextLines

_MARGIN, _LEAST_TEXT, _MOST_WIDTH = 6, 10, 100
_LEAST_LINES, _MOST_LINES = 3, 16


class GameVisit(Protocol):
    """The chat of a remote player at a game, where a club has one; texts are safe to show."""

    @property
    def has_chat(self) -> bool:
        """Whether there is a chat at the game."""

    @property
    def can_write(self) -> bool:
        """Whether the person may write in the chat."""

    def messages(self) -> Sequence[object]:
        """The messages of the chat, oldest first; `str` gives their lines."""

    def news(self) -> str:
        """The latest message of another person since the last call, or ''."""

    def say(self, text: str) -> str:
        """Write a message. Returns '' or why it is not possible."""


class ChatScreen(ModalScreen[None]):
    """Shows messages and passes on what is typed. Escape closes it."""

    BINDINGS = parse_bindings("""
        escape    close       Close
        pageup    scroll(1)   Earlier messages
        pagedown  scroll(-1)  Later messages
    """)
    DEFAULT_CSS = """
    ChatScreen {
        align: center bottom;
        background: transparent;
        & > Vertical { width: 100%; max-width: 100; }
    }
    """

    def __init__(self, visit: GameVisit) -> None:
        super().__init__()
        self._visit = visit
        self._above = 0
        """Lines below the visible ones."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            window.border_title = "Chat"
            yield TextLines(id="messages")
            yield TextLines(id="trouble")
            if self._visit.can_write:
                yield InputLine(placeholder="type a message")
            keys = (("Enter", "send", ""),) if self._visit.can_write else ()
            foot = (
                *keys,
                ("PgUp", "earlier", "screen.scroll(1)"),
                ("Esc", "close", "screen.close"),
            )
            yield TextLines(tuple(key_line(foot, self.app.size.width)))

    def on_mount(self) -> None:
        self.query(Input).focus()
        self.show_messages()

    def on_resize(self) -> None:
        self.show_messages()

    def show_messages(self) -> None:
        """Show the messages as they are now, the latest at the bottom."""
        size, shown = self.app.size, self.query_one("#messages", TextLines)
        room = max(min(size.height * 2 // 5, _MOST_LINES), _LEAST_LINES)
        shown.styles.height = room
        width = max(min(size.width, _MOST_WIDTH) - _MARGIN, _LEAST_TEXT)
        lines: list[Line] = []
        for message in self._visit.messages():
            first, *rest = wrap(str(message), width)
            lines.append((first,))
            lines += [(f"    {line}",) for line in rest]
        lines = lines or [(Piece("no messages yet", "dim"),)]
        self._above = min(self._above, max(len(lines) - room, 0))
        end = len(lines) - self._above
        visible = lines[max(end - room, 0) : end]
        shown.show_lines([*[("",)] * (room - len(visible)), *visible])

    def action_scroll(self, by: int) -> None:
        """Show earlier or later messages."""
        self._above = max(self._above + by * _LEAST_LINES, 0)
        self.show_messages()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not event.value.strip():
            return
        trouble = self._visit.say(event.value)
        self.query_one("#trouble", TextLines).show_lines(
            [(Piece(trouble, "bad"),)] if trouble else []
        )
        if not trouble:
            event.input.value = ""
            self._above = 0
            self.show_messages()

    def action_close(self) -> None:
        self.dismiss()
