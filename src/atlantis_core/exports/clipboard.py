"""Text for the clipboard: the moves of a turn, the board as text."""

from __future__ import annotations

from atlantis_core.diagram import Look, Style, draw
from atlantis_core.grid import format_moves
from atlantis_core.review.replay_cursor import ReplayCursor
from .errors import ExportError


def picture(replay: ReplayCursor, style: Style, letters: str) -> str:
    """The board as text."""
    return f"{draw(replay.position, style, axes=True, look=Look(letters or 'A'))}\n"


def turn_text(replay: ReplayCursor) -> str:
    """The moves of the turn, as a player would type them."""
    if not replay.turn:
        raise ExportError("the start has no moves")
    return format_moves(replay.line.moves_of(replay.turn))
