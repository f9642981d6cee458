"""Board of the review screen: arrow keys change the turn, letters move the cursor."""

from __future__ import annotations

from atlantis_core.positions.grid import Field
from atlantis_tui.board.view import BoardView
from atlantis_tui.widgets.key_bindings import parse_bindings

NAVIGATION_KEYS = parse_bindings("""
    left,h    screen.back         Previous turn
    right,l   screen.forward      Next turn
    up        screen.row(-1)      Previous row
    down      screen.row(1)       Next row
    home      screen.start        Start of the game
    end       screen.end          End of this line
    pageup    screen.back(10)     Ten turns back
    pagedown  screen.forward(10)  Ten turns forward
    space     screen.play         Start autoplay
    enter     screen.why          Show what happened on this field
""")
"""Bound on the board, which would scroll otherwise, and on the screen, for a hidden board."""


class ReviewBoard(BoardView):
    """A board on which Left and Right change the turn."""

    BINDINGS = NAVIGATION_KEYS + parse_bindings("""
        L  toggle_labels  Show or hide field names
    """)

    first: Field | None = None
    """First field of the cursor; None for the middle."""

    def nearest_to_middle(self) -> Field | None:
        return self.first or super().nearest_to_middle()
