"""What is copied to be put somewhere else: the moves of a turn, the board as text."""

from __future__ import annotations

from atlantis_core.diagram import Look, Style, draw
from atlantis_core.grid import format_moves
from atlantis_core.review.walk import Walk
from .errors import ExportError


def picture(walk: Walk, style: Style, letters: str) -> str:
    """The board as text."""
    return f"{draw(walk.position, style, axes=True, look=Look(letters or 'A'))}\n"


def turn_text(walk: Walk) -> str:
    """The moves of the turn, as one would type them."""
    if not walk.turn:
        raise ExportError("the start has no moves")
    return format_moves(walk.line.moves_of(walk.turn))
