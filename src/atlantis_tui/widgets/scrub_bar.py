"""A bar for a row of things in time: wherever the mouse points, it asks for that one.

Places, from 0 to the last, are spread evenly over the columns; pure functions say which place a
column stands for and in which column a place lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.widget import Widget


def place_of_column(column: int, width: int, last: int) -> int:
    """The place that a column stands for."""
    if width <= 1:
        return last
    within = min(max(column, 0), width - 1)
    return (within * last + (width - 1) // 2) // (width - 1)


def column_of_place(place: int, width: int, last: int) -> int:
    """The column in which a place lies."""
    if not last or width <= 1:
        return 0
    return (place * (width - 1) + last // 2) // last


class ScrubBar(Widget):
    """Asks for places by click and drag; others draw what lies there."""

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
    """Columns before the first place; behind the last one there is one more."""
    last = 0
    now = 0
    """The place where one stands."""
    _is_dragged = False

    @dataclass
    class Scrubbed(Message):
        """The mouse points at a place: a turn, or a step."""

        place: int

    @property
    def room(self) -> int:
        """How many columns there are for places."""
        return max(self.size.width - self.margin - 1, 1)

    @property
    def now_column(self) -> int:
        """Where one stands, among the columns for places."""
        return column_of_place(self.now, self.room, self.last)

    def place_at(self, column: int) -> int:
        """The place at a column of the widget."""
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
