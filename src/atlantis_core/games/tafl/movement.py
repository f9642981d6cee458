"""Movement of pieces: slides, which `tables` provides, and jumps.

Ignores whose turn it is and what a move captures.
"""

from __future__ import annotations

from .pieces import KINDS, Code, PieceKind, Pieces, Side, Space, side_of, spaces_of
from .ruleset import Jump
from .tables import Move, Tables, end_of, move_of, start_of

_UNJUMPABLE = (PieceKind.KING, PieceKind.KNIGHT, PieceKind.COMMANDER)
_GUARDS = (PieceKind.GUARD, KINDS + PieceKind.GUARD)


def moves_of_side(
    tables: Tables, side: Side, pieces: Pieces, attackers: int, defenders: int
) -> list[Move]:
    """All moves of a side, in a fixed order."""
    occupied = attackers | defenders
    found: list[Move] = []
    for code in side.codes:
        if pieces[code]:
            found += tables.slides(code, pieces[code], occupied)
    if tables.can_any_jump:
        targets = _jumpable(pieces, side.opponent, attackers, defenders)
        for code in side.codes:
            if pieces[code] and tables.jumps[code] is not Jump.NONE:
                found += _jumps(tables, code, pieces[code], targets, occupied)
    return found


def moves_of_piece(
    tables: Tables, code: Code, at: Space, pieces: Pieces, attackers: int, defenders: int
) -> list[Move]:
    occupied = attackers | defenders
    found = list(tables.slides_from(code, at, occupied))
    if tables.jumps[code] is not Jump.NONE:
        targets = _jumpable(pieces, side_of(code).opponent, attackers, defenders)
        found += _jumps(tables, code, 1 << at, targets, occupied)
    return found


def jumped_space(tables: Tables, move: Move, occupied: int) -> Space | None:
    """The space that a move jumps over; None for a slide."""
    start, end = start_of(move), end_of(move)
    if abs(end - start) not in (2, 2 * tables.size):
        return None
    middle = (start + end) // 2
    return middle if occupied >> middle & 1 else None


def _jumpable(pieces: Pieces, enemy: Side, attackers: int, defenders: int) -> int:
    targets = attackers if enemy is Side.ATTACKERS else defenders
    for kind in _UNJUMPABLE:
        targets &= ~pieces[enemy.codes[kind]]
    return targets


def _jumps(tables: Tables, code: Code, own: int, targets: int, occupied: int) -> list[Move]:
    if code in _GUARDS or not tables.spread(own) & targets:
        return []
    is_restricted = tables.jumps[code] is Jump.RESTRICTED
    return [
        move_of(start, near.behind)
        for start in spaces_of(own)
        for near in tables.neighbours[start]
        if near.bit & targets
        and near.behind_bit & ~occupied
        and tables.can_stop(code, start, near.behind)
        and not (is_restricted and _is_plain(tables, start) and _is_plain(tables, near.behind))
    ]


def _is_plain(tables: Tables, space: Space) -> bool:
    return tables.zone_at[space] is None
