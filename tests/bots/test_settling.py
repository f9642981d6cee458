"""Settling gives exactly the result of passing turn after turn."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots.interface import Question
from atlantis_core.bots.nets import the_net
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.pure.figures import count_open
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_move
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial, settle
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn, report_turn
from tests.engines import EACH_ENGINE
from tests.little_boards import position
from tests.passing import pass_until_calm
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start

pytestmark = EACH_ENGINE


@given(setups())
def test_r4_r5_settling_equals_passing_until_nothing_grows(setup: Setup) -> None:
    position = engine_start(setup)
    settled, expected = settle(position), pass_until_calm(position)
    assert settled.cells == expected.cells
    assert settled.open_neighbours == expected.open_neighbours
    assert settled.to_move == position.to_move


@given(setups(longest=6), seeds)
def test_tried_turn_settles_as_if_played(setup: Setup, seed: int) -> None:
    position = engine_start(setup)
    turn = RandomBot().choose(Question(position, seed)).turn
    trial = Trial(position)
    steps = [trial.step(move) for move in turn]
    played = play_turn(position, turn)
    soon, end = trial.settle(steps, soon=1)
    assert trial.play(steps) == played
    assert end.cells == settle(played).cells
    assert end.neighbours == settle(played).open_neighbours
    assert count_open(soon.cells) == sum(
        played[field].state is FieldState.OPEN for field in played.board
    )


@given(seeds, st.integers(1, 4))
def test_soon_is_the_position_after_some_rounds(seed: int, rounds: int) -> None:
    dice = Random(seed)
    game = Game(traditional_start(Shape.TRIANGLE, 3, 3))
    for _ in range(dice.randrange(30)):
        if not game.is_over:
            moves = legal_moves(game.position)
            game.play([dice.choice(moves)] if moves else [])
    position = game.position
    soon, _ = Trial(position).settle([], soon=rounds * 3)
    later = position
    for _ in range(rounds * 3):
        later = play_turn(later, ())
    for field in later.board:
        contents, code = later[field], soon.cells[later.board.index(field)]
        if contents.state is not FieldState.GROWING:
            assert code == later.cells[later.board.index(field)], field


def test_settled_position_has_no_growing_fields() -> None:
    board = Board([[Field(x, y) for x in range(1, 6) for y in range(1, 6)]])
    position = Position.setup(board, [{Field(1, 1): -1, Field(2, 2): 3}, {Field(4, 4): 5}])
    settled = settle(position)
    assert all(held.state is not FieldState.GROWING for _, held in settled.occupied())
    assert settled != position


@pytest.mark.parametrize("height", [14, 15, 16, 40])
def test_tall_stacks_explode_as_in_the_engine(height: int) -> None:
    board = Board([[Field(x, y) for x in range(1, 5) for y in range(1, 5)]])
    position = Position.setup(
        board, [{Field(2, 2): height, Field(3, 3): 2}, {Field(4, 4): height, Field(1, 1): -3}]
    )
    assert settle(position).cells == pass_until_calm(position).cells


def test_turn_over_a_stack_taller_than_a_byte_is_judged_normally() -> None:
    """Twenty stones move over sixteen and leave four: then no stack is tall."""
    board = " ".join(f"{column}{row}" for column in "abc" for row in range(1, 25))
    start = position(f"[{board}]", "b2:20", "b5:4 b8:4 b11:4 b14:4 a1:1")
    move = parse_move("b2-b22")
    moved = report_turn(start, [move]).moves[-1].after
    assert start.tall
    assert not moved.tall
    tall, plain = Trial(start), Trial(moved)
    steps = [tall.step(move)]
    assert tall.play(steps) == plain.play([]) == play_turn(start, [move])
    assert tall.foresee(steps) == plain.foresee([])
    assert tall.judge(steps, SEASONED) == plain.judge([], SEASONED)
    assert tall.rate(steps, the_net()) == plain.rate([], the_net())
