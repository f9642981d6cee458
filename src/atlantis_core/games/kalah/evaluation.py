"""A guess at what a board is worth for the player who moves, when a search looks no further.

Every hole is worth something by how far it is from its owner's store and how many seeds it has;
the worths were fitted to the results of matches, not thought up. What they learned can be read
off: seeds that stay on their own side are worth keeping, a hole that has just too many is a burden
until it is emptied, and a hole that goes around the whole board is a treasure.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import getitem

from .hole_worths import MOVER, WORTHS
from .sowing import Holes, digit_bits, unpack

SEED = 100
"""What a seed in the store is worth."""

Evaluate = Callable[[Holes], int]


@lru_cache(maxsize=8)
def evaluator(holes: int, seeds: int) -> Evaluate:
    """The guess for boards with so many holes a side and so many seeds in the game."""
    own = [_worths(holes - hole, seeds) for hole in range(holes)]
    tables = own + [tuple(-worth for worth in row) for row in own]
    size = 2 * holes
    if digit_bits(seeds) == 8:
        return lambda board: MOVER + sum(map(getitem, tables, board.to_bytes(size, "little")))
    return lambda board: MOVER + sum(map(getitem, tables, unpack(board, size, seeds)))


def _worths(distance: int, seeds: int) -> tuple[int, ...]:
    """Of a hole, by its seeds. Beyond what was fitted, the last worth counts."""
    row = WORTHS[min(distance, len(WORTHS)) - 1]
    return tuple(row[min(count, len(row) - 1)] for count in range(seeds + 1))
