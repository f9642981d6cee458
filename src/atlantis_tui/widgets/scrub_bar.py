"""Base of timeline bars: the mouse selects a place by click or drag.

Places, from 0 to `last`, are spread evenly over the columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.widget import Widget


def place_of_column(column: int, width: int, last: int) -> int:
    """The place nearest to a column."""
    if width <= 1:
        return last
    within = min(max(column, 0), width - 1)
    return (within * last + (width - 1) // 2) // (width - 1)


def column_of_place(place: int, width: int, last: int) -> int:
    """The column of a place."""
    if not last or width <= 1:
        return 0
    return (place * (width - 1) + last // 2) // last


class ScrubBar(Widget):
    """Posts `Scrubbed` on click and drag; subclasses draw the bar."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"bar--mark", "bar--now", "bar--rail"}
    DEFAULT_CSS = """
    ScrubBar {
        background: $surface;
        & > .bar--mark { color: $accent; text-style: bold; }
        & > .bar--now { text-style: reverse bold; }
        & > .bar--rail { color: $foreground 35%; }
        &:ansi > .bar--mark { color: ansi_yellow; }
        &:ansi > .bar--rail { color: ansi_bright_black; }
        &:nocolor > .bar--mark { text-style: bold; }
        &:nocolor > .bar--rail { text-style: none; }
    }
    """

    margin: ClassVar[int] = 1
    """Columns before the first place; one more follows the last."""
    last = 0
    now = 0
    """The current place."""
    _is_dragged = False

    @dataclass
    class Scrubbed(Message):
        """The mouse points at a place: a turn, or a step."""

        place: int

    @property
    def room(self) -> int:
        """Number of columns for places."""
        return max(self.size.width - self.margin - 1, 1)

    @property
    def now_column(self) -> int:
        """Column of the current place, counted without the margin."""
        return column_of_place(self.now, self.room, self.last)

    def place_at(self, column: int) -> int:
        return place_of_column(column - self.margin, self.room, self.last)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._is_dragged = True
        self.capture_mouse()
        self.post_message(self.Scrubbed(self.place_at(event.x)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_dragged:
            event.stop()
            self.post_message(self.Scrubbed(self.place_at(event.x)))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self._is_dragged = False
        self.release_mouse()
