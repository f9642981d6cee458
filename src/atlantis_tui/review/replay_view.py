"""View of a `ReplayCursor`: boards, side panel, timeline, chart, title and key line.

Does not change the cursor. Compared positions are shown side by side if both fit, else only the
differences are marked.
"""

from __future__ import annotations

import asyncio
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

from textual.geometry import Size

from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.steps import differing_fields
from atlantis_tui.board.explorer import Explorer
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.player_list import PlayerList, board_of, player_list_of
from atlantis_tui.board.turn_marks import mark_changes, mark_step
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.prompt import Prompt
from . import bars, panels
from .board import ReviewBoard
from .chart import ChartView
from .field_history import FieldHistory
from .timeline import TIMELINE_LINES, Timeline
from .turn_rows import TurnRows

PLACEHOLDER = "42, 12.1/14, c5, b2-b4, areas, threats, compare 30, export board.svg, help"
if TYPE_CHECKING:
    from atlantis_core.review.turning_points import TurningPointFinder
_SLICE_SECONDS = 0.004
"""Duration of a slice: one turn on the largest boards, dozens on small ones."""
_MOST_JUDGED = 150_000
"""Fields in all positions together. Turning points of larger games would take seconds; they are
judged only on request."""


class ReplayView:
    """Owns the widgets of the review screen and repaints them together."""

    def __init__(self, screen: BaseScreen, document: GameDocument, replay: ReplayCursor) -> None:
        self._screen, self._document, self._replay = screen, document, replay
        self.history = FieldHistory(replay)
        self.explorer = Explorer(screen, lambda: _position_of(replay), self.paint_side)
        self.pinned: Place | None = None
        """The place that the board is compared with."""
        self._is_working = False
        self.pace = ""
        """Speed of autoplay; empty while it is off."""
        self.shows_chances = False
        """Whether the timeline shows winning chances instead of strength."""
        self.rows = TurnRows(replay.tree)
        self._counts = BackgroundCounts(replay)
        self._line_shown: object = None
        options = screen.atlantis.options
        self.board = board_of(ReviewBoard, document, options, replay.position)
        self.other = board_of(BoardView, document, options, replay.position, "other")
        self.other.can_focus = False
        self.chart, self.timeline = ChartView(), Timeline()
        self.frame = BoardFrame(
            self.board,
            self.board.need,
            prompt=Prompt(PLACEHOLDER, lambda _: None),
            beside=(self.other, self.chart),
            below=self.timeline,
            lines_below=TIMELINE_LINES,
        )

    @cached_property
    def player_list(self) -> PlayerList:
        return player_list_of(self._document, self._screen)

    def forget_styles(self) -> None:
        """Compute the colours of the players again, for another theme or number of colours."""
        vars(self).pop("player_list", None)
        self._line_shown = None

    # Painting.

    def paint(self) -> None:
        """Repaint after the cursor moved."""
        self._paint_boards()
        self._paint_line()
        self.timeline.show_turn(self._replay.turn)
        if self.chart.display:
            self.chart.show_turn(self._replay.turn)
        self.paint_side()
        self.paint_bars()

    def paint_edited(self) -> None:
        """Repaint after the game changed: turns that something refers to may be gone."""
        if self.pinned is not None and not self._replay.exists(self.pinned):
            self.compare(None)
        self.history.follow()
        self.explorer.follow()
        self.rows = TurnRows(self._replay.tree)
        self.timeline.show_moments(self._replay.moments())
        if self.shows_chances:
            self.shows_chances = self._replay.judgement is not None
            self.timeline.show_chances(self._replay.judgement)
        self.frame.say("")
        self.paint()

    def _paint_boards(self) -> None:
        replay = self._replay
        if self.board.cursor is None:
            self.board.first = _first_changed_field(replay)
        if self.pinned is None:
            self.board.show(replay.position, _mark_replay(replay))
            return
        other = replay.tree.line(self.pinned.path).position_after(self.pinned.turn)
        self.board.show(replay.position, mark_changes(other, replay.position))
        if self.other.display:
            self.other.show(other, mark_changes(replay.position, other))
            self.board.border_title = bars.caption(replay, replay.place)
            self.other.border_title = bars.caption(replay, self.pinned)

    def _paint_line(self) -> None:
        """Repaint timeline and chart if the cursor moved to another line."""
        statistics, player_list = self._replay.statistics, self.player_list
        if self._line_shown is statistics:
            return
        self._line_shown = statistics
        moments, letters = self._replay.moments(), player_list.cast.letters
        is_ascii = self._screen.atlantis.ascii_only
        self.timeline.show(statistics, moments, letters, player_list.styles, is_ascii=is_ascii)
        if self.chart.display:
            self._show_chart()
        self._screen.call_after_refresh(self._continue_analysis)

    def _show_chart(self) -> None:
        letters, styles = self.player_list.cast.letters, self.player_list.styles
        is_ascii = self._screen.atlantis.ascii_only
        statistics, turn = self._replay.statistics, self._replay.turn
        self.chart.show(statistics, turn, letters, styles, is_ascii=is_ascii)

    def _continue_analysis(self) -> None:
        """Run one slice of the background analysis, and schedule the next."""
        if not self._screen.is_attached:
            return
        replay = self._replay
        known = len(replay.statistics.moments()), replay.turning_points
        is_unfinished = self._counts.advance()
        # Only on changes: a file may mark every turn, and collecting marks is slower than counting.
        if not is_unfinished or known != (len(replay.statistics.moments()), replay.turning_points):
            self.timeline.show_moments(replay.moments())
        if is_unfinished:
            self._screen.set_timer(0.001, self._continue_analysis)
        else:
            self.paint_side()
            self._describe()

    def paint_side(self) -> None:
        if self.frame.has_side:
            room = self.frame.side_room
            parts = self.rows, self._replay, self.history, self.explorer
            overlay = self.board.overlay
            is_ascii = self._screen.atlantis.ascii_only
            lines = panels.side_lines(
                self.player_list, *parts, room, overlay=overlay, is_ascii=is_ascii
            )
            self.frame.show_side(lines)

    def paint_bars(self) -> None:
        frame, path = self.frame, self._document.path
        overlay = "" if frame.has_side else self.board.overlay_note
        name = overlay or (path.name if path else "a new game")
        against = str(self.pinned) if self.pinned is not None else ""
        frame.show_title(bars.title(self._replay, self.player_list, name, against, frame.width))
        navigation = bars.JUDGED_NAVIGATION if self.shows_chances else bars.NAVIGATION
        navigation = bars.EXPLORER if self.explorer.is_open else navigation
        keys = bars.FIELD_HISTORY if self.history.is_open else navigation
        keys = tuple(key for key in keys if self._can(key))
        frame.show_keys(bars.playing(self.pace) if self.pace else keys, bars.ANYWHERE)
        self._describe()

    def _can(self, key: Key) -> bool:
        """Whether the screen has the action of a key; that of remote players has fewer."""
        place, _, action = key[2].partition(".")
        return place != "screen" or hasattr(self._screen, f"action_{action.partition('(')[0]}")

    def _describe(self) -> None:
        if self.pinned is not None:
            self.frame.describe(bars.differing(self._replay, self.pinned))
        else:
            width, has_panel = self.frame.message_width, self.frame.has_side
            facts = self.rows.facts_at(self._replay.place)
            text = bars.describe_shown(
                self._replay, self.player_list, facts, width, has_panel=has_panel
            )
            self.frame.describe(text)
        self._start_computing_facts()

    def _start_computing_facts(self) -> None:
        """Compute the facts of turns with long chains in a thread."""
        replay, rows = self._replay, self.rows
        if replay.turn < replay.line.turn_number:
            rows.facts_at(Place(replay.path, replay.turn + 1))  # probably needed next
        if rows.waiting and not self._is_working:
            self._is_working = True
            self._screen.run_worker(self._compute_facts(), group="facts")

    async def _compute_facts(self) -> None:
        try:
            while self.rows.waiting:
                rows, place = self.rows, next(reversed(self.rows.waiting))
                report = await asyncio.to_thread(rows.compute_report, place)
                rows.store_report(place, report)
                if rows is self.rows and self._screen.is_attached:
                    self._replay.cache_report(place, report)
                    self.paint_side()
        finally:
            self._is_working = False
        if self._screen.is_attached:
            self._describe()

    def show_chances(self, *, is_shown: bool) -> None:
        """Show winning chances or strength on the timeline."""
        self.shows_chances = is_shown
        self.timeline.show_chances(self._replay.judgement if is_shown else None)
        self.timeline.show_moments(self._replay.moments())
        self.paint_side()
        self.paint_bars()

    # Second board, chart and history.

    def share_boards(self) -> None:
        """After layout: show the second board if there is room for it."""
        width, height = self._screen.app.size
        half = Size((width - self.frame.side_columns) // 2, height)
        fits = self.board.need(half).width <= half.width
        self.other.display = self.pinned is not None and fits and not self.chart.display
        self.board.set_class(self.other.display, "-captioned")
        self._screen.call_after_refresh(self.paint)

    def compare(self, place: Place | None) -> bool:
        """Compare with a place; None stops. Returns whether a comparison was shown before."""
        was_comparing = self.pinned is not None
        if place is not None:
            self._replay.tree.line(place.path).position_after(place.turn)  # raises NoSuchTurnError
        if place is not None or was_comparing:
            self.pinned = place
            self.frame.share_room()
        if place is None and was_comparing:
            self.frame.say("")
        return was_comparing

    def toggle_chart(self) -> None:
        self.chart.display = not self.chart.display
        self.board.styles.display = "none" if self.chart.display else "block"
        if self.chart.display:
            self._show_chart()
        self.frame.share_room()
        (self.chart if self.chart.display else self.board).focus()

    def close_chart(self) -> bool:
        """Show the board again. Returns whether the chart was open."""
        was_open = self.chart.display
        if was_open:
            self.toggle_chart()
        return was_open

    def toggle_explorer(self) -> None:
        """Open or close the explorer, in the side panel."""
        if self.close_explorer():
            return
        self.history.close()
        self.explorer.open()
        if not self.frame.has_side:
            self.frame.want_side(is_wanted=True)
        self.paint_side()
        self.paint_bars()

    def close_explorer(self) -> bool:
        """Close the explorer. Returns whether it was open."""
        was_open = self.explorer.close()
        if was_open:
            self.frame.want_side(None)
            self.paint_side()
            self.paint_bars()
        return was_open

    def close_history(self) -> bool:
        """Close the history of a field. Returns whether it was open."""
        was_open = self.history.close()
        if was_open:
            self.frame.want_side(None)
        return was_open


def _position_of(replay: ReplayCursor) -> Position:
    """The position after the shown turn, also while the cursor is inside it."""
    return replay.line.position_after(replay.turn)


def _mark_replay(replay: ReplayCursor) -> Marking:
    """Marks of the changes in the shown step or turn."""
    if not replay.turn:
        return mark_changes(replay.position, replay.position)
    if replay.step is None:
        before = replay.line.position_after(replay.turn - 1)
        return mark_changes(before, replay.position, replay.line.moves_of(replay.turn))
    return mark_step(replay.steps[replay.step - 1].event)


def _first_changed_field(replay: ReplayCursor) -> Field | None:
    """A field that the shown step or turn changed; None if it changed nothing."""
    if replay.step is not None:
        return next(iter(replay.touched), None)
    if not replay.turn:
        return None
    moves = replay.line.moves_of(replay.turn)
    if moves:
        return moves[0].destination
    changed = differing_fields(replay.line.position_after(replay.turn - 1), replay.position)
    return next(iter(changed), None)


class BackgroundCounts:
    """Remaining analysis of the current line: marks first, then turning points.

    Works in slices short enough not to delay keys; the caller repeats `advance`.
    """

    def __init__(self, replay: ReplayCursor) -> None:
        self._replay = replay
        self._finder: TurningPointFinder | None = None

    def advance(self) -> bool:
        """Work for one slice. Returns whether there is more to do."""
        until = monotonic() + _SLICE_SECONDS
        while self._replay.statistics.advance(1) or self._find_turning_points():
            if monotonic() > until:
                return True
        return False

    def _find_turning_points(self) -> bool:
        replay = self._replay
        main = replay.tree.main.positions
        is_done = replay.path or replay.turning_points is not None
        if is_done or not main[0].players or len(main) * len(main[0].board) > _MOST_JUDGED:
            return False
        if self._finder is None:
            from atlantis_core.review.turning_points import TurningPointFinder

            self._finder = TurningPointFinder(main)
        if self._finder.advance(1):
            return True
        replay.turning_points = self._finder.turning_points
        return False
