"""Walking on the screen: turns, steps, marks, the timeline, the story of a field, playing.

Every key ends in one method of `Walk` and one repaint.
"""

from __future__ import annotations

from itertools import islice
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from atlantis_core.grid import Field
from atlantis_core.review.history import field_events
from atlantis_core.review.lines import Place
from atlantis_tui.board.field_text import describe_field
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review.board import WALKING_KEYS
from atlantis_tui.review.frame_screen import Beside, FrameScreen
from atlantis_tui.review.timeline import Timeline

SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.15)
"""Seconds between two steps when the game plays by itself, from slow to quick."""
_QUICKER = frozenset({"plus", "equals_sign"})
_SLOWER = frozenset({"minus"})
MOST_EVENTS = 300
"""Of the story of a field; the dialogue tells all of it."""


class WalkScreen(FrameScreen):
    """A game to walk through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *WALKING_KEYS,
        Binding("left_square_bracket", "step_back", "Step back inside the turn"),
        Binding("right_square_bracket", "step_forward", "Step on inside the turn"),
        Binding("n", "next_mark", "Next marked moment"),
        Binding("N", "previous_mark", "Previous marked moment"),
        Binding("comma,less_than_sign", "scrub(-1)", "Back on the timeline"),
        Binding("full_stop,greater_than_sign", "scrub(1)", "On along the timeline"),
    ]

    def __init__(self, document: GameDocument, turn: int | None = None) -> None:
        super().__init__(document, turn)
        self.speed = 2
        self._timer: Timer | None = None

    # Walking.

    def walked(self, has_moved: bool, otherwise: str = "") -> None:
        """After a step: paint, or say why there was none."""
        self._message = None
        if not has_moved:
            self.say(otherwise)
            return
        if self.beside is Beside.WHY and self.asked is not None:
            self._ask(self.asked)
        self.paint()

    def go(self, place: Place, step: int | None = None) -> None:
        self.walked(self.review.go(place, step), "already there")

    def action_forward(self, turns: int = 1) -> None:
        self.walked(self.review.forward(turns), "this is the end of the line")

    def action_back(self, turns: int = 1) -> None:
        self.walked(self.review.back(turns), "this is the start")

    def action_start(self) -> None:
        self.walked(self.review.go_to_turn(0), "this is the start")

    def action_end(self) -> None:
        last = self.review.line.turn_number
        self.walked(self.review.go_to_turn(last), "this is the end of the line")

    def action_step_forward(self) -> None:
        self.walked(self.review.step_forward(), "this is the end of the line")

    def action_step_back(self) -> None:
        self.walked(self.review.step_back(), "this is the start")

    def action_next_mark(self) -> None:
        self.walked(self.review.go_to_next_moment(), "there is no marked turn after this one")

    def action_previous_mark(self) -> None:
        self.walked(self.review.go_to_previous_moment(), "there is no marked turn before this one")

    def action_scrub(self, by: int) -> None:
        turn = self.timeline.turn_beside(by)
        self.walked(self.review.go_to_turn(turn), "the timeline ends here")

    @on(Timeline.Scrubbed)
    def _scrubbed(self, event: Timeline.Scrubbed) -> None:
        if self.review.go_to_turn(event.turn):
            self.walked(has_moved=True)

    def action_row(self, by: int) -> None:
        """One row up or down in what the panel shows."""
        if self.beside is Beside.WHY:
            self.chosen_event = min(max(self.chosen_event + by, 0), max(len(self.events) - 1, 0))
            self.paint_side()
            return
        self.walked(self.review.go(self.rows.beside(self.review.place, by)), "the list ends here")

    def action_pick_row(self, number: int) -> None:
        if number < len(self.rows.visible):
            self.go(self.rows.visible[number].place)

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        position = self.review.position
        self.say(describe_field(position, event.field, self.company.cast))

    # Why.

    def action_why(self) -> None:
        """Tell the story of the field under the cursor, or go to the chosen event of it."""
        cursor = self.board.cursor
        if self.beside is Beside.WHY and (cursor is None or cursor == self.asked):
            self.action_pick_event(self.chosen_event)
            return
        if cursor is None:
            cursor = self.board.cursor = self.board.nearest_to_middle()
        if cursor is not None:
            self.ask_why(cursor)

    def ask_why(self, field: Field) -> None:
        """Show the story of a field in the panel."""
        self.chosen_event = 0
        self.beside = Beside.WHY
        self._ask(field)
        if not self.side.display:
            self._wants_side = True
            self.share_room()
        else:
            self.paint_side()
            self.paint_bars()

    def _ask(self, field: Field) -> None:
        self.asked = field
        walk = self.review
        self.events = list(islice(field_events(walk.line, field, walk.turn), MOST_EVENTS))
        self.chosen_event = min(self.chosen_event, len(self.events) - 1)

    def action_pick_event(self, number: int) -> None:
        """Go to the turn and step of an event; its story stays open."""
        event = self.events[number]
        asked, events, self.beside = self.asked, self.events, Beside.TURNS
        self.go(Place(self.review.path, event.turn), event.step or None)
        self.beside, self.asked, self.events, self.chosen_event = Beside.WHY, asked, events, number
        self.paint_side()
        self.paint_bars()

    def close_why(self) -> bool:
        """Close the story of a field; says whether one was open."""
        if self.beside is not Beside.WHY:
            return False
        self.beside = Beside.TURNS
        self._wants_side = None
        self.share_room()
        return True

    # Playing.

    def action_play(self) -> None:
        """Let the game play by itself, from the start if one is at its end."""
        if self.review.turn == self.review.line.turn_number and not self.review.is_inside_turn:
            self.review.go_to_turn(0)
        self._start_timer()
        self.walked(has_moved=True)

    def _start_timer(self) -> None:
        self._stop_timer()
        self._timer = self.set_interval(SPEEDS[self.speed], self._play_on)
        self.is_playing = True

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        self.is_playing = False

    def action_pause(self) -> None:
        self._stop_timer()
        self.paint_bars()

    def _play_on(self) -> None:
        options = self.atlantis.options
        by_turns = options.slow or not options.animation
        walk = self.review
        has_moved = walk.forward() if by_turns else walk.step_forward()
        is_done = walk.turn == walk.line.turn_number and not walk.is_inside_turn
        if has_moved:
            self.walked(has_moved=True)
        if is_done:
            self.action_pause()

    def on_key(self, event: events.Key) -> None:
        """While the game plays, every key but those for its speed only pauses it."""
        if not self.is_playing:
            return
        event.stop()
        event.prevent_default()
        faster = 1 if event.key in _QUICKER else -1 if event.key in _SLOWER else 0
        if not faster:
            self.action_pause()
            self.say("paused")
            return
        self.speed = min(max(self.speed + faster, 0), len(SPEEDS) - 1)
        self._start_timer()
        self.say(f"speed {self.speed + 1} of {len(SPEEDS)}")
