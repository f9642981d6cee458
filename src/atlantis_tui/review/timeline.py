"""The timeline: the whole game under the board, and the bar to scrub it with.

With room a line for each player's strength; otherwise one line, which two players share turn by
turn and more of them side by side, each with the whole game in a part of it. Below lie the marks,
in every part once.
Only the columns between the old and the new turn are repainted when one walks. Knows columns; what
lies behind them is in `plot_points`.
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
from atlantis_tui.terminal.palette import own_color
from atlantis_tui.widgets.scrub_bar import ScrubBar, place_of_column
from atlantis_tui.widgets.text_looks import component_style
from .plot_points import chance_columns, level, marks_by_column, strengths

SIGNS = {
    MomentKind.CHAIN: "*",
    MomentKind.LEAD: "^",
    MomentKind.ELIMINATION: "x",
    MomentKind.COMMENT: '"',
    MomentKind.VARIATION: "+",
    MomentKind.TURNING_POINT: "!",
    MomentKind.MISTAKE: "?",
}
BLOCKS = " ▁▂▃▄▅▆▇█"
DIGITS = "0123456789"
Cell = tuple[str, Style]
BLANK: Cell = (" ", Style())
MARGIN = 2
"""Columns for the letters of the players."""
SMALLEST_PART = 6
"""Columns that the game of one player needs in a line that several share."""


class Timeline(ScrubBar):
    """Strength and marks over all turns; a click or a drag asks for a turn."""

    DEFAULT_CSS = "Timeline { height: 2; }"

    margin = MARGIN

    def __init__(self) -> None:
        super().__init__(id="timeline")
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
        """Show another line of the game, or more marks of the same."""
        self._statistics, self.last = statistics, len(statistics) - 1
        self._moments = tuple(moments)
        self._letters, self._styles, self._is_ascii = letters, tuple(styles), is_ascii
        self._forget()
        self.refresh()

    def show_chances(self, judgement: Judgement | None) -> None:
        """Show everybody's chances as a judge sees them; with None, strength as before."""
        if judgement is not self._judgement:
            self._judgement = judgement
            self._forget()
            self.refresh()

    def show_turn(self, turn: int) -> None:
        """Move the sign of where one stands."""
        before = self._now_columns
        self.now = turn
        after = self._now_columns
        if before != after:
            lines, columns = range(self.size.height), (*before, *after)
            self.refresh(*(Region(column, y, 1, 1) for y in lines for column in columns))

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Show other marks; only their line is repainted."""
        if tuple(moments) != self._moments:
            self._moments = tuple(moments)
            self._marks = marks_by_column(self._moments, self.room, self.last)
            self._rows.pop(self.size.height - 1, None)
            self.refresh(Region(0, self.size.height - 1, self.size.width, 1))

    @property
    def room(self) -> int:
        """How many columns the game has, in each part if there are some."""
        return self._part_room if self._has_parts else super().room

    def place_at(self, column: int) -> int:
        if self._has_parts:
            within = (column - MARGIN) % (self.room + 2) - 1
            return place_of_column(within, self.room, self.last)
        return super().place_at(column)

    def turn_beside(self, by: int) -> int:
        """The turn so many columns further: always another one, as long as there is one."""
        turn = place_of_column(self.now_column + by, self.room, self.last)
        if turn == self.now:
            turn += 1 if by > 0 else -1
        return min(max(turn, 0), self.last)

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
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
            self._forget()  # it may be drawn at its new size before it hears of that
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._draw_row(y, background)
        here = component_style(self, "bar--now")
        segments: list[Segment] = []
        done = 0
        for now in self._now_columns:
            sign, style = row[now]
            segments += [*_segments(row[done:now]), Segment(sign, style + here)]
            done = now + 1
        return Strip([*segments, *_segments(row[done:])]).crop_extend(0, width, background)

    @property
    def _now_columns(self) -> list[int]:
        """Where the turn that is shown stands: once, or once for every player."""
        if not self._has_parts:
            return [MARGIN + self.now_column]
        first, each = MARGIN + 1, self.room + 2
        return [first + player * each + self.now_column for player in range(len(self._styles))]

    @property
    def _has_parts(self) -> bool:
        """Whether more than two players share one line."""
        return self.size.height == 2 and len(self._styles) > 2 and self._part_room >= SMALLEST_PART

    @property
    def _part_room(self) -> int:
        """The columns that each player has then, between a letter and a blank."""
        return super().room // max(len(self._styles), 1) - 2

    def _draw_row(self, y: int, background: Style) -> list[Cell]:
        """One line without the sign of where one stands; kept until something changes."""
        rows = self.size.height - 1
        if self._columns is None:
            self._columns = self._columns_now()
        cells = self._mark_cells() if y == rows else self._strength_cells(y, rows)
        text, style = self._margin(y, rows)
        margin = [(sign, style) for sign in text.ljust(MARGIN)]
        return [(sign, background + style) for sign, style in (*margin, *cells)]

    def _columns_now(self) -> list[tuple[int, ...]]:
        """What every player has in each column: chances if they are shown, else strength."""
        if self._judgement is not None:
            return chance_columns(self._judgement, len(self._styles), self.room, self.last)
        return [] if self._statistics is None else strengths(self._statistics, self.room)

    def _margin(self, y: int, rows: int) -> Cell:
        if y < rows == len(self._styles) > 1:
            return self._letters[y], self._styles[y]
        return "", Style()

    def _mark_cells(self) -> list[Cell]:
        mark = component_style(self, "bar--mark")
        rail = component_style(self, "bar--rail")
        dash = "-" if self._is_ascii else "─"
        signs = {column: SIGNS[moment.mark] for column, moment in self._marks.items()}
        cells = [
            (signs[column], mark) if column in signs else (dash, rail)
            for column in range(self.room)
        ]
        return [BLANK, *cells, BLANK] * len(self._styles) if self._has_parts else cells

    def _strength_cells(self, y: int, rows: int) -> list[Cell]:
        columns = self._columns or []
        if rows == len(self._styles) > 1:
            return self._bars(columns, y)
        if self._has_parts:
            parts = (
                [(self._letters[player], style), *self._bars(columns, player), BLANK]
                for player, style in enumerate(self._styles)
            )
            return [cell for part in parts for cell in part]
        return [self._duel(column) for column in columns]

    def _bars(self, columns: Sequence[tuple[int, ...]], player: int) -> list[Cell]:
        """The whole game of one player."""
        most = max((max(column, default=0) for column in columns), default=0)
        most = most if self._judgement is None else 100
        scale = DIGITS if self._is_ascii else BLOCKS
        style = self._styles[player]
        style = style if self._is_ascii else Style(color=own_color(style))
        return [(scale[level(column[player], most, len(scale))], style) for column in columns]

    def _duel(self, column: tuple[int, ...]) -> Cell:
        """The strongest over the second: height is its share of both."""
        if not any(column):
            return " ", Style()
        first, *others = sorted(range(len(column)), key=lambda n: (-column[n], n))
        if self._is_ascii or self._styles[first].color is None:
            return self._letters[first], self._styles[first]
        second = others[0] if others else None
        other = column[second] if second is not None else 0
        share = level(column[first], column[first] + other, len(BLOCKS))
        background = own_color(self._styles[second]) if second is not None and other else None
        return BLOCKS[share], Style(color=own_color(self._styles[first]), bgcolor=background)


def _segments(cells: Sequence[Cell]) -> Iterator[Segment]:
    """Neighbouring cells of the same style together."""
    for style, group in groupby(cells, key=lambda cell: cell[1]):
        yield Segment("".join(sign for sign, _ in group), style)
