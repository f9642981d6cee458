"""Controls that both review screens have: rows of the panel, autoplay, field history, comparing.

Each moves the replay cursor and repaints. None edits the game.
"""

from __future__ import annotations

from atlantis_core.positions.grid import Field
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_tui.board.field_text import describe_field
from atlantis_tui.widgets.base_screen import BaseScreen
from .autoplay import Autoplay
from .replay_view import ReplayView


class ReplayControls:
    def __init__(self, screen: BaseScreen, view: ReplayView, replay: ReplayCursor) -> None:
        self._screen, self._view, self._replay = screen, view, replay
        self.autoplay = Autoplay(view.frame, self._play_on, self._autoplay_changed)

    def moved(self, has_moved: bool, otherwise: str = "") -> None:
        """Repaint after a move of the cursor, or show why it did not move."""
        self._view.frame.say("" if has_moved else otherwise)
        if has_moved:
            self._view.history.follow()
            self._view.explorer.follow()
            self._view.paint()

    def go(self, place: Place, step: int | None = None) -> None:
        self.moved(self._replay.go(place, step), "already at that turn")

    def forward(self, turns: int) -> None:
        self.moved(self._replay.forward(turns), "end of this line")

    def back(self, turns: int) -> None:
        self.moved(self._replay.back(turns), "start of the game")

    def start(self) -> None:
        self.moved(self._replay.go_to_turn(0), "start of the game")

    def end(self) -> None:
        last = self._replay.line.turn_number
        self.moved(self._replay.go_to_turn(last), "end of this line")

    def step_forward(self) -> None:
        self.moved(self._replay.step_forward(), "end of this line")

    def step_back(self) -> None:
        self.moved(self._replay.step_back(), "start of the game")

    def scrub(self, by: int) -> None:
        """Go to the turn of the next or previous column of the timeline."""
        turn = self._view.timeline.turn_beside(by)
        self.moved(self._replay.go_to_turn(turn), "the timeline ends here")

    def scrubbed(self, turn: int) -> None:
        """Go to a turn that was clicked on the timeline."""
        if self._replay.go_to_turn(turn):
            self.moved(has_moved=True)

    def row(self, by: int) -> None:
        """Select the next or previous row of the side panel."""
        for panel in (self._view.history, self._view.explorer):
            if panel.is_open:
                panel.choose(panel.chosen + by)
                self._view.paint_side()
                return
        place = self._view.rows.beside(self._replay.place, by)
        self.moved(self._replay.go(place), "the list ends here")

    def pick_row(self, number: int) -> None:
        rows = self._view.rows
        if number < len(rows.visible):
            self.go(rows.place_of(number))

    def describe(self, field: Field) -> None:
        """Say what is on a field."""
        cast = self._view.player_list.cast
        self._view.frame.say(describe_field(self._replay.position, field, cast))

    # Autoplay.

    def play(self) -> None:
        """Start autoplay, from the start if the cursor is at the end."""
        if self._is_at_end:
            self._replay.go_to_turn(0)
        self.autoplay.play()
        self._view.pace = self.autoplay.pace
        self.moved(has_moved=True)

    @property
    def _is_at_end(self) -> bool:
        replay = self._replay
        return replay.turn == replay.line.turn_number and not replay.is_inside_turn

    def _play_on(self) -> bool:
        options, replay = self._screen.atlantis.options, self._replay
        by_turns = options.slow or not options.animation
        if replay.forward() if by_turns else replay.step_forward():
            self.moved(has_moved=True)
        return not self._is_at_end

    def _autoplay_changed(self, said: str) -> None:
        self._view.pace = self.autoplay.pace if self.autoplay.is_playing else ""
        self._view.paint_bars()
        if said:
            self._view.frame.say(said)

    # History of a field, and comparing.

    def why(self) -> None:
        """Show the history of the field under the cursor, or go to its selected event."""
        board, history = self._view.board, self._view.history
        if history.is_open and board.cursor in (None, history.field):
            self.pick_event(history.chosen)
            return
        if board.cursor is None:
            board.cursor = board.nearest_to_middle()
        if board.cursor is not None:
            self.open_history(board.cursor)

    def open_history(self, field: Field) -> None:
        """Show the history of a field in the side panel."""
        self._view.history.open(field)
        if not self._view.frame.has_side:
            self._view.frame.want_side(is_wanted=True)
        self._view.paint_side()
        self._view.paint_bars()

    def pick_event(self, number: int) -> None:
        """Go to the turn and step of an event; keeps the history open."""
        history, event = self._view.history, self._view.history.events[number]
        field, events = history.field, history.events
        history.close()
        self.go(Place(self._replay.path, event.turn), event.step or None)
        history.field, history.events, history.chosen = field, events, number
        self._view.paint_side()
        self._view.paint_bars()

    def compare(self) -> None:
        """Start or stop comparing this position with others."""
        if not self._view.compare(None):
            self._view.compare(self._replay.place)
            self._view.frame.say("comparing with this turn: go to another turn; press b to stop")
