"""Board of the review screen: arrow keys change the turn, letters move the cursor."""

from __future__ import annotations

from atlantis_core.positions.grid import Field
from atlantis_tui.board.view import BoardView
from atlantis_tui.widgets.key_bindings import parse_bindings

NAVIGATION_KEYS = parse_bindings("""
    Navigation
    left,h    screen.back         Turn: previous
    right,l   screen.forward      Turn: next
    pageup    screen.back(10)     Ten turns: back
    pagedown  screen.forward(10)  Ten turns: forward
    home      screen.start        Game or variation: start
    end       screen.end          Game or variation: end
    up        screen.row(-1)      Turn list: up
    down      screen.row(1)       Turn list: down
    space     screen.play         Autoplay; + - change the speed, any key pauses
    Analysis
    enter     screen.why          History of this field; press again to go to an event
""")
"""Bound on the board, which would scroll otherwise, and on the screen, for a hidden board."""


class ReviewBoard(BoardView):
    """A board on which Left and Right change the turn."""

    BINDINGS = NAVIGATION_KEYS + parse_bindings("""
        Board
        L  toggle_labels   Field names: all, near the cursor, none
        O  toggle_overlay  Overlay: none, territory, tide
    """)

    first: Field | None = None
    """First field of the cursor; None for the middle."""

    def nearest_to_middle(self) -> Field | None:
        return self.first or super().nearest_to_middle()
