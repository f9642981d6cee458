"""Timeline bars: the mouse selects a place by click or drag. `StepBar` is one line of symbols.

Places, from 0 to `last`, are spread evenly over the columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .text_looks import component_style


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

    margin = 1
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


class StepBar(ScrubBar):
    """A rail with symbols and the current step."""

    DEFAULT_CSS = "StepBar { height: 1; }"

    _symbols: Mapping[int, str] = {}

    def show(self, last: int, now: int, symbols: Mapping[int, str]) -> None:
        """Show the number of steps, the current one, and a symbol for every marked step."""
        if (last, now, symbols) != (self.last, self.now, self._symbols):
            self.last, self.now, self._symbols = last, now, symbols
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, background, room = self.size.width, self.rich_style, self.room
        if y:
            return Strip.blank(width, background)
        symbols = {
            column_of_place(step, room, self.last): symbol for step, symbol in self._symbols.items()
        }
        rail, mark, here = (
            background + component_style(self, f"bar--{name}") for name in ("rail", "mark", "now")
        )
        segments = [Segment(" ", background)]
        for column in range(room):
            style = here if column == self.now_column else mark if column in symbols else rail
            segments.append(Segment(symbols.get(column, "-"), style))
        return Strip(segments).crop_extend(0, width, background)
