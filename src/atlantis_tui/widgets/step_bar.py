"""One line for all steps of a record: where one stands, what is marked, and a way to get there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip

from atlantis_tui.widgets.component_styles import component_style
from atlantis_tui.widgets.scrub_bar import ScrubBar


class StepBar(ScrubBar):
    """A rail with signs; a click or a drag asks for a step."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"steps--mark", "steps--now", "steps--rail"}
    DEFAULT_CSS = """
    StepBar {
        height: 1;
        background: $surface;
        & > .steps--mark { color: $accent; text-style: bold; }
        & > .steps--now { text-style: reverse bold; }
        & > .steps--rail { color: $foreground 35%; }
        &:ansi > .steps--mark { color: ansi_yellow; }
        &:ansi > .steps--rail { color: ansi_bright_black; }
        &:nocolor > .steps--mark { text-style: bold; }
        &:nocolor > .steps--rail { text-style: none; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- what textual calls it
        super().__init__(id=id)
        self._last = self._now = 0
        self._signs: Mapping[int, str] = {}

    def show(self, last: int, now: int, signs: Mapping[int, str]) -> None:
        """The last step, the present one, and a sign for every step that has one."""
        if (last, now, signs) != (self._last, self._now, self._signs):
            self._last, self._now, self._signs = last, now, signs
            self.refresh()

    def place_at(self, column: int, line: int) -> int:  # noqa: ARG002 -- has one line only
        room = max(self.size.width - 3, 1)
        return min(max(round((column - 1) * self._last / room), 0), self._last)

    def render_line(self, y: int) -> Strip:
        width, ground = self.size.width, self.rich_style
        if y:
            return Strip.blank(width, ground)
        room = max(width - 2, 1)
        signs = {self._column(step, room): sign for step, sign in self._signs.items()}
        rail, mark, here = (
            ground + component_style(self, f"steps--{name}") for name in ("rail", "mark", "now")
        )
        now = self._column(self._now, room)
        segments = [Segment(" ", ground)]
        for column in range(room):
            style = here if column == now else mark if column in signs else rail
            segments.append(Segment(signs.get(column, "-"), style))
        return Strip(segments).crop_extend(0, width, ground)

    def _column(self, step: int, room: int) -> int:
        return round(step * (room - 1) / self._last) if self._last else 0
