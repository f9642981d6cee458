"""Chooses moves for a whole board: search, and the two choices of the pie rule.

The second player may take the side of the first, so the fairest first move is best. The values of
first moves are precomputed (`first_moves`); on boards of other sizes they are searched.
"""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.support.cancelling import IsCancelled, never
from .board import Board, Choice, Swap
from .evaluation import SEED
from .first_moves import FIRST_MOVES
from .native_search import IS_NATIVE
from .search import Searcher

EFFORT = 6_000_000 if IS_NATIVE else 300_000
"""Default number of boards made per move: a quarter of a second with either engine. The native one
then searches every board with at most 20 seeds in the holes to the end.
"""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A choice and its evaluation."""

    choice: Choice
    worth: int
    """The expected final lead of the player to move, in hundredths of a seed."""
    line: tuple[int, ...]
    """The expected holes, from 1; empty for a choice from the table."""
    depth: int
    is_exact: bool
    judged: int


class Chooser:
    """Chooses for either side of boards of one size."""

    def __init__(self, holes: int, seeds: int) -> None:
        """`seeds` is the total number of seeds in the game."""
        self._size = holes, seeds
        self._searcher = Searcher(holes, seeds)

    def choose(
        self, board: Board, effort: int = EFFORT, is_cancelled: IsCancelled = never
    ) -> ChosenMove:
        """The best choice of a board whose match is not over. Raises Cancelled."""
        if not board.choices:
            return self._first_move(board, effort, is_cancelled)
        if not board.may_swap:
            return self._move(board, effort, is_cancelled)
        stay = self._move(board, effort, is_cancelled)
        # A swap takes over the value of the first move.
        worth = self._table().get(_emptied(board), -stay.worth)
        if worth <= 0:
            return stay
        return ChosenMove(Swap.SWAP, worth, (), stay.depth, stay.is_exact, stay.judged)

    def _first_move(self, board: Board, effort: int, is_cancelled: IsCancelled) -> ChosenMove:
        """The fairest first move, because the other player takes the better side."""
        worths, judged = self._table(), 0
        if not worths:
            share = max(1, effort // board.size)
            found = {hole: self._move(board.play(hole), share, is_cancelled) for hole in board.sown}
            worths = {hole: -answer.worth for hole, answer in found.items()}
            judged = sum(answer.judged for answer in found.values())
        hole = min(worths, key=lambda each: abs(worths[each]))
        return ChosenMove(hole, -abs(worths[hole]), (hole,), 0, is_exact=False, judged=judged)

    def _table(self) -> dict[int, int]:
        """The values of first moves by hole; empty if unknown."""
        holes, seeds = self._size
        worths = FIRST_MOVES.get((holes, seeds // (2 * holes)), ())
        return dict(enumerate(worths, start=1))

    def _move(self, board: Board, effort: int, is_cancelled: IsCancelled) -> ChosenMove:
        if board.mover is None:
            return ChosenMove(0, board.lead * SEED, (), 0, is_exact=True, judged=0)
        found = self._searcher.search(board.packed, effort, is_cancelled)
        ahead = SEED * board.lead * (1 if board.mover.value == 0 else -1)
        line = tuple(hole + 1 for hole in found.line)
        return ChosenMove(
            found.hole + 1, ahead + found.worth, line, found.depth, found.is_exact, found.judged
        )


def _emptied(board: Board) -> int:
    """The first move of a match with exactly one move."""
    return next(
        (hole for hole, count in enumerate(board.holes[0], start=1) if not count),
        0,
    )
