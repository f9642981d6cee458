"""Static evaluation of a board for the player to move.

The value of a hole depends on its distance from its owner's store and its seeds; the values were
fitted to results of matches. They show that seeds which stay on their own side are worth keeping,
that a hole with just too many seeds is a burden until it is emptied, and that a hole which reaches
around the whole board is valuable.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import getitem

from .hole_worths import MOVER, WORTHS
from .sowing import Holes, digit_bits, unpack

SEED = 100
"""The value of a seed in the store."""

Evaluate = Callable[[Holes], int]


@lru_cache(maxsize=8)
def evaluator(holes: int, seeds: int) -> Evaluate:
    """The evaluation for boards with this many holes per side and seeds in the game."""
    tables = worth_rows(holes, seeds)
    size = 2 * holes
    if digit_bits(seeds) == 8:
        return lambda board: MOVER + sum(map(getitem, tables, board.to_bytes(size, "little")))
    return lambda board: MOVER + sum(map(getitem, tables, unpack(board, size, seeds)))


def worth_rows(holes: int, seeds: int) -> list[tuple[int, ...]]:
    """The values of each place by its seeds, the holes of the player to move first."""
    own = [_worths(holes - hole, seeds) for hole in range(holes)]
    return own + [tuple(-worth for worth in row) for row in own]


def _worths(distance: int, seeds: int) -> tuple[int, ...]:
    """The values of a hole by its seeds. Beyond the fitted range, the last value counts."""
    row = WORTHS[min(distance, len(WORTHS)) - 1]
    return tuple(row[min(count, len(row) - 1)] for count in range(seeds + 1))
