"""The frame of the review: board, panel, timeline and bars, painted in step with each other.

Holds where one stands and what is shown beside the board; asks the core for everything else.
The keys that go somewhere are in `walk_screen`, those that change something in `screen`, each
on top of the one before.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size

from atlantis_core.grid import Field
from atlantis_core.review.history import FieldEvent
from atlantis_core.review.lines import GameTree, Place
from atlantis_core.review.reasons import describe_contents
from atlantis_core.review.variations import MAIN
from atlantis_core.review.walk import Walk
from atlantis_core.scoring import is_over
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review import bars, panels
from atlantis_tui.review.background_counts import Counting
from atlantis_tui.review.board import ReviewBoard
from atlantis_tui.review.chart import ChartView
from atlantis_tui.review.panels import Company
from atlantis_tui.review.step_marks import mark_difference, mark_walk, telling_field
from atlantis_tui.review.timeline import Timeline
from atlantis_tui.review.turn_rows import TurnRows
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.text_lines import Piece, Row, TextLines
from atlantis_tui.widgets.wrapping import wrap

SIDE_WIDTHS = range(24, 45)
"""The panel beside the board: below the first it goes, above the last it needs no more."""
BARS = 3
MOST_LINES = 4
"""Of a message."""


@unique
class Beside(Enum):
    """What the panel shows below the players."""

    TURNS = "turns"
    WHY = "why"


class FrameScreen(BaseScreen):
    """A game that is looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "chart", "Chart of stones, secured and leading"),
        Binding("p", "toggle_side", "Show or hide the panel"),
        Binding("L", "toggle_labels", "Show or hide names of fields"),
    ]
    DEFAULT_CSS = """
    FrameScreen #chart { width: 1fr; height: 1fr; }
    FrameScreen #other { width: 1fr; height: 1fr; display: none; border-left: solid $primary; }
    FrameScreen:ansi #other { border-left: solid ansi_default; }
    FrameScreen { layers: default above; }
    FrameScreen > #overflow {
        display: none; layer: above; dock: bottom; margin-bottom: 2; height: auto;
        background: $background;
    }
    """

    def __init__(self, document: GameDocument, turn: int | None = None) -> None:
        super().__init__()
        self.document = document
        tree = GameTree.of_game(document.transcript, document.game)
        last = tree.main.turn_number
        self.review = Walk(tree, Place(MAIN, last if turn is None else min(turn, last)))
        self.rows = TurnRows(tree)
        self.beside = Beside.TURNS
        self.events: list[FieldEvent] = []
        self.chosen_event = 0
        self.asked: Field | None = None
        """The field whose story is told."""
        self.pinned: Place | None = None
        """What the board is compared with."""
        self.is_playing = False
        self._message: Piece | None = None
        self._wants_side: bool | None = None
        self._shared = Size(0, 0)
        self._side_room = 0, 0
        self._company: Company | None = None
        self._line_shown: object = None
        self._counting = Counting(self.review)

    def compose(self) -> ComposeResult:
        options = self.atlantis.options
        yield TextLines(id="title")
        with Horizontal(id="middle"):
            yield ReviewBoard(
                self.review.position,
                colors=self.document.colors,
                letters=self.document.cast.letters,
                zoom=options.zoom,
                labels=options.labels,
                id="board",
            )
            yield BoardView(
                self.review.position,
                colors=self.document.colors,
                letters=self.document.cast.letters,
                zoom=options.zoom,
                labels=options.labels,
                id="other",
            )
            yield ChartView(id="chart")
            yield TextLines(id="side")
        yield Timeline(id="timeline")
        yield TextLines(id="overflow")
        yield TextLines(id="message")
        yield TextLines(id="keys")

    # What is where.

    @property
    def board(self) -> ReviewBoard:
        return self.query_one("#board", ReviewBoard)

    @property
    def other(self) -> BoardView:
        """The second board, when two positions are compared side by side."""
        return self.query_one("#other", BoardView)

    @property
    def chart(self) -> ChartView:
        return self.query_one(ChartView)

    @property
    def timeline(self) -> Timeline:
        return self.query_one(Timeline)

    @property
    def side(self) -> TextLines:
        return self.query_one("#side", TextLines)

    @property
    def company(self) -> Company:
        if self._company is None:
            ground = self.background_colors[1]
            styles = player_styles(self.document.colors, ground, self.atlantis.color_depth)
            names = tuple(style.name for style in styles)
            self._company = Company(self.document.cast, names)
        return self._company

    def on_mount(self) -> None:
        self.other.can_focus = False
        self.board.focus()
        # Sizes are known before the first picture: it must not be an empty one.
        self.share_room(self.app.size)
        self.paint()
        self.call_after_refresh(self._count_on)

    # Painting.

    def paint(self) -> None:
        """Bring everything up to date after a step."""
        self._paint_boards()
        self._paint_line()
        self.timeline.show_turn(self.review.turn)
        if self.chart.display:
            self.chart.show_turn(self.review.turn)
        self.paint_side()
        self.paint_bars()

    def _paint_boards(self) -> None:
        walk = self.review
        if self.board.cursor is None:
            self.board.first = telling_field(walk)
        if self.pinned is None:
            self.board.show(walk.position, mark_walk(walk))
            return
        other = walk.tree.line(self.pinned.path).position_after(self.pinned.turn)
        self.board.show(walk.position, mark_difference(walk.position, other))
        if self.other.display:
            self.other.show(other, mark_difference(other, walk.position))

    def _paint_line(self) -> None:
        """Timeline and chart of another line, when one has changed over to it."""
        chronicle = self.review.chronicle
        if self._line_shown is chronicle:
            return
        self._line_shown = chronicle
        company = self.company
        self.timeline.show(
            chronicle,
            self.review.moments(),
            company.cast.letters,
            company.styles,
            is_ascii=self.atlantis.ascii_only,
        )
        if self.chart.display:
            self._show_chart()
        self.call_after_refresh(self._count_on)

    def _show_chart(self) -> None:
        letters, styles = self.company.cast.letters, self.company.styles
        self.chart.show(self.review.chronicle, self.review.turn, letters, styles)

    def _count_on(self) -> None:
        """Count a few turns more, as long as there are any and nobody waits."""
        if not self.is_attached:
            return
        is_unfinished = self._counting.advance()
        self.timeline.show_moments(self.review.moments())
        if is_unfinished:
            self.set_timer(0.001, self._count_on)
        else:
            self.paint_side()
            self.paint_message()

    def paint_side(self) -> None:
        side = self.side
        if not side.display:
            return
        width, height = self._side_room
        walk, company = self.review, self.company
        lines: list[Row] = []
        if company.styles:
            to_move = None if is_over(walk.position) else walk.position.to_move
            figures = walk.chronicle.figures(walk.turn)
            is_inside = walk.is_inside_turn
            rows = panels.player_lines(company, figures, to_move, width, is_inside=is_inside)
            lines = [*rows, ()]
        if self.beside is Beside.WHY:
            room = width, max(height - len(lines), 3)
            lines += panels.why_lines(
                company, self._why_heading(), self.events, self.chosen_event, room
            )
        else:
            room = width, height - len(lines)
            lines += panels.turns_and_notes(company, self.rows, walk, *room)
        side.show_lines(lines[:height])

    def _why_heading(self) -> str:
        if self.asked is None:
            return ""
        held = self.review.line.position_after(self.review.turn)[self.asked]
        return f"Why {self.asked}: {describe_contents(held, self.company.cast)}"

    def paint_bars(self) -> None:
        width = self.size.width
        name = self.document.path.name if self.document.path else "not saved"
        against = str(self.pinned) if self.pinned is not None else ""
        pieces = bars.title(self.review, self.company, name, against, width)
        self.query_one("#title", TextLines).show_line(*pieces)
        keys = bars.WALKING
        if self.is_playing:
            keys = bars.PLAYING
        elif self.beside is Beside.WHY:
            keys = bars.ASKING
        self.query_one("#keys", TextLines).show_line(*bars.key_bar(keys, width))
        self.paint_message()

    def paint_message(self) -> None:
        room = self._shared.width - 2
        text, look, _ = self._message or Piece(self._happening(room))
        *above, last = list(wrap(text, room))[:MOST_LINES]
        overflow = self.query_one("#overflow", TextLines)
        # What does not fit on its line covers the timeline for a while.
        if overflow.display is not bool(above):
            overflow.display = bool(above)
        overflow.show_lines([(" ", Piece(line, look)) for line in above])
        self.query_one("#message", TextLines).show_line(" ", Piece(last, look))

    def _happening(self, room: int) -> str:
        if self.pinned is not None:
            return bars.differing(self.review, self.pinned)
        return bars.happening(self.review, self.company, room)

    def say(self, text: str, look: str = "plain") -> None:
        """Put something on the message line; it stays until the next step."""
        self._message = Piece(text, look) if text else None
        self.paint_message()

    # Laying out: the board first, the timeline and the panel in what is left.

    def on_resize(self) -> None:
        if self.size != self._shared:
            self.share_room()

    def share_room(self, size: Size | None = None) -> None:
        """Give the timeline and the panel what the board does not need."""
        width, height = self._shared = size or self.size
        players = len(self.company.styles)
        board = self.board
        small = Size(width, max(height - BARS - 2, 1))
        large = Size(width, max(height - BARS - players - 1, 1))
        style = board.fitting(small)[0]
        has_room = players > 2 and height >= 30 and board.fitting(large)[0] is style
        lines = players + 1 if has_room else 2
        self.timeline.styles.height = lines
        need = board.size_of(style, axes=False) or small
        left = width - need.width
        if self._wants_side:
            left = max(left, min(SIDE_WIDTHS[-1], width // 2))
        is_shown = left >= SIDE_WIDTHS[0] if self._wants_side is None else self._wants_side
        aside = min(left, SIDE_WIDTHS[-1]) if is_shown else 0
        self.side.display = is_shown
        self.side.styles.width = max(aside, 1)
        # Two columns are the panel's padding.
        self._side_room = max(aside, SIDE_WIDTHS[0]) - 2, max(height - BARS - lines, 1)
        self._share_boards(Size((width - aside) // 2, height))
        if size is None:
            self.call_after_refresh(self.paint)

    def _share_boards(self, half: Size) -> None:
        """Two boards side by side where both fit, else marked differences only."""
        smallest = self.board.size_of(self.board.fitting(half)[0], axes=False)
        fits = smallest is not None and smallest.width <= half.width
        self.other.display = self.pinned is not None and fits and not self.chart.display

    def action_toggle_side(self) -> None:
        self._wants_side = not self.side.display
        self.share_room()

    def action_toggle_labels(self) -> None:
        self.board.labels = not self.board.labels

    def action_chart(self) -> None:
        self.chart.display = not self.chart.display
        self.board.styles.display = "none" if self.chart.display else "block"
        if self.chart.display:
            self._show_chart()
        self.share_room()
        (self.chart if self.chart.display else self.board).focus()
