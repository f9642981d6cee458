"""Settling: the position after all players pass until nothing grows.

Bots evaluate the settled position. The engine computes it, with the same result as repeated
passes. This module handles stacks that are too tall for the bytes of the engine.

A `Trial` tries many turns of one position quickly and does not check whether they are legal;
use `turns.play_turn` for untrusted turns.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.engine import surface
from atlantis_core.engine.pure.figures import count_open
from atlantis_core.engine.pure.judgement import features, odds, scores
from atlantis_core.engine.values import FADING, ROUNDS_SOON, ForesightRow, Step, Weights
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from .turns import moved_bytes, play_steps, play_turn

__all__ = ["Snapshot", "Step", "Trial", "settle"]


class Snapshot(NamedTuple):
    """The bytes of a position, without the stones on growing fields."""

    cells: bytes
    neighbours: bytes
    turns: int
    """Number of turns from the beginning to the last explosion."""


def settle(position: Position) -> Position:
    """The position after all players pass until nothing grows and nothing is volatile.

    Keeps the player to move: the result serves to evaluate the position, not as a later turn.
    """
    start = position
    while start.tall:  # for at most one round: tall stacks explode in their owner's next turn
        start = play_turn(start, ())
    _, (cells, neighbours, _) = surface.settle(*start.plain, [], 0)
    return Position(start.board, start.players, position.to_move, cells, neighbours)


class Trial:
    """A position prepared for trying many turns of the player to move."""

    __slots__ = ("_plain", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self._plain = position.plain

    def step(self, move: Move) -> Step:
        """Convert a legal move to index, offset and distance."""
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
        return before.followed_by(*surface.play(*self._plain, steps))

    def settle(self, steps: list[Step], soon: int) -> tuple[Snapshot, Snapshot]:
        """The position after a turn of legal moves: before turn number `soon`, and settled.

        The turn itself has number 0. Returns the same object twice if nothing explodes after
        `soon`.
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
        """The figures of every player after a turn of legal moves, soon and settled."""
        if not self.position.tall:
            return surface.foresee(*self._plain, steps)
        board, _, _, players, player = self._plain
        soon, end = self.settle(steps, ROUNDS_SOON * players)
        near = surface.measure(board, soon.cells, soon.neighbours, players, player)
        settled = surface.measure(board, end.cells, end.neighbours, players, player)
        certainty = pow(FADING, end.turns // players)
        return near, settled, certainty, count_open(soon.cells) / len(board)

    def judge(self, steps: list[Step], weights: Weights) -> float:
        """The log odds of winning after a turn of legal moves, by these weights."""
        if not self.position.tall:
            return surface.judge(*self._plain, steps, weights)
        player = self.position.to_move
        return odds(scores(features(*self.foresee(steps), player), weights), player)

    def rate(self, steps: list[Step], net: bytes) -> tuple[float, ...]:
        """Each player's winning chance after a turn of legal moves, by this network."""
        if not self.position.tall:
            return surface.rate(*self._plain, steps, net)
        board, _, _, players, player = self._plain
        cells, neighbours = moved_bytes(self.position, steps)
        return surface.rate(board, cells, neighbours, players, player, [], net)
