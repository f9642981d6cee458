"""Positions as values: contents, impossible ones, equality, hashing, pickling, size."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field, parse_moves
from atlantis_core.positions.position import MAX_PLAYERS, MAX_STONES, Contents, FieldState, Position
from atlantis_core.rules.shapes import Shape, standard_board
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.errors import (
    AtlantisError,
    SetupError,
    UnknownFieldError,
    UnknownPlayerError,
)
from tests.little_boards import board, fields, position, stacks
from tests.position_size import size_beyond_board
from tests.recorded_games import recorded_game
from tests.strategies import Setup, setups
from tests.translation import engine_start, engine_turn

START = position("B2 E4", "a1:1 b2:-2 c3:0", "e4:40 d3:15")


def test_r7_5_values_above_below_and_at_zero() -> None:
    assert START[parse_field("a1")] == Contents(FieldState.OPEN, 0, 1)
    assert START[parse_field("b2")] == Contents(FieldState.GROWING, 0, 2)
    assert START[parse_field("c3")] == Contents(FieldState.DEAD, 0, 0)
    assert START[parse_field("e4")] == Contents(FieldState.OPEN, 1, 40)


def test_open_empty_field_has_no_owner() -> None:
    assert START[parse_field("a2")] == Contents(FieldState.OPEN, None, 0)


def test_occupied_fields_come_in_board_order() -> None:
    assert [str(field) for field, _ in START.occupied()] == ["a1", "b2", "c3", "d3", "e4"]


@pytest.mark.parametrize("height", [1, 5, 6, 13, 14, 15, 16, 17, 255, 256, MAX_STONES])
def test_stacks_of_any_height(height: int) -> None:
    tall = position("B2", f"a1:{height} b2:-{height}", "")
    assert tall[parse_field("a1")].stones == height
    assert tall[parse_field("b2")].stones == height
    assert stacks(tall)[0] == f"a1:{height} b2:-{height}"


@given(setups())
def test_stacks_return_the_setup(setup: Setup) -> None:
    made = engine_start(setup)
    assert [made.stacks(player) for player in range(made.players)] == list(setup.stacks)
    assert (made.players, made.to_move) == (len(setup.stacks), setup.to_move)


def test_open_neighbours_are_counted() -> None:
    assert START.open_neighbour_count(parse_field("a1")) == 2
    assert START.open_neighbour_count(parse_field("b2")) == 5


# Impossible positions


@pytest.mark.parametrize(
    ("stacks_of", "words"),
    [
        ([{"z9": 1}], ["'z9'", "not on the board"]),
        ([{"a1": 1}, {"a1": -1}], ["'a1'", "player 0", "player 1"]),
        ([{"a1": MAX_STONES + 1}], ["'a1'", str(MAX_STONES + 1)]),
        ([{"a1": -MAX_STONES - 1}], ["'a1'", str(MAX_STONES)]),
        ([{}] * (MAX_PLAYERS + 1), [str(MAX_PLAYERS + 1), str(MAX_PLAYERS)]),
    ],
)
def test_impossible_starts_are_refused(
    stacks_of: list[Mapping[str, int]], words: list[str]
) -> None:
    named = [{parse_field(name): value for name, value in own.items()} for own in stacks_of]
    with pytest.raises(SetupError) as caught:
        Position.setup(board("B2"), named)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, 1.5, float("nan")])
def test_r7_5_stones_are_counted_in_whole_numbers(value: object) -> None:
    wrong: dict[Field, int] = {parse_field("a1"): value}  # type: ignore[dict-item]
    with pytest.raises(SetupError, match="'a1'"):
        Position.setup(board("B2"), [wrong, {}])


@pytest.mark.parametrize("to_move", [-1, 2, 100])
def test_the_player_to_move_must_exist(to_move: int) -> None:
    with pytest.raises(SetupError, match=str(to_move)):
        position("B2", "a1:1", "", to_move=to_move)


def test_all_problems_of_a_start_are_reported_at_once() -> None:
    one, two = fields("a1 z9")
    with pytest.raises(SetupError) as caught:
        Position.setup(board("B2"), [{one: 1, two: 1}, {one: MAX_STONES + 1}], to_move=7)
    assert len(caught.value.problems) == 4


def test_unknown_fields_and_players_are_named() -> None:
    with pytest.raises(UnknownFieldError, match="'z9'") as caught:
        START[parse_field("z9")]
    assert isinstance(caught.value, AtlantisError)
    assert not isinstance(caught.value, LookupError)
    with pytest.raises(UnknownFieldError, match="'z9'"):
        START.open_neighbour_count(parse_field("z9"))
    for player in (-1, 2):
        with pytest.raises(UnknownPlayerError, match=str(player)):
            START.stacks(player)


# Values


def test_equal_positions_are_equal_regardless_of_origin() -> None:
    start = position("[a1] [a2] [a3] [b1] [b2] [b3]", "b1:1 b3:1", "")
    one = play_turn(start, parse_moves("b1-b2 b3-a3"))
    two = play_turn(start, parse_moves("b3-a3 b1-b2"))
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, start}) == 2


@pytest.mark.parametrize(
    "other",
    [
        position("B2 E4", "a1:2 b2:-2 c3:0", "e4:40 d3:15"),
        position("B2 E4", "a1:1 b2:2 c3:0", "e4:40 d3:15"),
        position("B2 E4", "a1:1 b2:-2", "e4:40 d3:15"),
        position("B2 E4", "a1:1 b2:-2 c3:0", "e4:41 d3:15"),
        position("B2 E4", "a1:1 b2:-2 c3:0", "e4:15 d3:40"),
        position("B2 E4", "a1:1 b2:-2 c3:0", "e4:40 d3:15", to_move=1),
        position("B2 E4", "a1:1 b2:-2 c3:0", "e4:40 d3:15", ""),
        position("B2 E4", "b2:-2 c3:0", "e4:40 d3:15 a1:1"),
        position("B2 E4 [z9]", "a1:1 b2:-2 c3:0", "e4:40 d3:15"),
        position("B2 [e4 e5 f5 f4 e3 d3] [d4]", "a1:1 b2:-2 c3:0", "e4:40 d3:15"),
    ],
)
def test_different_positions_differ(other: Position) -> None:
    assert other != START
    assert position("B2 E4", "a1:1 b2:-2 c3:0", "e4:40 d3:15") == START


def test_position_differs_from_other_types() -> None:
    assert START != "a1:1"
    assert START.board != START


@pytest.mark.parametrize("name", ["board", "players", "to_move", "cells", "anything"])
def test_positions_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(START, name, 1)


def test_position_copies_its_arguments() -> None:
    own = {parse_field("a1"): 1}
    made = Position.setup(board("B2"), [own, {}])
    own[parse_field("b2")] = 3
    assert stacks(made) == ("a1:1", "")
    made.stacks(0)[parse_field("b2")] = 3
    assert stacks(made) == ("a1:1", "")


def _pickled(before: Position) -> object:
    return pickle.loads(pickle.dumps(before))  # noqa: S301 - made on this line


@given(setups(), st.sampled_from([_pickled, copy.copy, copy.deepcopy]))
@settings(max_examples=60)
def test_positions_survive_copies(setup: Setup, way: Callable[[Position], Position]) -> None:
    before = engine_start(setup)
    after = way(before)
    assert after == before
    assert hash(after) == hash(before)
    assert play_turn(after, ()) == play_turn(before, ())


def test_position_of_hexagon_5_is_small() -> None:
    game = recorded_game("20_hexagon5_6p")
    now = engine_start(game)
    sizes = [size_beyond_board(now)]
    for turn in game.turns:
        now = play_turn(now, engine_turn(turn))
        sizes.append(size_beyond_board(now))
    assert len(now.board) == 427
    assert max(sizes) <= 2048


def test_tall_stack_is_found_without_a_scan_of_all() -> None:
    board = standard_board(Shape.HEXAGON, 3)
    heights = {field: 15 + number for number, field in enumerate(board)}
    position = Position.setup(board, [heights, {}])
    for field, height in heights.items():
        assert position.tall_at(board.index(field)) == {board.index(field): height}
        assert position[field].stones == height
    assert position.tall_at(0) == {}
    assert position.tall_at(board.size) == {}


def test_occupied_fields_are_sorted_on_any_board() -> None:
    segments = [[Field(5, 5), Field(1, 1)], [Field(3, 3), Field(2, 2), Field(4, 4)]]
    stacks = [{Field(2, 2): 1, Field(5, 5): 0}, {Field(1, 1): -1, Field(4, 4): 20}]
    position = Position.setup(Board(segments), stacks)
    found = [field for field, _ in position.occupied()]
    assert found == [Field(5, 5), Field(1, 1), Field(2, 2), Field(4, 4)]
