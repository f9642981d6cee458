"""A bar for a row of things in time: wherever the mouse points, it asks for that one."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widget import Widget


class ScrubBar(Widget):
    """Asks for places by click and drag; what it draws says which place lies where."""

    class Scrubbed(Message):
        """The mouse points at a place: a turn, or a step."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- what textual calls it
        super().__init__(id=id)
        self._is_dragged = False

    def place_at(self, column: int, line: int) -> int:
        """The place at a cell of the widget."""
        raise NotImplementedError

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._is_dragged = True
        self.capture_mouse()
        self.post_message(self.Scrubbed(self.place_at(event.x, event.y)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_dragged:
            event.stop()
            self.post_message(self.Scrubbed(self.place_at(event.x, event.y)))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self._is_dragged = False
        self.release_mouse()
