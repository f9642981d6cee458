"""Input lines: a plain one for dialogs, and one for commands with history and completion."""

from __future__ import annotations

from collections.abc import Callable

from textual.reactive import reactive
from textual.suggester import Suggester
from textual.widgets import Input

from .key_bindings import parse_bindings

Completer = Callable[[str], str | None]


class _Completion(Suggester):
    def __init__(self, complete: Completer) -> None:
        # Legal moves change with every move, so completions cannot be cached.
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self._complete(value)


class InputLine(Input):
    """A line without a border, whose cursor does not blink.

    Blinking would send two kilobytes per second to the terminal.
    """

    DEFAULT_CSS = """
    InputLine {
        border: none;
        height: 1;
        padding: 0;
        background: $panel;
        &:focus { border: none; }
        &:nocolor { text-style: underline; }
    }
    """

    cursor_blink = reactive(False, init=False)  # noqa: FBT003 - the first value


class CommandLine(InputLine):
    """Input for one command; shares `history` with the prompt."""

    BINDINGS = parse_bindings("""
        escape  close       Close
        tab     accept      Complete
        up      recall(-1)  Previous line
        down    recall(1)   Next line
    """)
    DEFAULT_CSS = """
    CommandLine { padding: 0 1; background: $surface; }
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
        self.cursor_position = len(begin)
        self._history = history
        self._place = len(history)

    async def action_close(self) -> None:
        """Cancel: submit an empty line."""
        self.value = ""
        await self.action_submit()

    def action_accept(self) -> None:
        self.action_cursor_right() if self.cursor_at_end else self.action_end()

    def action_recall(self, by: int) -> None:
        self._place = min(max(self._place + by, 0), len(self._history))
        recalled = self._history[self._place] if self._place < len(self._history) else ""
        self.value = recalled
        self.action_end()
