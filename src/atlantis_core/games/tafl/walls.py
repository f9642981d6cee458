"""Finds runs of pieces along an edge: shieldwalls, and the wall shape of edge forts.

Callers decide who may capture what, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .tables import Tables

_SHORTEST = 2


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
