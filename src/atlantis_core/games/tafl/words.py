"""Describes the bot's evaluation of a move, for a hint."""

from __future__ import annotations

from atlantis_core.games.search import WON, Found
from .move_text import format_move
from .play import Position, play_legal
from .tables import Move

_SURE = WON // 2
_AHEAD = 150


def describe_worth(position: Position, found: Found[Move]) -> str:
    """``the defenders are ahead after Kd4-d6 a4-a6``."""
    side, other = position.to_move.value, position.to_move.opponent.value
    line = _line(position, found.line)
    if found.worth > _SURE:
        return f"the {side} win within {WON - found.worth} half-moves: {line}"
    if found.worth < -_SURE:
        return f"the {other} win within {WON + found.worth} half-moves: {line}"
    if abs(found.worth) < _AHEAD:
        return f"neither side is far ahead after {line}"
    return f"the {side if found.worth > 0 else other} are ahead after {line}"


def _line(position: Position, moves: tuple[Move, ...]) -> str:
    written = []
    for move in moves:
        written.append(format_move(position, move))
        position = play_legal(position, move)
    return " ".join(written)
