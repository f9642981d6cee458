"""Frame shared by the play and review screens of other games: picture, players, animation."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from textual.timer import Timer
from textual.widget import Widget

from atlantis_core.games.protocol import Drawn, Record
from atlantis_core.seats import Seat
from atlantis_tui.base_app import BaseApp
from atlantis_tui.board.frame_player import BEATS
from atlantis_tui.terminal.palette import styles_of
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.picture_view import PictureView
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.text_lines import Line, wrapped
from .panel import player_lines


class PictureFrame(BoardFrame):
    """A picture with title, panel and message; runs animations and autoplay on a timer."""

    side_widths = range(24, 49)
    narrow = 0

    def __init__(
        self,
        app: BaseApp,
        record: Record,
        step: int,
        prompt: Prompt,
        *,
        has_cursor: bool = True,
        below: Widget | None = None,
    ) -> None:
        """`below` is a one-line widget below the picture."""
        drawn = record.position(step)
        self.picture = PictureView(drawn, record.colors, has_cursor=has_cursor, id="board")
        lines = (0, 0) if below is None else (1, 1)
        super().__init__(
            self.picture, self.picture.need, prompt=prompt, below=below, lines_below=lines
        )
        self._atlantis = app
        self._timer: Timer | None = None

    # Side panel.

    def player_lines(self, record: Record, step: int, seats: Sequence[Seat]) -> Iterator[Line]:
        """A line per player, in colours readable on the panel."""
        return player_lines(record, step, seats, styles_of(record.colors, self))

    def caption_lines(self, width: int) -> list[Line]:
        """The caption of the picture, if it has one."""
        caption = self.picture.picture.caption
        return [(), *wrapped([f"({caption})"], width, "dim")] if caption else []

    # Animation.

    @property
    def is_running(self) -> bool:
        return self._timer is not None

    def show_frames(self, frames: Iterable[Drawn], over: Callable[[], None]) -> None:
        """Show one frame after the other, then call `over`."""
        waiting = deque(frames)

        def step() -> bool:
            if waiting:
                self.picture.show(waiting.popleft())
                return True
            return False

        if step():
            self.repeat(0.5, step, over)
        else:
            over()

    def repeat(self, beats: float, step: Callable[[], bool], over: Callable[[], None]) -> None:
        """Call `step` at intervals until it returns False, then call `over`."""

        def tick() -> None:
            if not step():
                self.stop()
                over()

        self.stop()
        self._timer = self.set_interval(beats * BEATS[self._atlantis.options.speed], tick)

    def stop(self) -> bool:
        """Stop the timer. Returns whether it was running."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()
        return timer is not None

    def go_to(self, place: str) -> None:
        """Move the cursor to a place that the user typed."""
        if place in self.picture.picture.spots:
            self.picture.cursor = place
        else:
            self.say(f"no place named '{place}' on this board", "bad")

    def zoom(self, text: str) -> None:
        """Zoom to a size that the user typed."""
        if text.isascii() and text.isdigit() and len(text) < 3:
            self.picture.action_zoom(int(text) - 1 - self.picture.zoomed if int(text) else 0)
        else:
            self.say(f"not a zoom: '{text}' (expected 0 to fit, 1 for the smallest, 2, 3)", "bad")
