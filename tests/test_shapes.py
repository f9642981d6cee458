"""R1.4: the standard boards and starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import segment_centre
from atlantis_core.rules.shapes import (
    Shape,
    hexagon,
    parse_shape,
    rhombus,
    standard_board,
    traditional_start,
    triangle,
)
from atlantis_core.support.errors import NotationError, SetupError
from tests.recorded_games import recorded_game
from tests.translation import engine_start


@pytest.mark.parametrize(
    ("board", "segments", "fields"),
    [
        (triangle(1), 1, 7),
        (triangle(6), 21, 147),
        (rhombus(1), 1, 7),
        (rhombus(4), 16, 112),
        (hexagon(1), 1, 7),
        (hexagon(2), 7, 49),
        (hexagon(3), 19, 133),
        (hexagon(5), 61, 427),
    ],
)
def test_r1_4_numbers_of_segments_and_fields(board: Board, segments: int, fields: int) -> None:
    assert len(board.segments) == segments
    assert len(board) == fields


def test_r1_4_hexagon_20() -> None:
    assert len(hexagon(20)) == 7987


LATTICES: dict[Shape, Callable[[int, int, int], bool]] = {
    Shape.TRIANGLE: lambda i, j, side: i < side and j <= i,
    Shape.RHOMBUS: lambda i, j, side: i < side and j < side,
    Shape.HEXAGON: lambda i, j, side: max(i + 1 - side, 0) <= j < min(2 * side - 1, i + side),
}
"""The pairs (i, j) of R1.4, sentence by sentence."""


def lattice(shape: Shape, side: int) -> list[tuple[int, int]]:
    pairs = [(i, j) for i in range(2 * side - 1) for j in range(2 * side - 1)]
    return [(i, j) for i, j in pairs if LATTICES[shape](i, j, side)]


@pytest.mark.parametrize("shape", LATTICES)
@pytest.mark.parametrize("side", [1, 2, 3, 4, 7])
def test_r1_4_centres_follow_the_formula(shape: Shape, side: int) -> None:
    """Up to a shift of the whole board to the first row and column."""
    board = standard_board(shape, side)
    centres = [segment_centre(segment) for segment in board.segments]
    expected = [(1 + i + 2 * j, 1 + 3 * i - j) for i, j in lattice(shape, side)]
    first = centres[0]
    assert first is not None
    right, up = first.x - expected[0][0], first.y - expected[0][1]
    assert centres == [(x + right, y + up) for x, y in expected]
    assert min(field.x for field in board.fields) == 1
    assert min(field.y for field in board.fields) == 1


def test_r1_4_segments_leave_no_gaps() -> None:
    """The middle segment of seven is enclosed on all sides."""
    board = hexagon(2)
    assert all(len(board.neighbours(field)) == 6 for field in board.segments[3])


@pytest.mark.parametrize(
    ("name", "shape", "side", "players"),
    [
        ("00_triangle6_2p", Shape.TRIANGLE, 6, 2),
        ("06_triangle6_3p", Shape.TRIANGLE, 6, 3),
        ("10_hexagon3_3p", Shape.HEXAGON, 3, 3),
        ("20_hexagon5_6p", Shape.HEXAGON, 5, 6),
        ("21_triangle4_3p", Shape.TRIANGLE, 4, 3),
        ("24_hexagon2_2p", Shape.HEXAGON, 2, 2),
        ("28_hexagon3_6p", Shape.HEXAGON, 3, 6),
        ("g06_hexagon3_2p_cr", Shape.HEXAGON, 3, 2),
    ],
)
def test_r1_4_boards_and_starts_equal_those_of_the_author(
    name: str, shape: Shape, side: int, players: int
) -> None:
    assert traditional_start(shape, side, players) == engine_start(recorded_game(name))


ROOMY = [(shape, players) for shape in Shape for players in range(2, 7)]


@pytest.mark.parametrize(("shape", "players"), ROOMY)
def test_r1_4_each_player_starts_on_a_separate_segment(shape: Shape, players: int) -> None:
    start = traditional_start(shape, 4, players)
    segments = set(map(frozenset, start.board.segments))
    own = [start.stacks(player) for player in range(players)]
    assert all(set(stacks.values()) == {1} for stacks in own)
    assert all(frozenset(stacks) in segments for stacks in own)
    assert len(set(map(frozenset, own))) == players
    assert start.to_move == 0


def test_r1_4_four_players_take_the_corners_of_a_rhombus() -> None:
    start = traditional_start(Shape.RHOMBUS, 3, 4)
    corners = {frozenset(start.board.segments[number]) for number in (0, 2, 6, 8)}
    assert {frozenset(start.stacks(player)) for player in range(4)} == corners


def test_r1_4_a_dummy_is_a_stack_of_six_in_the_middle_of_its_segment() -> None:
    plain = traditional_start(Shape.HEXAGON, 3, 3)
    start = traditional_start(Shape.HEXAGON, 3, 3, dummies=[1])
    assert start.stacks(1) == {segment_centre(plain.stacks(1)): 6}
    assert start.stacks(0) == plain.stacks(0)
    assert start.stacks(2) == plain.stacks(2)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("side", [0, -1, 10**6])
def test_impossible_sides_are_refused(shape: Shape, side: int) -> None:
    with pytest.raises(SetupError, match=str(side)):
        standard_board(shape, side)


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_impossible_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match=str(players)):
        traditional_start(Shape.HEXAGON, 3, players)


@pytest.mark.parametrize("shape", Shape)
def test_a_board_without_room_for_all_players_is_refused(shape: Shape) -> None:
    places = sum(1 for _ in shape.places(1))
    with pytest.raises(SetupError, match="room"):
        traditional_start(shape, 1, places + 1)


@pytest.mark.parametrize("dummy", [-1, 3])
def test_a_dummy_must_be_a_player(dummy: int) -> None:
    with pytest.raises(SetupError, match=str(dummy)):
        traditional_start(Shape.HEXAGON, 3, 3, dummies=[dummy])


def test_shapes_are_parsed() -> None:
    assert parse_shape("hexagon:3") == (Shape.HEXAGON, 3)
    for text in ("", "hexagon", "hexagon:", "hexagon:x", "square:3", "Hexagon:3", "hexagon:-1"):
        with pytest.raises(NotationError) as caught:
            parse_shape(text)
        assert caught.value.text == text
