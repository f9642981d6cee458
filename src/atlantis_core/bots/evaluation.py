"""Judging turns: the odds of winning that a bot's weights give to what it foresees.

The weights are those of a logistic regression, so a verdict is the logarithm of the odds, and
the tie-break is in it: among equals the later mover is ahead (R6.4), so that a game in which
everybody sinks is known to be won by the last seat. Counts the effort and stops when cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from atlantis_core.cancelling import Cancelled, IsCancelled
from atlantis_core.engine.pure import judgement
from atlantis_core.engine.values import Weights
from atlantis_core.game import Turn
from atlantis_core.grid import Move
from atlantis_core.position import Position
from atlantis_core.scoring import areas
from atlantis_core.settling import Step, Trial
from atlantis_core.turns import legal_moves
from .foresight import Foresight, features

Taste = Callable[[Trial, list[Step]], float]
"""The worth of a turn of legal moves for the player who makes it; more is better."""


def weighing(weights: Weights) -> Taste:
    """The taste of a sum of weighed features: logarithmic odds."""
    return lambda trial, steps: trial.judge(steps, weights)


def rating(net: bytes) -> Taste:
    """The taste of a net: the player's chance."""
    return lambda trial, steps: trial.rate(steps, net)[trial.position.to_move]


class Budget:
    """How much judging is left, and whether somebody wants the answer no more."""

    __slots__ = ("_is_cancelled", "_left", "judged")

    def __init__(self, effort: int, is_cancelled: IsCancelled) -> None:
        self._left = effort
        self._is_cancelled = is_cancelled
        self.judged = 0

    @property
    def left(self) -> int:
        return max(0, self._left)

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def spend(self) -> None:
        if self._is_cancelled():
            raise Cancelled
        self._left -= 1
        self.judged += 1

    def share(self, effort: int) -> Budget:
        """A part of this budget for one branch; what it spends is to be charged here."""
        return Budget(min(effort, self._left), self._is_cancelled)

    def charge(self, part: Budget) -> None:
        self._left -= part.judged
        self.judged += part.judged


class Judge:
    """Judges the turns of the player to move in one position; remembers its verdicts."""

    def __init__(
        self, position: Position, taste: Taste, budget: Budget, *, in_dispute: bool = False
    ) -> None:
        """With `in_dispute` only moves are tried that can matter: none from stable areas."""
        self.position = position
        self.budget = budget
        self._in_dispute = in_dispute
        self._taste = taste
        self._trial = Trial(position)
        self._steps: dict[Move, Step] = {}
        self._known: dict[Turn, float] = {}

    def moves_by_segment(self) -> dict[int, list[Move]]:
        """All legal moves, by the segment in which they start."""
        board = self.position.board
        found: dict[int, list[Move]] = {}
        settled = self._settled_fields() if self._in_dispute else 0
        for move in legal_moves(self.position):
            if settled and settled >> board.index(move.source) & 1:
                continue
            found.setdefault(board.segment_of(move.source), []).append(move)
        return found

    def value(self, turn: Turn) -> float:
        """The worth of a turn for the player to move. Costs one unit of effort the first time."""
        known = self._known.get(turn)
        if known is None:
            self.budget.spend()
            known = self._taste(self._trial, self._as_steps(turn))
            self._known[turn] = known
        return known

    def chances(self, turn: Turn, net: bytes) -> tuple[float, ...]:
        """Everybody's chances after a turn; costs nothing, as they were looked at before."""
        return self._trial.rate(self._as_steps(turn), net)

    def play(self, turn: Turn) -> Position:
        """The position after a turn of legal moves."""
        return self._trial.play(self._as_steps(turn))

    def ranked(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far, best first; among equals the earlier judged."""
        pairs = sorted(self._known.items(), key=lambda item: -item[1])
        return [(value, turn) for turn, value in pairs[:count]]

    def distinct(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far that lead to different positions, best first."""
        return [(value, turn) for value, turn, _ in self.distinct_positions(count)]

    def distinct_positions(self, count: int) -> list[tuple[float, Turn, Position]]:
        """The same with the positions that they lead to."""
        found: dict[Position, tuple[float, Turn]] = {}
        for value, turn in self.ranked(4 * count):
            found.setdefault(self.play(turn), (value, turn))
            if len(found) == count:
                break
        return [(value, turn, after) for after, (value, turn) in found.items()]

    def _settled_fields(self) -> int:
        """A bit for every field of a stable area: nothing that happens there counts any more."""
        fields = 0
        for area in areas(self.position):
            fields |= area.mask if area.is_stable else 0
        return fields

    def _as_steps(self, turn: Turn) -> list[Step]:
        steps = self._steps
        for move in turn:
            if move not in steps:
                steps[move] = self._trial.step(move)
        return [steps[move] for move in turn]


def scores(foresight: Foresight, weights: Weights) -> list[float]:
    """The weighed features of every player; only differences mean something."""
    return judgement.scores(features(foresight), weights)


def odds(foresight: Foresight, player: int, weights: Weights) -> float:
    """The logarithm of a player's chance of winning against the chance of all others."""
    return judgement.odds(scores(foresight, weights), player)


def without_segment(turn: Iterable[Move], segment: int, position: Position) -> Turn:
    """The turn without the move that starts in a segment."""
    segment_of = position.board.segment_of
    return tuple(move for move in turn if segment_of(move.source) != segment)
