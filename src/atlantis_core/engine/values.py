"""What goes in and out of the engine: plain tuples, numbers and bytes."""

from __future__ import annotations

from typing import TypeAlias

from atlantis_core.grid import Move

Bytes: TypeAlias = tuple[bytes, bytes]
"""The cells of a position and its counts of open neighbours."""
Step: TypeAlias = tuple[int, int, int]
"""A legal move: index of the source, index distance of one step, number of steps."""
Steps: TypeAlias = list[Step]
SnapshotRow: TypeAlias = tuple[bytes, bytes, int]
"""Cells, counts of open neighbours, and how many turns it took until the last explosion."""
FiguresRow: TypeAlias = tuple[int, int, int, int, int, int]
"""The figures of one player, in the order of `bots.foresight.Prospects`."""
ForesightRow: TypeAlias = tuple[tuple[FiguresRow, ...], tuple[FiguresRow, ...], float, float]
"""The figures soon and in the end, certainty and openness, as in `bots.foresight.Foresight`."""
AreaRow: TypeAlias = tuple[int, int, tuple[int, ...], bool]
"""An area: its lowest index, a bit a field from there on, so that many small ones cost little, the
players with stones in it, whether a growing field touches it."""
StandingRow: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Secured and leading fields of every player (R6.3), and the players who can decide something."""
OptionRow: TypeAlias = tuple[float, tuple[Move, ...], Bytes]
"""A turn with its value for the player who makes it, and the bytes after it."""
ExploredRow: TypeAlias = tuple[list[OptionRow], tuple[float, ...], int]
"""The best turns of a position, the chances after the first, and how many turns were judged."""
Weights: TypeAlias = tuple[float, ...]
"""What every feature of a player is worth, as logarithmic odds of winning."""

ROUNDS_SOON = 2
"""How many rounds of passing are soon."""
FADING = 0.9
"""What is left of the certainty of the end for every round that it takes."""
CERTAIN = 20.0
"""The odds of a game that is won, and of one in which nobody else plays."""
