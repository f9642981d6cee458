"""What shows a walk: boards, panel, timeline, chart and bars, painted in step with each other.

Asks the walk for everything; changes nothing about it. Two boards stand side by side where both
fit while positions are compared, else differences are only marked.
"""

from __future__ import annotations

import asyncio
from functools import cached_property

from textual.geometry import Size

from atlantis_core.review.places import Place
from atlantis_core.review.walk import Walk
from atlantis_tui.board.roster import Roster, board_of, roster_of
from atlantis_tui.board.turn_marks import mark_changes
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.prompt import Prompt
from . import bars, panels
from .background_counts import Counting
from .board import ReviewBoard
from .chart import ChartView
from .field_story import FieldStory
from .step_marks import mark_walk, telling_field
from .timeline import Timeline
from .turn_rows import TurnRows

PLACEHOLDER = "42, 12.1/14, c5, b2-b4, areas, threats, compare 30, export board.svg, help"


class WalkView:
    """Everything that is seen of a walk."""

    def __init__(self, screen: BaseScreen, document: GameDocument, walk: Walk) -> None:
        self._screen, self._document, self._walk = screen, document, walk
        self.story = FieldStory(walk)
        self.pinned: Place | None = None
        """What the board is compared with."""
        self._is_working = False
        self.pace = ""
        """How quickly the game plays by itself; empty while it does not."""
        self.shows_chances = False
        """Whether the timeline shows what a judge thinks."""
        self.rows = TurnRows(walk.tree)
        self._counting = Counting(walk)
        self._line_shown: object = None
        options = screen.atlantis.options
        self.board = board_of(ReviewBoard, document, options, walk.position)
        self.other = board_of(BoardView, document, options, walk.position, "other")
        self.other.can_focus = False
        self.chart, self.timeline = ChartView(), Timeline()
        players = len(document.colors)
        self.frame = BoardFrame(
            self.board,
            self.board.need,
            prompt=Prompt(PLACEHOLDER, lambda _: None),
            beside=(self.other, self.chart),
            below=self.timeline,
            lines_below=(2, players + 1 if players > 2 else 2),
        )

    @cached_property
    def roster(self) -> Roster:
        return roster_of(self._document, self._screen)

    # Painting.

    def paint(self) -> None:
        """Bring everything up to date after a step."""
        self._paint_boards()
        self._paint_line()
        self.timeline.show_turn(self._walk.turn)
        if self.chart.display:
            self.chart.show_turn(self._walk.turn)
        self.paint_side()
        self.paint_bars()

    def paint_edited(self) -> None:
        """The same after the game itself has changed."""
        self.rows = TurnRows(self._walk.tree)
        self.timeline.show_moments(self._walk.moments())
        if self.shows_chances:
            self.shows_chances = self._walk.judgement is not None
            self.timeline.show_chances(self._walk.judgement)
        self.frame.say("")
        self.paint()

    def _paint_boards(self) -> None:
        walk = self._walk
        if self.board.cursor is None:
            self.board.first = telling_field(walk)
        if self.pinned is None:
            self.board.show(walk.position, mark_walk(walk))
            return
        other = walk.tree.line(self.pinned.path).position_after(self.pinned.turn)
        self.board.show(walk.position, mark_changes(other, walk.position))
        if self.other.display:
            self.other.show(other, mark_changes(walk.position, other))
            self.board.border_title = bars.caption(walk, walk.place)
            self.other.border_title = bars.caption(walk, self.pinned)

    def _paint_line(self) -> None:
        """Timeline and chart of another line, when one has changed over to it."""
        chronicle, roster = self._walk.chronicle, self.roster
        if self._line_shown is chronicle:
            return
        self._line_shown = chronicle
        moments, letters = self._walk.moments(), roster.cast.letters
        is_ascii = self._screen.atlantis.ascii_only
        self.timeline.show(chronicle, moments, letters, roster.styles, is_ascii=is_ascii)
        if self.chart.display:
            self._show_chart()
        self._screen.call_after_refresh(self._count_on)

    def _show_chart(self) -> None:
        letters, styles = self.roster.cast.letters, self.roster.styles
        self.chart.show(self._walk.chronicle, self._walk.turn, letters, styles)

    def _count_on(self) -> None:
        """Count a few turns more, as long as there are any and nobody waits."""
        if not self._screen.is_attached:
            return
        walk = self._walk
        known = len(walk.chronicle.moments()), walk.turning_points
        is_unfinished = self._counting.advance()
        # Only then, as a file may mark every turn: collecting them would take longer than counting.
        if not is_unfinished or known != (len(walk.chronicle.moments()), walk.turning_points):
            self.timeline.show_moments(walk.moments())
        if is_unfinished:
            self._screen.set_timer(0.001, self._count_on)
        else:
            self.paint_side()
            self._describe()

    def paint_side(self) -> None:
        if self.frame.has_side:
            room = self.frame.side_room
            lines = panels.side_lines(self.roster, self.rows, self._walk, self.story, room)
            self.frame.show_side(lines)

    def paint_bars(self) -> None:
        frame, path = self.frame, self._document.path
        name = path.name if path else "not saved"
        against = str(self.pinned) if self.pinned is not None else ""
        frame.show_title(bars.title(self._walk, self.roster, name, against, frame.width))
        walking = bars.WALKING_JUDGED if self.shows_chances else bars.WALKING
        keys = bars.ASKING if self.story.is_open else walking
        frame.show_keys(bars.playing(self.pace) if self.pace else keys, bars.ANYWHERE)
        self._describe()

    def _describe(self) -> None:
        if self.pinned is not None:
            self.frame.describe(bars.differing(self._walk, self.pinned))
        else:
            width, has_panel = self.frame.message_width, self.frame.has_side
            facts = self.rows.facts_at(self._walk.place)
            self.frame.describe(
                bars.happening(self._walk, self.roster, facts, width, has_panel=has_panel)
            )
        self._work_aside()

    def _work_aside(self) -> None:
        """Let what takes long be worked out in a thread, and shown when it is known."""
        walk, rows = self._walk, self.rows
        if walk.turn < walk.line.turn_number:
            rows.facts_at(Place(walk.path, walk.turn + 1))  # the next step may lead there
        if rows.waiting and not self._is_working:
            self._is_working = True
            self._screen.run_worker(self._work_out(), group="facts")

    async def _work_out(self) -> None:
        try:
            while self.rows.waiting:
                rows, place = self.rows, next(reversed(self.rows.waiting))
                report = await asyncio.to_thread(rows.work_out, place)
                rows.learn(place, report)
                if rows is self.rows and self._screen.is_attached:
                    self._walk.take_report(place, report)
                    self.paint_side()
        finally:
            self._is_working = False
        if self._screen.is_attached:
            self._describe()

    def show_chances(self, *, is_shown: bool) -> None:
        """Show chances on the timeline, or strength."""
        self.shows_chances = is_shown
        self.timeline.show_chances(self._walk.judgement if is_shown else None)
        self.timeline.show_moments(self._walk.moments())
        self.paint_side()
        self.paint_bars()

    # What stands beside or in the place of the board.

    def share_boards(self) -> None:
        """The room has been divided: show the second board if there is room for it."""
        width, height = self._screen.app.size
        half = Size((width - self.frame.side_columns) // 2, height)
        smallest = self.board.size_of(self.board.fitting(half)[0], axes=False)
        fits = smallest is not None and smallest.width <= half.width
        self.other.display = self.pinned is not None and fits and not self.chart.display
        self.board.set_class(self.other.display, "-captioned")
        self._screen.call_after_refresh(self.paint)

    def compare(self, place: Place | None) -> bool:
        """Compare with a place, or no more; says whether anything was compared before."""
        was_comparing = self.pinned is not None
        if place is not None:
            self._walk.tree.line(place.path).position_after(place.turn)  # raises NoSuchTurnError
        if place is not None or was_comparing:
            self.pinned = place
            self.frame.share_room()
        return was_comparing

    def toggle_chart(self) -> None:
        self.chart.display = not self.chart.display
        self.board.styles.display = "none" if self.chart.display else "block"
        if self.chart.display:
            self._show_chart()
        self.frame.share_room()
        (self.chart if self.chart.display else self.board).focus()

    def close_chart(self) -> bool:
        """Show the board again; says whether the chart was there."""
        was_open = self.chart.display
        if was_open:
            self.toggle_chart()
        return was_open

    def close_story(self) -> bool:
        """Tell of a field no more; says whether its story was told."""
        was_open = self.story.close()
        if was_open:
            self.frame.want_side(None)
        return was_open
