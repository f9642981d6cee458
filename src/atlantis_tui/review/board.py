"""The board of the review screen: arrows walk through the game, letters over the board.

While the game plays by itself every key but those for its speed only pauses it.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from atlantis_tui.board_view import BoardView

QUICKER = frozenset({"plus", "equals_sign"})
SLOWER = frozenset({"minus"})


class ReviewBoard(BoardView):
    """A board on which left and right are turns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "screen.back", "Turn back"),
        Binding("right,l", "screen.forward", "Turn on"),
        Binding("up", "screen.row(-1)", "Up in the list"),
        Binding("down", "screen.row(1)", "Down in the list"),
        Binding("home", "screen.start", "To the start"),
        Binding("end", "screen.end", "To the end"),
        Binding("pageup", "screen.back(10)", "Ten turns back"),
        Binding("pagedown", "screen.forward(10)", "Ten turns on"),
        Binding("space", "screen.play", "Play"),
        Binding("enter", "screen.why", "Why does this field hold what it holds?"),
    ]

    class Interrupted(Message):
        """A key was pressed while the game plays by itself."""

        def __init__(self, faster: int) -> None:
            super().__init__()
            self.faster = faster
            """1 quicker, -1 slower, 0 pause."""

    is_playing = False

    def on_key(self, event: events.Key) -> None:
        if self.is_playing:
            event.stop()
            event.prevent_default()
            faster = 1 if event.key in QUICKER else -1 if event.key in SLOWER else 0
            self.post_message(self.Interrupted(faster))
