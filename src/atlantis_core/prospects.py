"""What a settled position holds for each player: fields, stones, and stacks about to explode.

Counts, it does not weigh: what the figures are worth is the business of the bots. The engine
does the counting. Knows nothing of moves and turns.
"""

from __future__ import annotations

from typing import NamedTuple


class Prospects(NamedTuple):
    """The figures of one player in a settled position."""

    sole: int
    """Fields of areas in which no opponent has a stone: the score, if all stayed as it is."""
    nearer: int
    """Fields of contested areas that this player's stones reach before all others."""
    stones: int
    """Stones in contested areas; elsewhere more stones change nothing."""
    idle: int
    """Stones in areas of one's own."""
    growing: int
    """Growing fields; none are left when all has settled."""
    tension: int
    """How close contested stacks are to exploding: 60 times height squared by open neighbours."""
