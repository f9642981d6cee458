"""Figures of each player in a settled position: fields, stones, and stacks close to exploding.

The engine counts them; the bots weigh them.
"""

from __future__ import annotations

from typing import NamedTuple


class Prospects(NamedTuple):
    """The figures of one player in a settled position."""

    sole: int
    """Fields of areas in which no opponent has a stone: the score in the final position."""
    nearer: int
    """Fields of contested areas that this player's stones reach before all others."""
    stones: int
    """Stones in contested areas."""
    idle: int
    """Stones in areas that only this player occupies, where they have no effect."""
    growing: int
    """Growing fields; 0 in the final position."""
    tension: int
    """How close contested stacks are to exploding: 60 times height squared by open neighbours."""
