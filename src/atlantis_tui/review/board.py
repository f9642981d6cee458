"""The board of the review screen: arrows walk through the game, letters over the board."""

from __future__ import annotations

from atlantis_core.grid import Field
from atlantis_tui.board.view import BoardView
from atlantis_tui.widgets.key_bindings import parse_bindings

WALKING_KEYS = parse_bindings("""
    left,h    screen.back         Turn back
    right,l   screen.forward      Turn on
    up        screen.row(-1)      Up in the list
    down      screen.row(1)       Down in the list
    home      screen.start        To the start
    end       screen.end          To the end
    pageup    screen.back(10)     Ten turns back
    pagedown  screen.forward(10)  Ten turns on
    space     screen.play         Play
    enter     screen.why          Why does this field hold what it holds?
""")
"""The board would scroll or step with these; the screen has them too, for when it is hidden."""


class ReviewBoard(BoardView):
    """A board on which left and right are turns."""

    BINDINGS = WALKING_KEYS + parse_bindings("""
        L  toggle_labels  Show or hide names of fields
    """)

    first: Field | None = None
    """A field worth looking at: where the cursor begins; None for the middle."""

    def nearest_to_middle(self) -> Field | None:
        return self.first or super().nearest_to_middle()
