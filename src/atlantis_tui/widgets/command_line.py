"""The line in which commands are typed, with history and completion. Opened by `prompt`.

Its cursor does not blink: a blinking one sends two kilobytes a
second to the terminal for nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Key
from textual.suggester import Suggester
from textual.widgets import Input

from .key_bindings import parse_bindings

Completer = Callable[[str], str | None]


class _Completion(Suggester):
    def __init__(self, complete: Completer) -> None:
        # What is legal changes with every move, so yesterday's answers are worth nothing.
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self._complete(value)


class CommandLine(Input):
    """What is typed; `history` is shared with whoever keeps it."""

    BINDINGS = parse_bindings("""
        escape  close       Close
        tab     accept      Complete
        up      recall(-1)  Previous line
        down    recall(1)   Next line
    """)
    DEFAULT_CSS = """
    CommandLine {
        height: 1;
        border: none;
        padding: 0 1;
        background: $surface;
        &:focus { border: none; }
        &:nocolor { text-style: underline; }
    }
    """

    def __init__(
        self, begin: str, placeholder: str, complete: Completer, history: list[str]
    ) -> None:
        super().__init__(
            begin,
            placeholder,
            suggester=_Completion(complete),
            select_on_focus=False,
            classes="command",
        )
        self.cursor_blink = False
        self.cursor_position = len(begin)
        self._history = history
        self._place = len(history)

    def take_key(self, event: Key) -> None:
        """A key that was meant for this line but was pressed before it had the focus."""
        # Keys that are bindings are looked up before they get here, so these are called.
        bound = self._bindings.key_to_bindings.get(event.key)
        if bound:
            self.call_later(self.run_action, bound[0].action)
        elif event.is_printable:
            self.post_message(Key(event.key, event.character))

    async def action_close(self) -> None:
        """The player changed their mind: nothing is entered."""
        self.value = ""
        await self.action_submit()

    def action_accept(self) -> None:
        self.action_cursor_right() if self.cursor_at_end else self.action_end()

    def action_recall(self, by: int) -> None:
        self._place = min(max(self._place + by, 0), len(self._history))
        recalled = self._history[self._place] if self._place < len(self._history) else ""
        self.value = recalled
        self.action_end()
