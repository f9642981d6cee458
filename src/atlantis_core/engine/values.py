"""Types of the arguments and results of the engine: plain tuples, numbers and bytes."""

from __future__ import annotations

from typing import TypeAlias

from atlantis_core.positions.grid import Move

Bytes: TypeAlias = tuple[bytes, bytes]
"""The cells of a position and its counts of open neighbours."""
Step: TypeAlias = tuple[int, int, int]
"""A legal move: index of the source, index distance of one step, number of steps."""
Steps: TypeAlias = list[Step]
SnapshotRow: TypeAlias = tuple[bytes, bytes, int]
"""Cells, counts of open neighbours, and the number of turns until the last explosion."""
FiguresRow: TypeAlias = tuple[int, int, int, int, int, int]
"""The figures of one player, in the order of `bots.foresight.Prospects`."""
ForesightRow: TypeAlias = tuple[tuple[FiguresRow, ...], tuple[FiguresRow, ...], float, float]
"""The figures soon and settled, certainty and openness, as in `bots.foresight.Foresight`."""
AreaRow: TypeAlias = tuple[int, int, tuple[int, ...], bool]
"""An area: its lowest index, one bit per field from there on (cheap for many small areas), the
players with stones in it, whether a growing field touches it."""
StandingRow: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Secured and leading fields of every player (R6.3), and the players who can decide something."""
OptionRow: TypeAlias = tuple[float, tuple[Move, ...], Bytes]
"""A turn with its value for the player who makes it, and the bytes after it."""
ExploredRow: TypeAlias = tuple[list[OptionRow], tuple[float, ...], int]
"""The best turns of a position, the winning chances after the first, the number of turns judged."""
BranchRow: TypeAlias = tuple[
    tuple[Move, ...], float, int, tuple[float, ...], bool, list[tuple[Move, ...]]
]
"""A turn at the root of a search tree: static value, visits, summed chances, whether it certainly
wins, and the best replies found."""
SearchedRow: TypeAlias = tuple[list[BranchRow], int]
"""The turns at the root of a search tree, and the number of turns judged."""
StateRow: TypeAlias = tuple[bytes, bytes, bytes]
"""A state of the solver: its key, and the cells and neighbour counts of a position of it."""
Weights: TypeAlias = tuple[float, ...]
"""Weight of every feature of a player, as log odds of winning."""

ROUNDS_SOON = 2
"""Rounds of passing that count as soon."""
FADING = 0.9
"""Factor of the certainty of the settled position for every round until then."""
CERTAIN = 20.0
"""Log odds of a won game, and of a game with a single player."""
