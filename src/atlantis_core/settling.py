"""Settling: let everybody pass until nothing grows any more.

Bots judge a position by what it comes to when it is left alone. The engine does the work, and
gives exactly what repeated empty turns would give. Stacks that are too tall for the engine's
bytes are seen to here: they explode in their owner's next turn.

A `Trial` is a position prepared for trying many turns that are known to be legal. Nothing here
asks whether they are; whoever gets turns from elsewhere plays them with `rules.play_turn`.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.engine.pure.figures import count_open
from atlantis_core.engine.pure.judgement import features, odds, scores
from atlantis_core.engine.values import FADING, ROUNDS_SOON, ForesightRow, Step, Weights
from .engine import surface
from .grid import Move
from .position import Position
from .turns import moved_bytes, play_steps, play_turn

__all__ = ["Snapshot", "Step", "Trial", "settle"]


class Snapshot(NamedTuple):
    """The bytes of a position at one moment; the stones on growing fields are not told."""

    cells: bytes
    neighbours: bytes
    turns: int
    """How many turns it takes from the beginning until the last explosion."""


def settle(position: Position) -> Position:
    """The position when everybody has passed until nothing grows and nothing is volatile.

    The player to move stays the same: this is a judgement of the position, not a later turn.
    """
    calm = position
    while calm.tall:  # for one round at most: such stacks explode in their owner's next turn
        calm = play_turn(calm, ())
    _, (cells, neighbours, _) = surface.settle(*calm.plain, [], 0)
    return Position(calm.board, calm.players, position.to_move, cells, neighbours)


class Trial:
    """A position prepared for trying many turns of the player to move."""

    __slots__ = ("_plain", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self._plain = position.plain

    def step(self, move: Move) -> Step:
        """A legal move as the numbers that trying it needs."""
        (x, y), (to_x, to_y) = move
        distance = max(abs(to_x - x), abs(to_y - y))
        board = self.position.board
        offset = (to_x - x) // distance + (to_y - y) // distance * board.width
        return board.index(move.source), offset, distance

    def play(self, steps: list[Step]) -> Position:
        """The position after a turn of legal moves."""
        before = self.position
        if before.tall:
            return play_steps(before, steps)
        cells, neighbours = surface.play(*self._plain, steps)
        to_move = (before.to_move + 1) % before.players
        return Position(before.board, before.players, to_move, cells, neighbours)

    def settle(self, steps: list[Step], soon: int) -> tuple[Snapshot, Snapshot]:
        """What a turn of legal moves comes to: before the turn number `soon`, and in the end.

        The turn itself has number 0. Both are the same object if nothing explodes after soon.
        """
        if self.position.tall:
            after = self.play(steps)
            settled = settle(after)
            end = Snapshot(settled.cells, settled.open_neighbours, 1)
            return Snapshot(after.cells, after.open_neighbours, 1), end
        then, last = surface.settle(*self._plain, steps, soon)
        first = Snapshot(*then)
        return first, first if last is then else Snapshot(*last)

    def foresee(self, steps: list[Step]) -> ForesightRow:
        """The figures of every player after a turn of legal moves, soon and in the end."""
        if not self.position.tall:
            return surface.foresee(*self._plain, steps)
        board, _, _, players, player = self._plain
        soon, end = self.settle(steps, ROUNDS_SOON * players)
        near = surface.measure(board, soon.cells, soon.neighbours, players, player)
        settled = surface.measure(board, end.cells, end.neighbours, players, player)
        certainty = pow(FADING, end.turns // players)
        return near, settled, certainty, count_open(soon.cells) / len(board)

    def judge(self, steps: list[Step], weights: Weights) -> float:
        """The logarithm of the odds of winning that the weights give to a turn of legal moves."""
        if not self.position.tall:
            return surface.judge(*self._plain, steps, weights)
        player = self.position.to_move
        return odds(scores(features(*self.foresee(steps), player), weights), player)

    def rate(self, steps: list[Step], net: bytes) -> tuple[float, ...]:
        """Everybody's chance of finishing first that a net gives to a turn of legal moves."""
        if not self.position.tall:
            return surface.rate(*self._plain, steps, net)
        board, _, _, players, player = self._plain
        cells, neighbours = moved_bytes(self.position, steps)
        return surface.rate(board, cells, neighbours, players, player, [], net)
