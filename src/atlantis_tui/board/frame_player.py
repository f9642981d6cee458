"""Animates a played turn frame by frame. A key skips the animation and then does what it does.

The turn is saved before the animation starts, so skipping loses nothing. Calls `done` at the end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from textual import events
from textual.timer import Timer

from atlantis_core.narration import Cast, describe_turn_steps
from atlantis_core.positions.events import TurnReport, Wave
from atlantis_core.positions.position import Position
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.board_frame import BoardFrame
from .marks import Marking
from .turn_marks import mark_changes, mark_explosions, mark_step
from .view import BoardView

BEATS = {1: 1.6, 2: 0.8, 3: 0.4, 4: 0.15}
"""Seconds per frame, by animation speed."""
KEYS_WHILE_SHOWING = frozenset(
    {"Q", "escape", "question_mark", "f1", "less_than_sign", "greater_than_sign"}
)
"""Do not skip the animation: games between bots hardly ever pause."""


class Frame(NamedTuple):
    """A picture and its duration in beats."""

    position: Position
    marks: Marking
    caption: str
    beats: float = 1.0


class FramePlayer:
    """Shows the frames of a turn on a board, one per timer tick."""

    def __init__(
        self,
        frame: BoardFrame,
        board: BoardView,
        options: Callable[[], Options],
        done: Callable[[], None],
    ) -> None:
        self._frame, self._board, self._options, self._done = frame, board, options, done
        self.frames: deque[Frame] = deque()
        """Frames not shown yet."""
        self.is_showing = False
        self.is_waiting = False
        """Whether the next frame is due but another screen covers the board."""
        self._beat: Timer | None = None

    def show(self, report: TurnReport, cast: Cast) -> None:
        """Animate a turn, or show its end at once if animation is off."""
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
        """Stop the animation without calling `done`."""
        self.frames.clear()
        self.is_showing = self.is_waiting = False
        if self._beat is not None:
            self._beat.stop()

    def skip(self) -> bool:
        """End the animation. Returns whether one was running."""
        if not self.is_showing:
            return False
        self.stop()
        self._frame.say("")
        self._done()
        return True

    def skip_with(self, event: events.Key) -> bool:
        """Let most keys skip all turns that wait to be shown.

        Returns False: the key then has its usual effect, so that none that was typed ahead is lost.
        """
        if event.key not in KEYS_WHILE_SHOWING:
            while self.skip():
                pass
        return False

    def resume(self) -> None:
        """Continue after the screen that covered the board has closed."""
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


def turn_frames(report: TurnReport, cast: Cast) -> Iterator[Frame]:
    """The moves, waves and growth of a turn; one frame if nothing happens."""
    before = report.start
    for event, caption in describe_turn_steps(report, cast):
        if isinstance(event, Wave):
            yield Frame(before, mark_explosions(event), caption, 0.6)
        if event is None:
            yield Frame(before, mark_changes(before, before), caption)
        else:
            yield Frame(event.after, mark_step(event), caption)
            before = event.after


def summary_frame(report: TurnReport, cast: Cast) -> Frame:
    """A whole turn in one frame, for slow connections."""
    caption = " ".join(frame.caption for frame in turn_frames(report, cast))
    moves = (event.move for event in report.moves)
    return Frame(report.end, mark_changes(report.start, report.end, moves), caption, 2.0)
