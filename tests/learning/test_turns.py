"""Enumeration of all turns of a player."""

from itertools import permutations

import pytest

from atlantis_core import is_legal, legal_moves, play_turn
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from tests.little_boards import position as make_position

POSITIONS = {
    "two segments": make_position("B2 C5", "b2:2 c4:1", "c5:1 d6:1"),
    "moves that clear the way for each other": make_position(
        "B2 C5 E4", "b2:2 d4:2 c5:1", "c4:1 c3:1 b3:1"
    ),
    "stacks that explode": make_position("B2 C5", "a1:2 b2:1 b4:3", "a2:1 d6:1"),
}


def all_turns(position: Position) -> list[tuple[Move, ...]]:
    """Every sequence of legal moves, by trying all orders."""
    moves = legal_moves(position)
    return [
        turn
        for length in range(len(position.board.segments) + 1)
        for turn in permutations(moves, length)
        if all(is_legal(position, move, turn[:n]) for n, move in enumerate(turn))
    ]


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_legal_turns_reach_every_position_that_any_order_reaches(position: Position) -> None:
    turns = list(legal_turns(position))
    ends = {play_turn(position, turn) for turn in turns}
    assert turns[0] == ()
    assert ends == {play_turn(position, turn) for turn in all_turns(position)}


def test_r2_2_player_without_a_decision_has_only_the_empty_turn() -> None:
    position = make_position("B2 C5", "b3:0 c3:0 b2:2", "c5:1")
    assert list(legal_turns(position)) == [()]
