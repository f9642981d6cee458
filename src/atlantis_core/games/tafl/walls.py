"""Finds runs of pieces along an edge: shieldwalls and edge forts.

Callers decide who may capture what, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .movement import moves_of_piece
from .pieces import THE_KING, Pieces, spaces_of
from .tables import Tables, end_of

_SHORTEST = 2
_MOST_OPEN_SIDES = 2


class Wall(NamedTuple):
    """A run of spaces along the edge, and the spaces that close it: behind it and at its ends."""

    inside: int
    around: int


def shieldwalls(tables: Tables, own: int, enemy: int) -> Iterator[Wall]:
    """Complete walls of `own` pieces: every space of the run has an enemy."""
    for edge in tables.edges:
        yield from _runs(edge, own | tables.wall_corners, own, inside=enemy & ~tables.wall_corners)


def is_king_in_wall(tables: Tables, defenders: int, kings: int) -> bool:
    """Whether the king is inside a wall shape of the defenders; other spaces inside may be empty.

    A defender counts as inside if it is the king, or if the next space along the edge and the
    one behind that hold defenders as well.
    """
    for edge in tables.edges:
        inner = 0
        for (bit, behind), (following, behind_following) in zip(
            edge, (*edge[1:], (0, 0)), strict=True
        ):
            has_followers = defenders & following and defenders & behind_following
            if defenders & bit and defenders & behind and (kings & bit or has_followers):
                inner |= bit
        ends = (defenders & ~inner) | tables.wall_corners
        inside = tables.everything & ~ends
        # A run may also begin at a defender that could be inside an earlier one.
        if any(wall.inside & kings for wall in _runs(edge, ends, defenders, inside, inner)):
            return True
    return False


def _runs(
    edge: tuple[tuple[int, int], ...], ends: int, own: int, inside: int, openers: int = 0
) -> Iterator[Wall]:
    """Runs of `inside` spaces between two `ends`, each with a piece of `own` behind it."""
    first, run, around, length = 0, 0, 0, 0
    for bit, behind in edge:
        if bit & ends or (not first and bit & openers):
            if first and length >= _SHORTEST:
                yield Wall(run, around | first | bit)
            first, run, around, length = bit, 0, 0, 0
        elif first and bit & inside and own & behind:
            run, around, length = run | bit, around | behind, length + 1
        else:
            first = 0


def has_edge_fort(tables: Tables, pieces: Pieces, attackers: int, defenders: int) -> bool:
    """Whether the king is at the edge behind defenders who cannot be dislodged.

    There must be a king. The test is as simple as the original's: a defender between two open
    sides counts as safe.
    """
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
