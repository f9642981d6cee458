"""Judging turns: what they settle to, weighed into one number.

Counting what lies on the board now does not work: such bots never stack, or let their own
chains sink their land. So every turn is first settled (see `settling`), then the figures of
`prospects` are weighed. The value is a lead in fields over the best opponent, with half a field
for the tie-break: among equals the later mover is ahead (R6.4), so that a game in which
everybody ends with nothing is known to be lost by all but the last seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from atlantis_core.bots.interface import Cancelled, IsCancelled
from atlantis_core.game import Turn
from atlantis_core.grid import Move
from atlantis_core.position import Position
from atlantis_core.prospects import Prospects, measure
from atlantis_core.rules import legal_moves
from atlantis_core.settling import Step, Trial


@dataclass(frozen=True, slots=True)
class Weights:
    """What the figures of a settled position are worth, in fields."""

    sole: float = 0.0
    nearer: float = 0.0
    stones: float = 0.0
    idle: float = 0.0
    growing: float = 0.0
    tension: float = 0.0


@dataclass(frozen=True, slots=True)
class Taste:
    """How a bot weighs what it foresees."""

    end: Weights
    """For the position when all has settled."""
    soon: Weights = Weights()
    """For the position after a few rounds; a distant end is not certain to come."""
    rounds: int = 1
    """How many rounds are soon."""
    fade: float = 1.0
    """How much of the certainty of the end is left for every round that it takes."""
    win: float = 0.0
    """For being the winner in the end, if nothing is contested then."""


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


Figures = tuple[Prospects, ...]
"""The figures of every player, in order of play."""


class Foresight(NamedTuple):
    """What is foreseen for a turn: the figures of every player, soon and in the end."""

    soon: Figures
    end: Figures
    rounds: float
    """How many rounds it takes until all has settled; 0 if that is soon enough."""


class Judge:
    """Judges the turns of the player to move in one position; remembers its verdicts."""

    def __init__(
        self,
        position: Position,
        taste: Taste,
        budget: Budget,
    ) -> None:
        self.position = position
        self.budget = budget
        self._taste = taste
        self._trial = Trial(position)
        self._steps: dict[Move, Step] = {}
        self._known: dict[Turn, float] = {}

    def moves_by_segment(self) -> dict[int, list[Move]]:
        """All legal moves, by the segment in which they start."""
        board = self.position.board
        found: dict[int, list[Move]] = {}
        for move in legal_moves(self.position):
            found.setdefault(board.segment_of(move.source), []).append(move)
        return found

    def foresee(self, turn: Turn) -> Foresight:
        """The figures of every player soon after this turn, and when it has settled."""
        return _foresee(self._trial, self._as_steps(turn), self._taste)

    def value(self, turn: Turn) -> float:
        """The worth of a turn for the player to move. Costs one unit of effort the first time."""
        known = self._known.get(turn)
        if known is None:
            self.budget.spend()
            known = lead(self.foresee(turn), self.position.to_move, self._taste)
            self._known[turn] = known
        return known

    def play(self, turn: Turn) -> Position:
        """The position after a turn of legal moves."""
        return self._trial.play(self._as_steps(turn))

    def ranked(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far, best first; among equals the earlier judged."""
        pairs = sorted(self._known.items(), key=lambda item: -item[1])
        return [(value, turn) for turn, value in pairs[:count]]

    def distinct(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far that lead to different positions, best first."""
        found: dict[Position, tuple[float, Turn]] = {}
        for value, turn in self.ranked(4 * count):
            found.setdefault(self.play(turn), (value, turn))
            if len(found) == count:
                break
        return list(found.values())

    def _as_steps(self, turn: Turn) -> list[Step]:
        steps = self._steps
        for move in turn:
            if move not in steps:
                steps[move] = self._trial.step(move)
        return [steps[move] for move in turn]


def judge_for(position: Position, player: int, taste: Taste) -> float:
    """The lead of any player in a position as it is. Costs no effort."""
    return lead(_foresee(Trial(position), (), taste), player, taste)


def _foresee(trial: Trial, steps: Iterable[Step], taste: Taste) -> Foresight:
    players, width = trial.position.players, trial.position.board.width
    soon, end = trial.settle(steps, taste.rounds * players)
    settled = measure(end.cells, end.neighbours, players, width)
    if soon is end:
        return Foresight(settled, settled, 0)
    near = measure(soon.cells, soon.neighbours, players, width)
    return Foresight(near, settled, end.turns / players)


def worth(figures: Prospects, weights: Weights) -> float:
    """What a player has, in fields."""
    return (
        weights.sole * figures.sole
        + weights.nearer * figures.nearer
        + weights.stones * figures.stones
        + weights.idle * figures.idle
        + weights.growing * figures.growing
        + weights.tension * figures.tension / 60
    )


def lead(foresight: Foresight, player: int, taste: Taste) -> float:
    """The lead of a player over the best opponent, in fields."""
    certainty = math.pow(taste.fade, foresight.rounds)
    value = 0.0
    if certainty < 1:
        value = (1 - certainty) * _lead([worth(own, taste.soon) for own in foresight.soon], player)
    far = _lead([worth(own, taste.end) for own in foresight.end], player)
    if taste.win and not any(own.nearer for own in foresight.end):
        winner = max(range(len(foresight.end)), key=lambda seat: (foresight.end[seat].sole, seat))
        far += taste.win if winner == player else -taste.win
    return value + certainty * far


def _lead(worths: Sequence[float], player: int) -> float:
    mine = worths[player]
    others = (
        mine - theirs + (0.5 if player > other else -0.5)
        for other, theirs in enumerate(worths)
        if other != player
    )
    return min(others, default=mine)


def without_segment(turn: Iterable[Move], segment: int, position: Position) -> Turn:
    """The turn without the move that starts in a segment."""
    segment_of = position.board.segment_of
    return tuple(move for move in turn if segment_of(move.source) != segment)
