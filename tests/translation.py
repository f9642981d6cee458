"""Converts starts and turns for the engine and for the oracle.

Recorded games and random setups have plain (x, y) pairs; the engine has its own types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Position
from tests import oracle
from tests.recorded_games import RecordedGame, RecordedTurn
from tests.strategies import Setup


def engine_start(start: RecordedGame | Setup) -> Position:
    board = Board([[Field(*field) for field in segment] for segment in start.segments])
    return Position.setup(board, _engine_stacks(start.stacks), _to_move(start))


def oracle_start(start: RecordedGame | Setup) -> oracle.World:
    return oracle.set_up(start.segments, start.stacks, _to_move(start))


def oracle_world(position: Position) -> oracle.World:
    """The same position for the oracle. Only between turns, as stacks are (R7.5)."""
    stacks: list[dict[oracle.Field, int]] = [
        dict(position.stacks(player).items()) for player in range(position.players)
    ]
    return oracle.set_up(position.board.segments, stacks, position.to_move)


def engine_moves(moves: Iterable[oracle.Move]) -> tuple[Move, ...]:
    return tuple(Move(Field(*source), Field(*destination)) for source, destination in moves)


def engine_turn(turn: RecordedTurn) -> tuple[Move, ...]:
    return engine_moves(turn.moves)


def _engine_stacks(stacks: Sequence[Mapping[oracle.Field, int]]) -> list[dict[Field, int]]:
    return [{Field(*field): value for field, value in own.items()} for own in stacks]


def _to_move(start: RecordedGame | Setup) -> int:
    return start.to_move if isinstance(start, Setup) else 0
