"""Showing a turn that has been played: picture by picture, at once, or cut short by a key.

The turn is in the file before it is shown, so that skipping loses nothing. What comes after it
is decided elsewhere: whoever shows a turn is told when it has been seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from textual import events
from textual.timer import Timer

from atlantis_core.events import TurnReport
from atlantis_core.narration import Cast
from atlantis_tui.game.frames import Frame, summary_frame, turn_frames
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.board_frame import BoardFrame
from .view import BoardView

BEATS = {1: 1.6, 2: 0.8, 3: 0.4, 4: 0.15}
"""Seconds that a picture stays, by speed."""
KEYS_WHILE_SHOWING = frozenset(
    {"Q", "escape", "question_mark", "f1", "less_than_sign", "greater_than_sign"}
)
"""Keep their meaning during an animation: games between bots hardly ever pause."""


class FramePlayer:
    """The pictures of a turn, and when the next one comes."""

    def __init__(
        self,
        frame: BoardFrame,
        board: BoardView,
        options: Callable[[], Options],
        done: Callable[[], None],
    ) -> None:
        self._frame, self._board, self._options, self._done = frame, board, options, done
        self.frames: deque[Frame] = deque()
        """What is still to come."""
        self.is_showing = False
        self.is_waiting = False
        """A picture has stayed long enough, but something lies over the board."""
        self._beat: Timer | None = None

    def show(self, report: TurnReport, cast: Cast) -> None:
        """Show what happened, at once or picture by picture."""
        options = self._options()
        if options.slow and options.animation:
            self.frames = deque([summary_frame(report, cast)])
        else:
            self.frames = deque(turn_frames(report, cast) if options.animation else ())
        self.is_showing = True
        if self.frames:
            self._board.show(report.start)
        self._next_frame()

    def stop(self) -> None:
        """Forget the pictures of the turn that is being shown."""
        self.frames.clear()
        self.is_showing = self.is_waiting = False
        if self._beat is not None:
            self._beat.stop()

    def skip(self) -> bool:
        """Enough seen; says whether anything was shown."""
        if not self.is_showing:
            return False
        self.stop()
        self._frame.say("")
        self._done()
        return True

    def take_key(self, event: events.Key) -> bool:
        """Most keys end the showing of a turn, and do nothing else."""
        return event.key not in KEYS_WHILE_SHOWING and self.skip()

    def resume(self) -> None:
        """Help or another window has gone from the board: go on where it came."""
        if self.is_waiting:
            self.is_waiting = False
            self._frame_over()

    def _next_frame(self) -> None:
        if not self.frames:
            self.skip()
            return
        frame = self.frames.popleft()
        self._board.show(frame.position, frame.marks)
        self._frame.say(frame.caption)
        beat = BEATS[self._options().speed] * frame.beats
        self._beat = self._board.set_timer(beat, self._frame_over, name="frame")

    def _frame_over(self) -> None:
        if not self.is_showing:
            return
        if self._board.screen.is_active:
            self._next_frame()
        else:
            self.is_waiting = True
