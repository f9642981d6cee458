"""Command prompt, hidden until it is opened."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.widgets.command_line import CommandLine, Completer

MOST_REMEMBERED = 200
"""Length of the history."""


class Prompt(Widget):
    """Opens and closes the input line, and keeps its history."""

    DEFAULT_CSS = """
    Prompt { height: 1; display: none; }
    """

    @dataclass
    class Entered(Message):
        """A line was entered; empty if the user cancelled."""

        text: str

    def __init__(
        self, placeholder: str, complete: Completer, keys: Collection[str] = ("colon",)
    ) -> None:
        """`keys` open the line; the board offers them to the frame, not as bindings."""
        super().__init__()
        self._placeholder = placeholder
        self._complete = complete
        self._keys = frozenset(keys)
        self._history: list[str] = []
        self._line: CommandLine | None = None

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def open(self, begin: str = "") -> None:
        """Open the input line with an editable text."""
        if self._line is not None:
            return
        # Imported when first needed: the first frame does not wait for it.
        from atlantis_tui.widgets.command_line import CommandLine

        self._line = CommandLine(begin, self._placeholder, self._complete, self._history)
        self.display = True
        self.mount(self._line)
        self._line.focus()

    def opens_with(self, key: str) -> bool:
        return key in self._keys

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._line is None:
            return
        text = event.value.strip()
        if text and self._history[-1:] != [text]:
            self._history.append(text)
            del self._history[:-MOST_REMEMBERED]
        line, self._line = self._line, None
        await line.remove()
        self.display = False
        self.post_message(self.Entered(text))
