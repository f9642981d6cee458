"""The plan of a turn: its moves, the moves that may be added, and what ending the turn would do.

Keys, mouse, typed text and hints all enter moves through `TurnPlan`. A plan is immutable and
always legal: an illegal change raises the error of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Direction, Field, Move, neighbour, way_of
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import IllegalMoveError, Rule
from .scoring import Outcome, Standing, outcome, standing, tally
from .turns import check_move, check_turn, find_illegal_moves, legal_moves, report_turn


@dataclass(frozen=True, slots=True)
class Consequences:
    """Figures about the position after the turn."""

    player: int
    exploding: tuple[Field, ...]
    """The fields that would explode, in order of the waves."""
    waves: int
    stones_before: tuple[int, ...]
    """Stones of each player, those on growing fields included."""
    stones_after: tuple[int, ...]
    eliminated: int
    """Stones that opponents would lose."""
    lost: int
    """Stones that the player would lose, surplus included."""
    before: Standing
    after: Standing
    outcome: Outcome | None
    """The result, if the turn would end the game."""


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The moves planned so far by the player to move, in order, all legal."""

    position: Position
    moves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        if self.moves:
            check_turn(self.position, self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def add(self, *moves: Move) -> TurnPlan:
        """Append moves. Raises IllegalMoveError if one of them is illegal."""
        return replace(self, moves=self.moves + moves)

    def drop(self, index: int) -> TurnPlan:
        """Remove a move; the others stay legal (R3.2)."""
        return replace(self, moves=self.moves[:index] + self.moves[index + 1 :])

    def shift(self, index: int, by: int) -> TurnPlan:
        """Play a move earlier (negative) or later; stops at the first and last place."""
        place = min(max(index + by, 0), len(self.moves) - 1)
        others = self.moves[:index] + self.moves[index + 1 :]
        return replace(self, moves=others[:place] + self.moves[index : index + 1] + others[place:])

    def clear(self) -> TurnPlan:
        return replace(self, moves=())

    def check(self, move: Move) -> None:
        """Raise IllegalMoveError if this move cannot be added."""
        check_move(self.position, move, self.moves)

    def check_source(self, field: Field) -> None:
        """Raise IllegalMoveError if no stones can leave this field.

        Prefers the segment rule, which explains more than a missing neighbour.
        """
        refusals: list[IllegalMoveError] = []
        for direction in Direction:
            try:
                self.check(Move(field, neighbour(field, direction)))
            except IllegalMoveError as error:
                refusals.append(error)
            else:
                return
        by_segment = [error for error in refusals if error.rule is Rule.ONE_PER_SEGMENT]
        raise (by_segment or refusals)[0]

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves that could be added."""
        return legal_moves(self.position, self.moves)

    def sources(self) -> tuple[Field, ...]:
        """The fields from which stones can still move, each once, in order of the moves."""
        return tuple(dict.fromkeys(move.source for move in self.legal_moves()))

    def destinations(self, source: Field) -> dict[Field, int]:
        """Destinations of moves from a field, with the number of stones that would move."""
        return {
            move.destination: len(way_of(move)) - 1
            for move in self.legal_moves()
            if move.source == source
        }

    @property
    def report(self) -> TurnReport:
        """The report of the turn if it ended now."""
        return _report(self.position, self.moves)

    @property
    def moved(self) -> Position:
        """The board after the planned moves, before anything explodes."""
        moves = self.report.moves
        return moves[-1].after if moves else self.position

    @property
    def consequences(self) -> Consequences:
        """Figures about the position if the turn ended now."""
        return _consequences(self.position, self.moves)


@lru_cache(maxsize=16)
def _report(position: Position, moves: tuple[Move, ...]) -> TurnReport:
    return report_turn(position, moves)


@lru_cache(maxsize=16)
def _consequences(position: Position, moves: tuple[Move, ...]) -> Consequences:
    report = _report(position, moves)

    return Consequences(
        player=report.player,
        exploding=report.exploded,
        waves=len(report.waves),
        stones_before=tally(position).stones,
        stones_after=tally(report.end).stones,
        eliminated=report.eliminated,
        lost=report.eliminated + report.surplus,
        before=standing(position),
        after=standing(report.end),
        outcome=outcome(report.end),
    )


def plan_from(position: Position, moves: Iterable[Move]) -> TurnPlan:
    """A plan of these moves up to the first illegal one."""
    known = tuple(moves)
    wrong = next((number for number, _ in find_illegal_moves(position, known)), len(known))
    return TurnPlan(position, known[:wrong])
