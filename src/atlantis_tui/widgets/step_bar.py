"""One-line timeline of the steps of a record, with symbols for marked steps."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from textual.strip import Strip

from .scrub_bar import ScrubBar, column_of_place
from .text_looks import component_style


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
