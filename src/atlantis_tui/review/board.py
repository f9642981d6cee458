"""The board of the review screen: arrows walk through the game, letters over the board."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_core.grid import Field
from atlantis_tui.board.view import BoardView

WALKING_KEYS: tuple[Binding, ...] = (
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
)
"""The board would scroll or step with these; the screen has them too, for when it is hidden."""


class ReviewBoard(BoardView):
    """A board on which left and right are turns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *WALKING_KEYS,
        Binding("L", "toggle_labels", "Show or hide names of fields"),
    ]

    first: Field | None = None
    """A field worth looking at: where the cursor begins; None for the middle."""

    def nearest_to_middle(self) -> Field | None:
        return self.first or super().nearest_to_middle()
