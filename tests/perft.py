"""Perft: counts all sequences of turns from a position, to a given depth.

`perft(n)` is the number of legal sequences of exactly n turns. A turn is an ordered sequence of
legal moves, including the empty one; the order of moves matters. After the end of the game there
are no turns (R2.3). One wrong legal move or one wrong stone changes the number.

Engine and oracle use their own rules and share only the recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from atlantis_core.positions.grid import Move, format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules import scoring, turns
from tests import oracle
from tests.recorded_games import name_of

State = TypeVar("State")
Step = TypeVar("Step")


@dataclass(frozen=True)
class Rulebook(Generic[State, Step]):
    """The rules that perft needs, of the engine or of the oracle."""

    legal_moves: Callable[[State, Sequence[Step]], Sequence[Step]]
    play_turn: Callable[[State, Sequence[Step]], State]
    is_over: Callable[[State], bool]
    format_turn: Callable[[Sequence[Step]], str]

    def turns(self, state: State, begun: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
        """All turns that extend the moves already made, beginning with these moves alone."""
        yield begun
        for move in self.legal_moves(state, begun):
            yield from self.turns(state, (*begun, move))

    def perft(self, state: State, depth: int) -> int:
        if depth == 0:
            return 1
        if self.is_over(state):
            return 0
        return sum(self.perft(self.play_turn(state, turn), depth - 1) for turn in self.turns(state))

    def split(self, state: State, depth: int) -> dict[str, int]:
        """`perft(depth)` by the first turn."""
        if self.is_over(state):
            return {}
        return {
            self.format_turn(turn): self.perft(self.play_turn(state, turn), depth - 1)
            for turn in self.turns(state)
        }


def _format_oracle_turn(turn: Sequence[oracle.Move]) -> str:
    return " ".join(f"{name_of(source)}-{name_of(target)}" for source, target in turn) or "pass"


ENGINE: Rulebook[Position, Move] = Rulebook(
    turns.legal_moves, turns.play_turn, scoring.is_over, format_moves
)
ORACLE: Rulebook[oracle.World, oracle.Move] = Rulebook(
    oracle.legal_moves,
    oracle.play_turn,
    lambda world: oracle.is_over(oracle.areas(world)),
    _format_oracle_turn,
)
