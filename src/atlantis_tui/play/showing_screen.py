"""Showing a turn that has been played: picture by picture, at once, or cut short by a key.

The turn is in the file before it is shown, so that skipping loses nothing. What comes after it
is decided in `flow_screen`, on top of this.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from atlantis_core.events import TurnReport
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.frames import Frame, summary_frame, turn_frames
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.hinting_screen import HintingScreen

BEATS = {1: 1.6, 2: 0.8, 3: 0.4, 4: 0.15}
"""Seconds that a picture stays, by speed."""


class ShowingScreen(HintingScreen):
    """A board on which turns are shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("less_than_sign", "speed(-1)", "Show turns more slowly"),
        Binding("greater_than_sign", "speed(1)", "Show turns more quickly"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._frames: deque[Frame] = deque()
        self._beat: Timer | None = None
        self._is_frame_waiting = False
        """A picture has stayed long enough, but something lies over the board."""

    def show_turn(self, report: TurnReport) -> None:
        """Show what happened, at once or picture by picture."""
        options, cast = self.atlantis.options, self.document.cast
        if options.slow and options.animation:
            self._frames = deque([summary_frame(report, cast)])
        else:
            self._frames = deque(turn_frames(report, cast) if options.animation else ())
        if not self._frames:
            self._turn_shown()
            return
        self.mode = Mode.SHOWING
        self.board.is_showing = True
        self.board.show(report.start)
        self.paint_side()
        self.paint_bars()
        self._next_frame()

    def stop_showing(self) -> None:
        """Forget the pictures of the turn that is being shown."""
        self._frames.clear()
        self._is_frame_waiting = False
        self.board.is_showing = False
        if self._beat is not None:
            self._beat.stop()

    def _next_frame(self) -> None:
        if not self._frames:
            self._turn_shown()
            return
        frame = self._frames.popleft()
        self.board.show(frame.position, frame.marks)
        self.say(frame.caption)
        beat = BEATS[self.atlantis.options.speed] * frame.beats
        self._beat = self.set_timer(beat, self._frame_over, name="frame")

    def _frame_over(self) -> None:
        if self.mode is not Mode.SHOWING:
            return
        if self.is_active:
            self._next_frame()
        else:
            self._is_frame_waiting = True

    def on_screen_resume(self) -> None:
        """Help or another window has gone from the board: go on where it came."""
        if self._is_frame_waiting:
            self._is_frame_waiting = False
            self._frame_over()

    def _turn_shown(self) -> None:
        self.stop_showing()
        self._message = None
        self.after_showing()

    @on(PlayBoard.Interrupted)
    def action_skip(self) -> None:
        """Most keys end the showing of a turn."""
        if self.mode is Mode.SHOWING:
            self._turn_shown()

    def action_speed(self, by: int) -> None:
        speed = min(max(self.atlantis.options.speed + by, min(BEATS)), max(BEATS))
        self.atlantis.set_options(replace(self.atlantis.options, speed=speed))
        self.say(f"turns are shown at speed {speed} of {max(BEATS)}")

    def after_showing(self) -> None:
        """The turn has been seen or skipped; for those who know what is next."""
