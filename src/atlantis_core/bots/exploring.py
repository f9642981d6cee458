"""Explores one position: the best turns found there, and the positions they lead to.

The native engine does this in one call. `Judge` and `candidates` do the same in Python: where there
is no native engine, and where a stack is too tall for it. Both judge the same turns in the same
order, so they find the same turns and spend the same effort.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from atlantis_core.engine import surface
from atlantis_core.engine.values import Weights
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from .candidates import ascend, beam, replace_moves
from .evaluation import Budget, Judge, rating, weighing

Evaluator = bytes | Weights
"""A net, or the weights of features."""


MOST_EFFORT = 2**31 - 1
"""The largest number that the native engine takes."""


class Method(NamedTuple):
    """Settings of an exploration, which always begins with hill climbing."""

    candidates: int
    """The most options to return."""
    beam_width: int = 0
    """The width of a beam search at the end; 0 for none."""
    contested_only: bool = False
    """Whether to skip moves from stable areas."""
    replaces: bool = False
    """Whether to try all replacements of single moves of the turn that climbing found."""

    def plan(self, effort: int) -> tuple[int, ...]:
        """The method and an effort, as the native engine takes them."""
        limited = min(effort, MOST_EFFORT)
        return limited, self.contested_only, self.replaces, self.beam_width, self.candidates


class Option(NamedTuple):
    """A turn, its value for the player who makes it, and the position after it."""

    value: float
    turn: Turn
    after: Position


class Explored(NamedTuple):
    """Result of an exploration."""

    options: list[Option]
    """The best turns that lead to different positions, best first."""
    chances: tuple[float, ...]
    """The chances of all players after the first of them; empty without a net."""


class Shuffler:
    """Shuffles one list, and others of its length in the same way.

    So Python can start again where the native engine gave up, with the same luck.
    """

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._order: list[int] | None = None

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list in place."""
        if self._order is None:
            self._order = list(range(len(items)))
            self._dice.shuffle(self._order)
        items[:] = [items[number] for number in self._order]


def explore(
    position: Position, evaluator: Evaluator, budget: Budget, dice: Random, method: Method
) -> Explored:
    """Search a position for good turns until the budget is spent or nothing better is found."""
    shuffler = Shuffler(dice)
    found = _explore_natively(position, evaluator, budget, shuffler, method)
    return found or _explore_slowly(position, evaluator, budget, shuffler, method)


def _explore_natively(
    position: Position, evaluator: Evaluator, budget: Budget, shuffler: Shuffler, method: Method
) -> Explored | None:
    if position.tall:
        return None
    callbacks = shuffler.shuffle, budget.check_cancelled
    found = surface.explore(*position.plain, evaluator, method.plan(budget.left), *callbacks)
    if found is None:
        return None
    rows, chances, judged = found
    budget.spend(judged)
    options = [Option(value, turn, position.followed_by(*after)) for value, turn, after in rows]
    return Explored(options, chances)


def _explore_slowly(
    position: Position, evaluator: Evaluator, budget: Budget, shuffler: Shuffler, method: Method
) -> Explored:
    evaluate = rating(evaluator) if isinstance(evaluator, bytes) else weighing(evaluator)
    judge = Judge(position, evaluate, budget, contested_only=method.contested_only)
    best = ascend(judge, shuffler)
    if method.replaces:
        replace_moves(judge, best)
    if method.beam_width:
        beam(judge, method.beam_width)
    options = [Option(*row) for row in judge.distinct_positions(method.candidates)]
    chances = judge.chances(options[0].turn, evaluator) if isinstance(evaluator, bytes) else ()
    return Explored(options, chances)
