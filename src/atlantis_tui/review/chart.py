"""Chart of stones, secured and leading fields of every player over the game.

The values are stacked, each player always on the same side; see `areas`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from atlantis_core.review.game_statistics import GameStatistics
from atlantis_tui.board.areas import Pen, area_rows
from atlantis_tui.terminal.palette import muted
from atlantis_tui.widgets.scrub_bar import ScrubBar
from atlantis_tui.widgets.text_looks import component_style
from .plot_points import Metric, values

Cell = tuple[str, Style]
BLANK: Cell = (" ", Style())
MARGIN = 5
SMALLEST = 4
"""Least height of one metric, with its heading."""


class ChartView(ScrubBar):
    """Draws metrics over turns; a click or drag selects a turn."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"chart--axis", "chart--now"}
    DEFAULT_CSS = """
    ChartView {
        display: none;
        background: $background;
        & > .chart--axis { color: $foreground 45%; }
        & > .chart--now { background: $foreground 20%; }
        &:ansi > .chart--now { background: ansi_bright_black; }
        &:nocolor > .chart--now { text-style: reverse; }
    }
    """

    margin = MARGIN

    def __init__(self) -> None:
        super().__init__(id="chart")
        self._statistics: GameStatistics | None = None
        self._letters = ""
        self._styles: tuple[Style, ...] = ()
        self._is_ascii = False
        self._lines: list[list[Cell]] | None = None

    def show(
        self,
        statistics: GameStatistics,
        turn: int,
        letters: str,
        styles: Sequence[Style],
        *,
        is_ascii: bool,
    ) -> None:
        """Show the metrics of a line."""
        self._statistics, self.now, self.last = statistics, turn, len(statistics) - 1
        self._letters, self._styles, self._is_ascii = letters, tuple(styles), is_ascii
        self._lines = None
        self.refresh()

    def show_turn(self, turn: int) -> None:
        """Move the highlight of the current turn."""
        if turn == self.now:
            return
        before, self.now = self.now_column, turn
        self._lines = None
        width, height = self.size
        strokes = (Region(MARGIN + column, 0, 1, height) for column in {before, self.now_column})
        shown = len(self._shown)
        each = self._each_of(shown)
        headings = (Region(0, line, width, 1) for line in range(0, each * shown, each))
        self.refresh(*strokes, *headings)

    @property
    def text(self) -> str:
        """The chart as plain text."""
        return "\n".join(self.render_line(y).text.rstrip() for y in range(self.size.height))

    @property
    def _shown(self) -> tuple[Metric, ...]:
        """The metrics that fit; those that are 0 in the whole game get no room."""
        found = tuple(metric for metric in Metric if self._has_values(metric))
        return (found or tuple(Metric)[:1])[: max(1, self.size.height // SMALLEST)]

    def _has_values(self, metric: Metric) -> bool:
        return self._statistics is not None and any(
            map(any, values(self._statistics, metric, self.room))
        )

    def _each_of(self, metrics: int) -> int:
        """Height of one of this many metrics, with its heading."""
        return max(self.size.height // metrics, 2)

    def on_resize(self) -> None:
        self._lines = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self._statistics is None:
            return Strip.blank(self.size.width, self.rich_style)
        if self._lines is None:
            self._lines = self._plot(self._statistics)
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        now = component_style(self, "chart--now")
        background, here = self.rich_style, MARGIN + self.now_column
        segments = [
            Segment(character, background + style + now if column == here else background + style)
            for column, (character, style) in enumerate(self._lines[y])
        ]
        return Strip(Segment.simplify(segments)).crop_extend(0, self.size.width, background)

    def _plot(self, statistics: GameStatistics) -> list[list[Cell]]:
        lines: list[list[Cell]] = []
        shown = self._shown
        for metric in shown:
            columns = values(statistics, metric, self.room)
            lines += self._plot_metric(metric, columns, self._each_of(len(shown)))
        return lines

    def _plot_metric(
        self, metric: Metric, columns: list[tuple[int, ...]], height: int
    ) -> list[list[Cell]]:
        most = max(map(sum, columns), default=0)
        rows = height - 1
        axis = component_style(self, "chart--axis")
        pen = Pen(self._styles, self._is_ascii)
        if pen.has_colors:
            pen = Pen(muted(self._styles, self), self._is_ascii)
        drawn = area_rows(columns, most, rows, pen)
        labels = {0: str(most), rows - 1: "0"}
        lines = [
            [*((sign, axis) for sign in labels.get(row, "").rjust(MARGIN - 1) + " "), *cells]
            for row, cells in enumerate(drawn)
        ]
        return [self._heading(metric, MARGIN + len(columns)), *lines]

    def _heading(self, metric: Metric, width: int) -> list[Cell]:
        # Figures of the turn, not of the column, which covers several turns in a long game.
        now = metric.of(self._statistics.figures(self.now)) if self._statistics else ()
        pen = Pen(self._styles, self._is_ascii)
        cells: list[Cell] = [(sign, Style(bold=True)) for sign in f" {metric.value}   "]
        for player, value in enumerate(now):
            sign = "" if pen.has_colors else pen.sign(player)
            named = f"{self._letters[player]}{sign} {value}"
            cells += [(sign, self._styles[player]) for sign in named] + [BLANK] * 2
        cells += [(sign, Style()) for sign in f" after turn {self.now}"]
        return cells[:width]
