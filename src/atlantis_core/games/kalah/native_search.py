"""The native twin of the search, for boards that it can hold."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from atlantis_core.engine import native
from atlantis_core.support.cancelling import Cancelled, IsCancelled
from .evaluation import worth_rows
from .hole_worths import MOVER
from .sowing import Holes, digit_bits

FEW_SEEDS = 6
"""Boards with at most this many seeds in the holes are searched to the end."""
_MOST_HOLES = 8
_search: Callable[..., _Row | None] | None = getattr(native, "kalah", None)
IS_NATIVE = _search is not None

_Row = tuple[int, int, list[int], int, bool, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The best hole and what the search expects after it."""

    hole: int
    """From 0."""
    worth: int
    """Gain of the player to move over the opponent from here on; a seed counts `SEED`."""
    line: tuple[int, ...]
    """The expected holes, as far as known."""
    depth: int
    is_exact: bool
    """Whether every line was searched to the end of the match."""
    judged: int
    """The number of boards made."""


NativeSearch = Callable[[Holes, int, IsCancelled], Found]


def native_search(holes: int, seeds: int) -> NativeSearch | None:
    """The native search for boards of one size; None if there is none."""
    if _search is None or holes > _MOST_HOLES or digit_bits(seeds) != 8:
        return None
    rows = worth_rows(holes, seeds)
    worths, ask = array("i", [worth for row in rows for worth in row]).tobytes(), _search

    def search(board: Holes, effort: int, is_cancelled: IsCancelled) -> Found:
        counts = board.to_bytes(2 * holes, "little")
        found = ask(counts, holes, worths, seeds + 1, MOVER, FEW_SEEDS, effort, is_cancelled)
        if found is None:
            raise Cancelled
        hole, worth, line, depth, is_exact, judged = found
        return Found(hole, worth, tuple(line), depth, is_exact, judged)

    return search
