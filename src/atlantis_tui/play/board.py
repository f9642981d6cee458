"""The board of the play screen: direction keys go to the screen, which knows what is lifted."""

from __future__ import annotations

from textual import events
from textual.message import Message

from atlantis_core.grid import Direction
from atlantis_tui.board_view import BoardView


class PlayBoard(BoardView):
    """A board on which a direction may mean a step or the aim of lifted stones."""

    class Directed(Message):
        """One of the six direction keys was pressed."""

        def __init__(self, direction: Direction) -> None:
            super().__init__()
            self.direction = direction

    class Interrupted(Message):
        """Any key was pressed while a turn is being shown."""

    is_showing = False
    """While a turn is shown, every key only skips it."""

    def on_key(self, event: events.Key) -> None:
        if self.is_showing:
            event.stop()
            event.prevent_default()
            self.post_message(self.Interrupted())

    def action_step(self, direction: str) -> None:
        self.post_message(self.Directed(Direction[direction]))

    def action_sidestep(self, side: int) -> None:
        # Left and right only walk: a line of lifted stones needs one of six directions.
        target = self.beside(side)
        if target is not None:
            self.cursor = target
