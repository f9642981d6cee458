"""Computes the info symbols of move records: threats to capture the king, and to escape.

`+`: the king can be captured next; `-`: he can escape next; `++` and `--`: it has happened.
In Damian Walker's algebraic style `+` and `++` refer to the moving side: it threatens to win, it
has won.
"""

from __future__ import annotations

from .pieces import THE_KING, Side
from .play import Ending, Position, consequences, legal_moves
from .tables import end_of, start_of

_ESCAPES = (Ending.ESCAPE_TO_CORNER, Ending.ESCAPE_TO_EDGE, Ending.EDGE_FORT)


def info_symbol(mover: Side, after: Position) -> str:
    """The symbol of a move by `mover` that led to a position; the mover's own threat first."""
    symbols = _symbols(after)
    first = "+" if mover is Side.ATTACKERS else "-"
    return first if first in symbols else symbols[0] if symbols else ""


def is_true(claim: str, mover: Side, after: Position) -> bool:
    """Whether the symbol of a record is correct, in either style. Ignores bars."""
    marks = claim.replace("|", "")
    if not marks:
        return True
    symbols = _symbols(after)
    has_won = after.outcome is not None and after.outcome.winner is mover
    own = "+" if mover is Side.ATTACKERS else "-"
    if marks == "+" and own in symbols:
        return True
    return (marks == "++" and has_won) or marks in symbols


def threats(position: Position) -> list[str]:
    """The threats in words; empty if the game is over."""
    words = {
        "+": "the attackers can capture the king with their next move",
        "-": "the king can escape with his next move",
    }
    return [words[symbol] for symbol in _symbols(position) if symbol in words]


def _symbols(after: Position) -> list[str]:
    if after.outcome is not None:
        if after.outcome.ending is Ending.KING_CAPTURED:
            return ["++"]
        return ["--"] if after.outcome.ending in _ESCAPES else []
    found = []
    if _can_be_captured(_with_turn(after, Side.ATTACKERS)):
        found.append("+")
    if _can_escape(_with_turn(after, Side.DEFENDERS)):
        found.append("-")
    return found


def _with_turn(position: Position, side: Side) -> Position:
    if position.to_move is side:
        return position
    return position._replace(to_move=side, berserk_space=None)


def _can_be_captured(position: Position) -> bool:
    kings = position.pieces[THE_KING]
    if not position.tables.spread(kings) & ~position.defenders:
        return False
    return any(
        kings & ~consequences(position, move).pieces[THE_KING] for move in legal_moves(position)
    )


def _can_escape(position: Position) -> bool:
    kings, escapes = position.pieces[THE_KING], position.tables.escapes
    return any(
        kings >> start_of(move) & 1 and escapes >> end_of(move) & 1
        for move in legal_moves(position)
    )
