"""Starting positions on boards from files."""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import Field, segment_fields
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from atlantis_core.rules.starting_places import start_on_board
from atlantis_core.support.errors import SetupError
from tests.little_boards import board, fields


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("side", [2, 3])
def test_r1_4_standard_board_from_a_file_has_the_standard_start(shape: Shape, side: int) -> None:
    start = traditional_start(shape, side, players=2)

    found = start_on_board(tuple(reversed(standard_board(shape, side).segments)), 2)

    assert found == [start.stacks(0), start.stacks(1)]


def test_players_start_at_the_ends_of_a_row_of_segments() -> None:
    row = board("B2 E4 H6 K8")

    first, second = start_on_board(row.segments, 2)

    assert {tuple(sorted(first)), tuple(sorted(second))} == {
        segment_fields(Field(2, 2)),
        segment_fields(Field(11, 8)),
    }
    assert set(first.values()) == {1}


def test_every_player_gets_a_separate_segment() -> None:
    star = board("H8 [a1 a2] [a15 b15] [p8 q8] [h1] [z20 z21 z22] [d20]")

    stacks = start_on_board(star.segments, 6)

    assert len({field for own in stacks for field in own}) == sum(map(len, stacks))
    assert all(len({star.segment_of(field) for field in own}) == 1 for own in stacks)


def test_segments_with_the_same_middle_are_both_used() -> None:
    mixed = board("[a1 c3] [a2 c2] [b2]")

    assert sorted(map(sorted, start_on_board(mixed.segments, 3))) == [
        list(fields("a1 c3")),
        list(fields("a2 c2")),
        list(fields("b2")),
    ]


def test_dummy_is_one_stack_in_the_middle_of_its_segment() -> None:
    row = board("B2 E4 H6 K8 [p9 q9 r9]")

    assert all(list(own.values()) == [6] for own in start_on_board(row.segments, 2, dummies={0, 1}))


def test_more_players_than_segments_are_refused() -> None:
    with pytest.raises(SetupError, match="a board of 2 segments has no room for 3 players"):
        start_on_board(board("[a1] [c5]").segments, 3)
