"""What our agent does with a whole board: the search, and the two choices of the pie rule.

Whoever moves first gives the other one the choice between the sides, so a first move is as good
as it is fair. What first moves are worth was worked out beforehand (`first_moves`); on boards of
other sizes they are searched when they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.cancelling import IsCancelled, never
from .board import Board, Choice, Swap
from .evaluation import SEED
from .first_moves import FIRST_MOVES
from .search import Searcher

EFFORT = 300_000
"""Boards that are made for a move, unless somebody asks for more or less."""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A choice and what it is based on."""

    choice: Choice
    worth: int
    """How many seeds ahead the one who moves expects to end, in hundredths."""
    line: tuple[int, ...]
    """The holes that are expected to be emptied, from 1; empty for a choice that was looked up."""
    depth: int
    is_exact: bool
    judged: int


class Chooser:
    """Chooses for either side of boards of one size; remembers what it has searched."""

    def __init__(self, holes: int, seeds: int) -> None:
        """`seeds` are all in the game."""
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
        # What was good for whoever made the first move is ours for the taking.
        worth = self._table().get(_emptied(board), -stay.worth)
        if worth <= 0:
            return stay
        return ChosenMove(Swap.SWAP, worth, (), stay.depth, stay.is_exact, stay.judged)

    def _first_move(self, board: Board, effort: int, is_cancelled: IsCancelled) -> ChosenMove:
        """The fairest, because the other player takes the better side."""
        worths, judged = self._table(), 0
        if not worths:
            share = max(1, effort // board.size)
            found = {hole: self._move(board.play(hole), share, is_cancelled) for hole in board.sown}
            worths = {hole: -answer.worth for hole, answer in found.items()}
            judged = sum(answer.judged for answer in found.values())
        hole = min(worths, key=lambda each: abs(worths[each]))
        return ChosenMove(hole, -abs(worths[hole]), (hole,), 0, is_exact=False, judged=judged)

    def _table(self) -> dict[int, int]:
        """What first moves are worth, by their holes; empty if nobody knows."""
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
    """The first move of a match that has seen only this one."""
    return next(
        (hole for hole, count in enumerate(board.holes[0], start=1) if not count),
        0,
    )
