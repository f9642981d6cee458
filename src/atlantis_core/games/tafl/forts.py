"""Edge forts: the king at the edge behind defenders who cannot be dislodged.

The test is as simple as the original's: a defender between two open sides counts as safe.
"""

from __future__ import annotations

from .movement import moves_of_piece
from .pieces import THE_KING, Pieces, spaces_of
from .tables import Tables, end_of
from .walls import is_king_in_wall

_MOST_OPEN_SIDES = 2


def has_edge_fort(tables: Tables, pieces: Pieces, attackers: int, defenders: int) -> bool:
    """Whether the king has an edge fort; there must be a king."""
    kings = pieces[THE_KING]
    # Only the first king in reading order counts.
    king = kings & -kings
    occupied = attackers | defenders
    if king & tables.edge:
        if not moves_of_piece(
            tables, THE_KING, king.bit_length() - 1, pieces, attackers, defenders
        ):
            return False
        if is_king_in_wall(tables, defenders, king):
            return True
    fort = _fort(tables, king, attackers, occupied)
    if not fort & tables.edge:
        return False
    return all(
        (tables.near[post] & ~(fort | defenders)).bit_count() <= _MOST_OPEN_SIDES
        for post in spaces_of(tables.spread(fort) & defenders)
    )


def _fort(tables: Tables, king: int, attackers: int, occupied: int) -> int:
    """The spaces the king can reach without jumps, including his own; 0 beside an attacker."""
    fort, unexplored = king, king
    others = occupied ^ king
    while unexplored:
        if tables.spread(unexplored) & attackers:
            return 0
        reached = 0
        for space in spaces_of(unexplored):
            for move in tables.slides_from(THE_KING, space, others):
                reached |= 1 << end_of(move)
        unexplored = reached & ~fort
        fort |= reached
    return fort
