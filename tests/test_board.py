"""Boards of any segments on the grid, and impossible ones."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from atlantis_core.positions.board import Board, number_segments
from atlantis_core.positions.grid import Field, Move, parse_field
from atlantis_core.support.errors import AtlantisError, SetupError, UnknownFieldError
from tests.little_boards import board, fields


def test_fields_come_segment_by_segment() -> None:
    two = board("[c3 a1] [b2]")
    assert two.segments == (fields("c3 a1"), fields("b2"))
    assert two.fields == fields("c3 a1 b2")
    assert len(two) == 3
    assert list(two) == list(two.fields)
    assert [two.segment_of(field) for field in two.fields] == [0, 0, 1]


def test_membership() -> None:
    one = board("B2")
    assert parse_field("a1") in one
    assert parse_field("d4") not in one
    assert (1, 1) in one
    assert "a1" not in one


def test_r1_1_neighbours_are_those_on_the_board() -> None:
    one = board("B2")
    assert set(one.neighbours(parse_field("b2"))) == set(fields("a1 a2 b1 b3 c2 c3"))
    assert set(one.neighbours(parse_field("a1"))) == set(fields("a2 b1 b2"))


def test_r1_3_boards_reach_below_row_one_and_before_column_a() -> None:
    old = board("[-b-2 -a-1 a0 b1]")
    assert set(old.neighbours(Field(0, -1))) == {Field(-1, -2), Field(1, 0)}


def test_board_may_be_disconnected() -> None:
    pieces = board("[a1 z26] [m1]")
    assert all(pieces.neighbours(field) == () for field in pieces.fields)


def test_rows_do_not_wrap() -> None:
    """The last column of a row and the first of the next are not neighbours."""
    plain = Board([[Field(x, y) for x in range(1, 5) for y in range(1, 5)]])
    assert set(plain.neighbours(Field(4, 2))) == {
        Field(4, 3),
        Field(3, 2),
        Field(3, 1),
        Field(4, 1),
    }


def test_single_field_is_a_board() -> None:
    assert board("[a1]").neighbours(parse_field("a1")) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["at least one field"]),
        ("[]", ["segment 1", "no fields"]),
        ("[a1] []", ["segment 2", "no fields"]),
        ("[a1 a2] [a3 a2]", ["'a2'", "1", "2"]),
        ("[a1 a1]", ["a1", "twice"]),
        ("B2 C3", ["'b2'", "'c3'"]),
    ],
)
def test_impossible_boards_are_refused(text: str, words: list[str]) -> None:
    with pytest.raises(SetupError) as caught:
        board(text)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_all_problems_of_a_board_are_reported_at_once() -> None:
    with pytest.raises(SetupError) as caught:
        board("[] [a1 b1] [a1] [b1] []")
    assert len(caught.value.problems) == 4


def test_too_wide_board_is_refused() -> None:
    with pytest.raises(SetupError, match="span"):
        Board([[Field(1, 1), Field(10**9, 10**9)]])


@pytest.mark.parametrize("ask", [Board.segment_of, Board.neighbours])
def test_unknown_fields_are_named(ask: Callable[[Board, Field], object]) -> None:
    with pytest.raises(UnknownFieldError, match="'z9'") as caught:
        ask(board("B2"), parse_field("z9"))
    assert caught.value.field == parse_field("z9")
    assert isinstance(caught.value, AtlantisError)
    assert not isinstance(caught.value, LookupError)


def test_islands_are_not_connected() -> None:
    assert board("B2 C5").is_connected
    assert not board("B2 G2").is_connected
    assert board("B2").is_connected


def test_equal_boards() -> None:
    assert board("B2 E4") == board("B2 E4")
    assert hash(board("B2 E4")) == hash(board("B2 E4"))
    assert board("[a1 a2]") != board("[a1] [a2]")
    assert board("[a1]") != board("[a2]")
    assert board("[a1]") != "[a1]"


def test_boards_survive_pickling() -> None:
    before = board("B2 [-a0 f9]")
    after = pickle.loads(pickle.dumps(before))  # noqa: S301 - made on this line
    assert after == before
    assert after.segments == before.segments
    assert after.neighbours(parse_field("b2")) == before.neighbours(parse_field("b2"))


def test_board_copies_its_arguments() -> None:
    segment = [Field(1, 1)]
    one = Board([segment])
    segment.append(Field(1, 2))
    assert one.fields == (Field(1, 1),)


@pytest.mark.parametrize("name", ["segments", "fields"])
def test_boards_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(board("B2"), name, ())


def test_lines_of_a_field_are_the_same_in_every_direction() -> None:
    board = Board([[Field(x, 1) for x in range(1, 5)]])
    index = board.index(Field(2, 1))
    east, west = ([Move(Field(2, 1), Field(x, 1)) for x in to] for to in ((3, 4), (1,)))
    blank = [None] * 3
    expected = (*east, None, *blank, *blank, *west, None, None, *blank, *blank)
    assert board.moves_from(index, 3) == expected
    assert board.moves_from(index, 2) is board.moves_from(index, 3) is board.moves_at[index]


@pytest.mark.parametrize(("reach", "is_kept"), [(14, True), (15, False)])
def test_long_lines_are_not_cached(reach: int, is_kept: bool) -> None:
    board = Board([[Field(1, 1), Field(2, 1)]])
    key = board.index(Field(1, 1)), reach
    assert len(board.lines[key]) == 1
    assert (key in board.lines) is is_kept


def test_repeated_fields_are_found_without_comparing_all_pairs() -> None:
    compared = 0

    class Watched(Field):
        __hash__ = Field.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return super().__eq__(other)

    segment = tuple(Watched(1, row) for row in (*range(300), *range(300)))
    with pytest.raises(SetupError, match="twice"):
        number_segments((segment,))
    assert compared < 6_000


def test_repeated_fields_are_named_in_order() -> None:
    with pytest.raises(SetupError, match=r"segment 1 names a field twice: a1, b2$"):
        board("[b2 a1 b2 c3 a1 a1]")
