"""What a tafl position is worth: a quick guess for a search.

Looks at what decides games: how near the king is to an escape and how many ways lead there,
how many sides of him are hostile, how free he is, and who has more pieces left. Measured from
the defenders' side; about 100 is a defender.
"""

from __future__ import annotations

from atlantis_core.companions.tafl.pieces import KINDS, KING, Side
from atlantis_core.companions.tafl.play import Position
from atlantis_core.companions.tafl.tables import Tables, end_of

_KING = KINDS + KING
_DEFENDER = 100
_ESCAPE_NEXT = 600
_ESCAPE_AFTER_NEXT = 40
_MOST_WAYS = 4
_KING_MOVE = 6
_HOSTILE_SIDE = 60
_OPEN_LINE = 25


def worth_for_defenders(position: Position) -> int:
    """Does not know whether the game is over."""
    tables, pieces, attackers, defenders = position[:4]
    worth = _material(tables, attackers, defenders)
    kings = pieces[_KING]
    if not kings:
        return worth
    king = kings.bit_length() - 1
    occupied = attackers | defenders
    ends = [end_of(move) for move in tables.slides_from(_KING, king, occupied)]
    worth += _KING_MOVE * len(ends)
    worth += _ways_out(tables, kings, ends, occupied, position.to_move)
    near = tables.near[king]
    hostile = attackers | (tables.hostile_always[Side.DEFENDERS] & ~defenders)
    hostile |= tables.centre_hostile_empty[Side.DEFENDERS] & ~occupied
    return worth - _HOSTILE_SIDE * (near & hostile).bit_count()


def _material(tables: Tables, attackers: int, defenders: int) -> int:
    """An attacker is worth as much less as there are more of them at the start."""
    start = tables.rules.start
    many, few = sum(start[:KINDS]).bit_count(), sum(start[KINDS:]).bit_count()
    of_attacker = _DEFENDER * few // max(many, 1)
    return _DEFENDER * defenders.bit_count() - of_attacker * attackers.bit_count()


def _ways_out(tables: Tables, king: int, ends: list[int], occupied: int, to_move: Side) -> int:
    """Escapes that the king reaches with one move, and with two."""
    escapes = tables.escapes
    now = sum(1 for end in ends if escapes >> end & 1)
    if now:
        # Two ways at once can hardly be barred, and one only by the side to move.
        urgent = 2 if to_move is Side.DEFENDERS or now > 1 else 1
        return _ESCAPE_NEXT * urgent
    without_king = occupied & ~king
    ways = 0
    for end in ends:
        reached = sum(
            1
            for move in tables.slides_from(_KING, end, without_king)
            if escapes >> end_of(move) & 1
        )
        # A place with two ways out wins the game.
        ways += 0 if not reached else 1 if reached == 1 else 3
    return _ESCAPE_AFTER_NEXT * min(ways, _MOST_WAYS) + (_OPEN_LINE if ways else 0)
