"""Native and pure engine return equal results: every function, every bit, every order.

Compares them directly, on unusual boards and positions and in games of bots. Other tests check
the rules with each engine (`each_engine` in conftest).
"""

from __future__ import annotations

import struct
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots.interface import Question
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.weights import CALIBRATED, SEASONED
from atlantis_core.engine import pure
from atlantis_core.engine.values import CERTAIN
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn
from tests.engines import native_engine
from tests.strategies import Setup, seeds, setups

NET = struct.pack("=1600d", *(Random(5).gauss(0, 0.3) for _ in range(1600)))
"""Any network will do: both engines must give the same results."""


@pytest.fixture(scope="module")
def native() -> ModuleType:
    return native_engine()


def position_of(setup: Setup) -> Position:
    board = Board([Field(*field) for field in segment] for segment in setup.segments)
    stacks = [{Field(*field): value for field, value in own.items()} for own in setup.stacks]
    return Position.setup(board, stacks, setup.to_move)


def assert_alike(native: ModuleType, position: Position, turn: tuple[Move, ...]) -> None:
    trial = Trial(position)
    steps = [trial.step(move) for move in turn]
    plain = position.plain
    for name, arguments in (
        ("play", (*plain, steps)),
        ("settle", (*plain, steps, 0)),
        ("settle", (*plain, steps, 1)),
        ("settle", (*plain, steps, 2 * position.players)),
        ("foresee", (*plain, steps)),
        ("judge", (*plain, steps, SEASONED)),
        ("judge", (*plain, steps, CALIBRATED)),
        ("inputs", (*plain, steps)),
        ("rate", (*plain, steps, NET)),
        ("measure", plain),
        ("areas", plain),
        ("standing", plain),
        ("is_over", plain),
        ("moves", (*plain, position.tall)),
    ):
        found = getattr(native, name)(*arguments)
        if found is not None:
            assert found == getattr(pure, name)(*arguments), name
    played = native.turn(*plain, turn)
    if played is not None:
        after = play_turn(position, turn)
        assert played == (after.cells, after.open_neighbours)


@given(setups(longest=7), seeds)
def test_any_position_and_any_turn(native: ModuleType, setup: Setup, seed: int) -> None:
    position = position_of(setup)
    assert_alike(native, position, RandomBot().choose(Question(position, seed)).turn)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("shape", list(Shape))
def test_whole_games(native: ModuleType, shape: Shape, players: int) -> None:
    dice, asked = Random(7 * players), 0
    game = Game(traditional_start(shape, 3, players))
    while not game.is_over and game.turn_number < 60:
        turn = RandomBot().choose(Question(game.position, dice.randrange(999))).turn
        assert_alike(native, game.position, turn)
        asked += native.judge(*game.position.plain, [], SEASONED) is None
        game.play(turn)
    assert asked == 0, "bots' games have no stacks above 14 to leave to Python"


def test_single_player_has_a_winning_chance_of_one(native: ModuleType) -> None:
    board = Board([[Field(x, y) for x in range(1, 5) for y in range(1, 5)]])
    position = Position.setup(board, [{Field(2, 2): 3, Field(3, 3): -1}])
    assert_alike(native, position, ())
    assert native.judge(*position.plain, [], SEASONED) == CERTAIN


@given(setups(longest=5), seeds, st.integers(0, 5))
def test_illegal_turns_are_left_to_python(
    native: ModuleType, setup: Setup, seed: int, number: int
) -> None:
    position, dice = position_of(setup), Random(seed)
    fields = [*position.board.fields, Field(99, 99), Field(10**30, 1)]
    moves = tuple(Move(dice.choice(fields), dice.choice(fields)) for _ in range(number))
    played = native.turn(*position.plain, moves)
    legal = True
    for place, move in enumerate(moves):
        legal = legal and move in legal_moves(position, moves[:place])
    assert legal or played is None


def test_whole_turn_is_played_natively(native: ModuleType) -> None:
    start = traditional_start(Shape.HEXAGON, 3, 2)
    turn = (legal_moves(start)[0],)
    assert native.turn(*start.plain, turn) is not None
    assert native.turn(*start.plain, turn * 2) is None, "two moves from one segment"


def test_turns_without_explosions_share_neighbour_counts(native: ModuleType) -> None:
    start = traditional_start(Shape.HEXAGON, 3, 2)
    _, neighbours = native.turn(*start.plain, (legal_moves(start)[0],))
    assert neighbours is start.open_neighbours


def test_stacks_above_14_are_left_to_python(native: ModuleType) -> None:
    board = Board([[Field(x, y) for x in range(1, 5) for y in range(1, 5)]])
    for height, is_native in ((14, True), (15, False)):
        position = Position.setup(board, [{Field(2, 2): height}, {Field(4, 4): 1}])
        assert (native.judge(*position.plain, [], SEASONED) is not None) is is_native
        assert (native.moves(*position.plain, position.tall) is not None) is is_native
    meeting = Position.setup(board, [{Field(1, 1): 8, Field(1, 2): 8}, {Field(4, 4): 1}])
    steps = [
        (Trial(meeting).step(Move(Field(1, 1), Field(2, 2)))),
        (board.index(Field(1, 2)), 1, 1),
    ]
    assert native.play(*meeting.plain, steps) == pure.play(*meeting.plain, steps)
