"""Timeline below the review board: strength or chances by turn, and marks.

Shares of the players are stacked: the first from the bottom, the last from the top. On a single
line two players share every column; more players are side by side, each with a part of the line for
the whole game. Moving repaints only the columns of the old and the new turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from atlantis_core.review.game_statistics import GameStatistics, Moment, MomentKind
from atlantis_core.review.judged_games import Judgement
from atlantis_tui.board.areas import Pen, area_rows
from atlantis_tui.terminal.palette import muted, own_color
from atlantis_tui.widgets.scrub_bar import ScrubBar, place_of_column
from atlantis_tui.widgets.text_looks import component_style
from .plot_points import chance_columns, level, marks_by_column, strengths

SYMBOLS = {
    MomentKind.CHAIN: "*",
    MomentKind.LEAD: "^",
    MomentKind.ELIMINATION: "x",
    MomentKind.COMMENT: '"',
    MomentKind.VARIATION: "+",
    MomentKind.TURNING_POINT: "%",
    MomentKind.MISTAKE: "?",
}
TIMELINE_LINES = (2, 4)
"""Least and greatest height of the timeline, with its marks."""
BLOCKS = " ▁▂▃▄▅▆▇█"
DIGITS = "0123456789"
Cell = tuple[str, Style]
BLANK: Cell = (" ", Style())
SMALLEST_PART = 6
"""Least width of one player's part of a shared line."""


class Timeline(ScrubBar):
    """Draws strength and marks of all turns; a click or drag selects a turn."""

    DEFAULT_CSS = "Timeline { height: 2; }"

    def __init__(self, *, is_chart: bool = False) -> None:
        """A chart has an axis of winning chances and shows no current turn."""
        super().__init__(id="timeline")
        self.margin = 4 if is_chart else 2
        self._is_chart = is_chart
        self._statistics: GameStatistics | None = None
        self._moments: tuple[Moment, ...] = ()
        self._letters = ""
        self._styles: tuple[Style, ...] = ()
        self._is_ascii = False
        self._judgement: Judgement | None = None
        self._columns: list[tuple[int, ...]] | None = None
        self._marks: dict[int, Moment] = {}
        self._rows: dict[int, list[Cell]] = {}
        self._size_drawn = self.size

    # What the screen uses.

    def show(
        self,
        statistics: GameStatistics,
        moments: Sequence[Moment],
        letters: str,
        styles: Sequence[Style],
        *,
        is_ascii: bool,
    ) -> None:
        """Show another line of the game."""
        self._statistics, self.last = statistics, len(statistics) - 1
        self._moments = tuple(moments)
        self._letters, self._styles, self._is_ascii = letters, tuple(styles), is_ascii
        self._forget()
        self.refresh()

    def show_chances(self, judgement: Judgement | None) -> None:
        """Show the judged winning chances, or strength with None."""
        if judgement is not self._judgement:
            self._judgement = judgement
            self._forget()
            self.refresh()

    def show_turn(self, turn: int) -> None:
        """Move the highlight of the current turn."""
        before = self._now_columns
        self.now = turn
        after = self._now_columns
        if before != after:
            lines, columns = range(self.size.height), (*before, *after)
            self.refresh(*(Region(column, y, 1, 1) for y in lines for column in columns))

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Show other marks; repaints only their line."""
        if tuple(moments) != self._moments:
            self._moments = tuple(moments)
            self._marks = marks_by_column(self._moments, self.room, self.last)
            self._rows.pop(self.size.height - 1, None)
            self.refresh(Region(0, self.size.height - 1, self.size.width, 1))

    @property
    def room(self) -> int:
        """Columns for the game, in each part if the line is shared by parts."""
        return self._part_room if self._has_parts else super().room

    def place_at(self, column: int) -> int:
        if self._has_parts:
            within = (column - self.margin) % (self.room + 2) - 1
            return place_of_column(within, self.room, self.last)
        return super().place_at(column)

    def turn_beside(self, by: int) -> int:
        """The turn some columns away; always another turn unless the line ends."""
        turn = place_of_column(self.now_column + by, self.room, self.last)
        if turn == self.now:
            turn += 1 if by > 0 else -1
        return min(max(turn, 0), self.last)

    @property
    def text(self) -> str:
        """The timeline as plain text."""
        return "\n".join(self.render_line(y).text for y in range(self.size.height))

    # Drawing.

    def _forget(self) -> None:
        self._size_drawn = self.size
        self._columns = None
        self._rows.clear()
        self._marks = marks_by_column(self._moments, self.room, self.last)

    def on_resize(self) -> None:
        self._forget()
        self.refresh()

    def notify_style_update(self) -> None:
        self._rows.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        width, background = self.size.width, self.rich_style
        if self._statistics is None:
            return Strip.blank(width, background)
        if self.size != self._size_drawn:
            self._forget()  # may be drawn before the resize event arrives
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._draw_row(y, background)
        here = component_style(self, "bar--now")
        segments: list[Segment] = []
        done = 0
        for now in self._now_columns:
            character, style = row[now]
            segments += [*_segments(row[done:now]), Segment(character, style + here)]
            done = now + 1
        return Strip([*segments, *_segments(row[done:])]).crop_extend(0, width, background)

    @property
    def _now_columns(self) -> list[int]:
        """Columns of the current turn: one, or one per part; none in a chart."""
        if self._is_chart:
            return []
        if not self._has_parts:
            return [self.margin + self.now_column]
        first, each = self.margin + 1, self.room + 2
        return [first + player * each + self.now_column for player in range(len(self._styles))]

    @property
    def _has_parts(self) -> bool:
        """Whether more than two players share one line, each with a part."""
        return self.size.height == 2 and len(self._styles) > 2 and self._part_room >= SMALLEST_PART

    @property
    def _part_room(self) -> int:
        """Width of each player's part, without its letter and blank."""
        return super().room // max(len(self._styles), 1) - 2

    def _draw_row(self, y: int, background: Style) -> list[Cell]:
        """One line without the highlight; cached by the caller."""
        rows = self.size.height - 1
        if self._columns is None:
            self._columns = self._columns_now()
        cells = self._mark_cells() if y == rows else self._strength_cells(y, rows)
        margin = self._margin_cells(y, rows)
        return [(character, background + style) for character, style in (*margin, *cells)]

    def _margin_cells(self, y: int, rows: int) -> list[Cell]:
        if not self._is_chart:
            return [BLANK] * self.margin
        labels = {0: "100", rows - 1: "0"} | ({rows // 2: "50"} if rows % 2 and rows > 1 else {})
        rail = component_style(self, "bar--rail")
        return [(sign, rail) for sign in f"{labels.get(y, ''):>3} "]

    def _columns_now(self) -> list[tuple[int, ...]]:
        """Values of all players by column: chances if shown, else strength."""
        if self._judgement is not None:
            return chance_columns(self._judgement, len(self._styles), self.room, self.last)
        return [] if self._statistics is None else strengths(self._statistics, self.room)

    def _mark_cells(self) -> list[Cell]:
        mark = component_style(self, "bar--mark")
        rail = component_style(self, "bar--rail")
        dash = " " if self._has_parts else "-" if self._is_ascii else "─"
        symbols = {column: SYMBOLS[moment.mark] for column, moment in self._marks.items()}
        cells = [
            (symbols[column], mark) if column in symbols else (dash, rail)
            for column in range(self.room)
        ]
        return [BLANK, *cells, BLANK] * len(self._styles) if self._has_parts else cells

    def _strength_cells(self, y: int, rows: int) -> list[Cell]:
        columns = self._columns or []
        pen = Pen(self._styles, self._is_ascii)
        if self._has_parts:
            parts = (
                [(self._letters[player], style), *self._bars(columns, player), BLANK]
                for player, style in enumerate(self._styles)
            )
            return [cell for part in parts for cell in part]
        if rows == 1 and len(self._styles) <= 2:
            return [self._duel(column, pen) for column in columns]
        soft = muted(self._styles, self) if pen.has_colors else self._styles
        return area_rows(columns, None, rows, Pen(soft, self._is_ascii))[y]

    def _bars(self, columns: Sequence[tuple[int, ...]], player: int) -> list[Cell]:
        """Bars of one player over the whole game."""
        most = max((max(column, default=0) for column in columns), default=0)
        most = most if self._judgement is None else 100
        scale = DIGITS if self._is_ascii else BLOCKS
        style = self._styles[player]
        style = style if self._is_ascii else Style(color=own_color(style))
        return [(scale[level(column[player], most, len(scale))], style) for column in columns]

    def _duel(self, column: tuple[int, ...], pen: Pen) -> Cell:
        """One cell: the first player's share from the bottom, the second player's above it."""
        if not any(column):
            return BLANK
        scale = DIGITS if self._is_ascii else BLOCKS
        share = scale[round(column[0] * (len(scale) - 1) / sum(column))]
        if not pen.has_colors:
            return share, self._styles[0]
        colors = [own_color(style) for style in self._styles]
        return share, Style(color=colors[0], bgcolor=colors[-1] if len(column) > 1 else None)


def _segments(cells: Sequence[Cell]) -> Iterator[Segment]:
    """Segments of neighbouring cells with the same style."""
    for style, group in groupby(cells, key=lambda cell: cell[1]):
        yield Segment("".join(character for character, _ in group), style)
