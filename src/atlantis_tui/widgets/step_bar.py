"""One line for all steps of a record: where one stands, what is marked, and a way to get there."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from textual.strip import Strip

from .component_styles import component_style
from .scrub_bar import ScrubBar, column_of_place


class StepBar(ScrubBar):
    """A rail with signs."""

    DEFAULT_CSS = "StepBar { height: 1; }"

    _signs: Mapping[int, str] = {}

    def show(self, last: int, now: int, signs: Mapping[int, str]) -> None:
        """The last step, the present one, and a sign for every step that has one."""
        if (last, now, signs) != (self.last, self.now, self._signs):
            self.last, self.now, self._signs = last, now, signs
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, background, room = self.size.width, self.rich_style, self.room
        if y:
            return Strip.blank(width, background)
        signs = {column_of_place(step, room, self.last): sign for step, sign in self._signs.items()}
        rail, mark, here = (
            background + component_style(self, f"bar--{name}") for name in ("rail", "mark", "now")
        )
        segments = [Segment(" ", background)]
        for column in range(room):
            style = here if column == self.now_column else mark if column in signs else rail
            segments.append(Segment(signs.get(column, "-"), style))
        return Strip(segments).crop_extend(0, width, background)
