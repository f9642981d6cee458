"""R1: names of fields and segments, neighbours, straight lines, moves as text."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.positions.grid import (
    Direction,
    Field,
    Move,
    format_field,
    format_moves,
    format_segment,
    line_between,
    neighbour,
    parse_field,
    parse_move,
    parse_moves,
    parse_segment,
    segment_centre,
    segment_fields,
    way_of,
)
from atlantis_core.support.errors import AtlantisError, NotationError

any_field = st.builds(Field, st.integers(-800, 20_000), st.integers(-900, 20_000))


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [
        ("a1", 1, 1),
        ("z9", 26, 9),
        ("aa1", 27, 1),
        ("az10", 52, 10),
        ("ba1", 53, 1),
        ("zz3", 702, 3),
        ("aaa1", 703, 1),
    ],
)
def test_r1_1_letters_count_columns(name: str, x: int, y: int) -> None:
    assert parse_field(name) == Field(x, y)
    assert format_field(Field(x, y)) == name
    assert str(Field(x, y)) == name


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [("c0", 3, 0), ("e-1", 5, -1), ("-a3", 0, 3), ("-b3", -1, 3), ("-a0", 0, 0), ("-b-2", -1, -2)],
)
def test_r1_3_rows_and_columns_of_older_programs(name: str, x: int, y: int) -> None:
    assert parse_field(name) == Field(x, y)
    assert str(Field(x, y)) == name


@given(any_field)
def test_r1_1_every_field_has_one_name(field: Field) -> None:
    assert parse_field(str(field)) == field


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "A1", "a 1", " a1", "a1 ", "a1\n", "a1b", "1a", "ä1", "a+1", "a1.0", "--a1"]
    + ["a--1", "a-0", "-1", "a٣", "aaaaaaaaaaaa1", "a99999999999999", "b2-b4"],
)
def test_r1_1_invalid_field_is_quoted_in_the_error(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_field(text)
    assert caught.value.text == text
    assert "not a field" in str(caught.value)
    assert "c5" in str(caught.value)


def test_r1_1_six_neighbours() -> None:
    around = {str(neighbour(parse_field("b2"), direction)) for direction in Direction}
    assert around == {"c2", "c3", "b3", "a2", "a1", "b1"}


@pytest.mark.parametrize("direction", Direction)
def test_r1_1_a_straight_line_repeats_one_step(direction: Direction) -> None:
    source = parse_field("j10")
    for distance in (1, 2, 7):
        destination = neighbour(source, direction, distance)
        assert line_between(Move(source, destination)) == (direction, distance)
        back = line_between(Move(destination, source))
        assert back == (direction.opposite, distance)


@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("b2-b5", "b2 b3 b4 b5"),
        ("b2-e5", "b2 c3 d4 e5"),
        ("e5-b2", "e5 d4 c3 b2"),
        ("d2-b2", "d2 c2 b2"),
        ("b2-d3", "b2 d3"),
    ],
)
def test_r3_1_the_way_of_a_move(move: str, fields: str) -> None:
    assert [str(field) for field in way_of(parse_move(move))] == fields.split()


@pytest.mark.parametrize("move", ["b2-b2", "b2-d3", "b2-c1", "b2-a3", "c3-a2", "c3-f5"])
def test_r1_1_other_pairs_are_not_on_a_line(move: str) -> None:
    assert line_between(parse_move(move)) is None


def test_r1_2_a_standard_segment_is_its_centre_and_six_neighbours() -> None:
    assert parse_segment("B2") == Field(2, 2)
    assert [str(field) for field in segment_fields(Field(2, 2))] == "a1 a2 b1 b2 b3 c2 c3".split()
    assert format_segment(Field(27, 3)) == "AA3"


@given(any_field)
def test_r1_2_centre_is_found(centre: Field) -> None:
    assert segment_centre(reversed(segment_fields(centre))) == centre
    assert parse_segment(format_segment(centre)) == centre


@pytest.mark.parametrize(
    "names", ["", "b2", "a1 a2 b1 b2 b3 c2", "a1 a2 b1 b2 b3 c2 c4", "a1 a2 b1 b2 b3 c2 c3 c4"]
)
def test_r1_2_other_sets_have_no_centre(names: str) -> None:
    assert segment_centre([parse_field(name) for name in names.split()]) is None


@pytest.mark.parametrize("text", ["", "b2", "B", "Bb2", "2", "B2 ", "[a1]"])
def test_r1_2_invalid_segment_is_quoted_in_the_error(text: str) -> None:
    with pytest.raises(NotationError, match="not a segment"):
        parse_segment(text)


@given(st.lists(st.builds(Move, any_field, any_field), max_size=5))
def test_moves_round_trip(moves: list[Move]) -> None:
    assert parse_moves(format_moves(moves)) == tuple(moves)


def test_moves_with_rows_below_one() -> None:
    assert parse_move("c0-c-2") == Move(Field(3, 0), Field(3, -2))
    assert parse_move("-a3--b2") == Move(Field(0, 3), Field(-1, 2))


def test_an_empty_turn_is_a_pass() -> None:
    assert format_moves([]) == "pass"
    assert parse_moves("pass") == ()
    assert parse_moves("") == ()


@pytest.mark.parametrize("text", ["b2", "b2-", "-b4", "b2-b4-b5", "b2–b4", "b2 b4", "b2-b4 pass"])
def test_invalid_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_moves(text)


def test_values_and_errors_survive_pickling() -> None:
    move = parse_move("b2-b4")
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - made on this line
    error = NotationError("c", "field", "a field such as 'c5'")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made on this line
    assert isinstance(again, AtlantisError)
    assert str(again) == str(error)


def test_long_text_is_shortened_in_the_error() -> None:
    with pytest.raises(NotationError) as caught:
        parse_field("x" * 10_000)
    assert len(str(caught.value)) < 200
