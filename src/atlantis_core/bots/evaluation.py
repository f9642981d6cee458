"""Evaluation of turns: the log odds of winning that weights give to a turn's `foresight`.

The weights come from a logistic regression, so values are log odds. They include the tie-break: the
later mover wins ties (R6.4), so a game in which every field sinks counts as won by the last seat.
`Budget` counts the effort and stops the search when it is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from atlantis_core.engine.pure import judgement
from atlantis_core.engine.values import FADING, Weights
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import areas
from atlantis_core.rules.settling import Step, Trial
from atlantis_core.rules.turns import legal_moves
from atlantis_core.support.cancelling import Cancelled, IsCancelled
from .foresight import FEATURES, Foresight, features, foresee
from .weights import SEASONED

EvaluateTurn = Callable[[Trial, list[Step]], float]
"""Returns the value of a turn of legal moves for the player who makes it; more is better."""


def weighing(weights: Weights) -> EvaluateTurn:
    """Evaluate by a weighted sum of features: log odds."""
    return lambda trial, steps: trial.judge(steps, weights)


def rating(net: bytes) -> EvaluateTurn:
    """Evaluate by a net: the player's chance."""
    return lambda trial, steps: trial.rate(steps, net)[trial.position.to_move]


def nearsighted(weights: Weights, rounds: int) -> EvaluateTurn:
    """Evaluate by a weighted sum, without the end where a chain takes more rounds to get there.

    A mistake of people: they follow short chains to their end and guess about long ones.
    """
    near = tuple(
        0.0 if "in the end" in name else weight
        for name, weight in zip(FEATURES, weights, strict=True)
    )
    least = FADING ** (rounds + 0.5)

    def evaluate(trial: Trial, steps: list[Step]) -> float:
        foreseen = foresee(trial, steps)
        seen = weights if foreseen.certainty > least else near
        return odds(foreseen, trial.position.to_move, seen)

    return evaluate


def rate_turns(position: Position, turns: Sequence[Turn]) -> list[float]:
    """The values that `greedy` gives to legal turns."""
    trial = Trial(position)
    evaluate = weighing(SEASONED)
    return [evaluate(trial, [trial.step(move) for move in turn]) for turn in turns]


class Budget:
    """The remaining effort, in positions to judge. `spend` raises Cancelled when cancelled."""

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

    def check_cancelled(self) -> None:
        """Raise Cancelled if the search is cancelled."""
        if self._is_cancelled():
            raise Cancelled

    def spend(self, count: int = 1) -> None:
        self.check_cancelled()
        self._left -= count
        self.judged += count

    def share(self, effort: int) -> Budget:
        """A part of this budget for one branch. The caller must `charge` what the branch spent."""
        return Budget(min(effort, self._left), self._is_cancelled)

    def charge(self, part: Budget) -> None:
        self._left -= part.judged
        self.judged += part.judged


class Judge:
    """Judges turns of the player to move in one position and caches the values."""

    def __init__(
        self,
        position: Position,
        evaluate: EvaluateTurn,
        budget: Budget,
        *,
        contested_only: bool = False,
    ) -> None:
        """`contested_only` skips moves from stable areas: they cannot matter."""
        self.position = position
        self.budget = budget
        self._contested_only = contested_only
        self._evaluate = evaluate
        self._trial = Trial(position)
        self._steps: dict[Move, Step] = {}
        self._known: dict[Turn, float] = {}

    def moves_by_segment(self) -> dict[int, list[Move]]:
        """All legal moves, by the segment in which they start."""
        board = self.position.board
        found: dict[int, list[Move]] = {}
        settled = self._settled_fields() if self._contested_only else 0
        for move in legal_moves(self.position):
            if settled and settled >> board.index(move.source) & 1:
                continue
            found.setdefault(board.segment_of(move.source), []).append(move)
        return found

    def value(self, turn: Turn) -> float:
        """The value of a turn for the player to move. Costs one unit of effort the first time."""
        known = self._known.get(turn)
        if known is None:
            self.budget.spend()
            known = self._evaluate(self._trial, self._as_steps(turn))
            self._known[turn] = known
        return known

    def chances(self, turn: Turn, net: bytes) -> tuple[float, ...]:
        """The chances of all players after a turn that was judged before. Costs no effort."""
        return self._trial.rate(self._as_steps(turn), net)

    def play(self, turn: Turn) -> Position:
        """The position after a turn of legal moves."""
        return self._trial.play(self._as_steps(turn))

    def ranked(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far, best first; ties in the order they were judged."""
        pairs = sorted(self._known.items(), key=lambda item: -item[1])
        return [(value, turn) for turn, value in pairs[:count]]

    def distinct(self, count: int) -> list[tuple[float, Turn]]:
        """The best turns judged so far that lead to different positions, best first."""
        return [(value, turn) for value, turn, _ in self.distinct_positions(count)]

    def distinct_positions(self, count: int) -> list[tuple[float, Turn, Position]]:
        """Like `distinct`, with the resulting positions."""
        found: dict[Position, tuple[float, Turn]] = {}
        for value, turn in self.ranked(4 * count):
            found.setdefault(self.play(turn), (value, turn))
            if len(found) == count:
                break
        return [(value, turn, after) for after, (value, turn) in found.items()]

    def _settled_fields(self) -> int:
        """Bit mask of the fields of stable areas, where nothing can change any more."""
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
    """The weighted sum of every player's features; only differences are meaningful."""
    return judgement.scores(features(foresight), weights)


def odds(foresight: Foresight, player: int, weights: Weights) -> float:
    """The log odds of a player against all others."""
    return judgement.odds(scores(foresight, weights), player)


def without_segment(turn: Iterable[Move], segment: int, position: Position) -> Turn:
    """The turn without the move that starts in a segment."""
    segment_of = position.board.segment_of
    return tuple(move for move in turn if segment_of(move.source) != segment)
