"""R6 and the rulings that use it: areas, stability, scores, ranking, decisions, the end."""

from __future__ import annotations

import pytest

from atlantis_core.rules.scoring import (
    Reason,
    Tally,
    adjudicate,
    areas,
    has_decision,
    is_over,
    outcome,
    rank,
    standing,
    stones_in,
    tally,
)
from atlantis_core.support.errors import UnknownPlayerError
from tests.engines import EACH_ENGINE
from tests.little_boards import position

pytestmark = EACH_ENGINE

LINE = "[a1 a2 a3 a4 a5 a6]"


def described(*text: str) -> list[str]:
    """Each area as its fields, then its properties."""
    now = position(*text)
    return [
        " ".join(map(str, area.fields))
        + (", stable" if area.is_stable else ", unstable")
        + ("" if area.owner is None else f", of player {area.owner}")
        for area in areas(now)
    ]


def test_r6_1_areas_are_connected_open_fields() -> None:
    assert described(LINE, "a2:0 a5:0", "") == ["a1, stable", "a3 a4, stable", "a6, stable"]


def test_r6_1_segments_do_not_divide_areas() -> None:
    assert described("[a1 a3] [a2]", "", "") == ["a1 a2 a3, stable"]


def test_r6_1_disconnected_fields_are_separate_areas() -> None:
    assert described("[a1 b1] [d9]", "b1:1", "") == [
        "a1 b1, stable, of player 0",
        "d9, stable",
    ]


def test_r6_1_two_players_make_an_area_unstable() -> None:
    assert described(LINE, "a1:1", "a6:1") == ["a1 a2 a3 a4 a5 a6, unstable"]


def test_r6_1_a_growing_field_makes_the_areas_it_touches_unstable() -> None:
    assert described(LINE, "a1:1 a3:-1", "a5:0") == [
        "a1 a2, unstable, of player 0",
        "a4, unstable",
        "a6, stable",
    ]


def test_r6_1_an_opponents_growing_field_counts_too() -> None:
    assert described(LINE, "a1:1", "a3:-1") == [
        "a1 a2, unstable, of player 0",
        "a4 a5 a6, unstable",
    ]


def test_stones_of_an_area_by_player() -> None:
    now = position(LINE, "a1:3 a2:40 a4:-2", "a3:1 a6:2")
    assert [stones_in(now, area) for area in areas(now)] == [(43, 1), (0, 2)]


def test_r6_2_empty_fields_of_an_own_stable_area_count() -> None:
    now = position(LINE, "a1:1 a3:0", "a5:1")
    assert standing(now).secured == (2, 3)
    result = outcome(now)
    assert result is not None
    assert (result.scores, result.ranking, result.winner) == ((2, 3), (1, 0), 1)
    assert result.reason is Reason.STABLE


def test_r6_2_areas_without_stones_do_not_count() -> None:
    now = position(LINE, "a1:1 a2:0", "")
    assert standing(now).secured == (1, 0)
    assert standing(now).leading == (0, 0)


def test_r6_2_no_open_field_left() -> None:
    now = position("[a1 a2]", "a1:0", "a2:0")
    assert areas(now) == ()
    assert is_over(now)
    result = outcome(now)
    assert result is not None
    assert (result.reason, result.scores) == (Reason.SUNK, (0, 0))


def test_r6_2_game_without_open_fields_is_over_despite_growing_ones() -> None:
    now = position("[a1 a2]", "a1:-1", "a2:-1")
    assert is_over(now)


def test_r6_3_secured_and_leading() -> None:
    now = position(LINE + " [c1 c2 c3]", "a1:1 a3:-1 c1:2", "a5:1")
    assert standing(now).secured == (3, 0)
    assert standing(now).leading == (2, 3)


def test_r6_3_shared_area_is_not_leading() -> None:
    now = position(LINE, "a1:1 a3:-1", "a2:1")
    assert standing(now).leading == (0, 0)


@pytest.mark.parametrize(
    ("scores", "ranking"),
    [
        ((3, 9, 5), (1, 2, 0)),
        ((5, 5, 3), (1, 0, 2)),
        ((0, 0, 0, 0), (3, 2, 1, 0)),
        ((20, 12, 15), (0, 2, 1)),
        ((1, 2, 1, 2, 1, 2), (5, 3, 1, 4, 2, 0)),
    ],
)
def test_r6_4_ties_go_to_the_later_player(
    scores: tuple[int, ...], ranking: tuple[int, ...]
) -> None:
    assert rank(scores) == ranking


def test_r2_2_a_decision_needs_stones_in_an_unstable_area() -> None:
    now = position(LINE + " [c1 c2]", "a1:1 a2:1", "a5:1", "c1:1", "")
    assert [has_decision(now, player) for player in range(4)] == [True, True, False, False]


def test_r2_2_stones_on_a_growing_field_decide_nothing() -> None:
    now = position(LINE, "a1:-2", "a3:1")
    assert [has_decision(now, player) for player in range(2)] == [False, True]


@pytest.mark.parametrize("player", [-1, 2])
def test_r2_2_unknown_player_is_refused(player: int) -> None:
    with pytest.raises(UnknownPlayerError, match=str(player)):
        has_decision(position(LINE, "a1:1", ""), player)


@pytest.mark.parametrize(
    ("mine", "theirs", "over"),
    [
        ("", "", True),
        ("a1:1", "", True),
        ("a1:1 a3:0", "a5:1", True),
        ("a1:1", "a5:1", False),
        ("a1:1 a3:-1", "", False),
        ("a3:-1", "", False),
        ("a3:-1 a2:0 a4:0", "", True),
    ],
)
def test_r2_3_over_once_every_open_field_is_in_a_stable_area(
    mine: str, theirs: str, over: bool
) -> None:
    now = position(LINE, mine, theirs)
    assert is_over(now) is over
    assert (outcome(now) is not None) is over


def test_r2_4_adjudication_counts_areas_of_one_player_stable_or_not() -> None:
    now = position(LINE + " [c1 c2 c3]", "a1:1 a3:-1 c1:2", "a5:1")
    result = adjudicate(now)
    assert result.reason is Reason.ADJUDICATED
    assert (result.scores, result.ranking) == ((5, 3), (0, 1))


def test_r2_4_shared_areas_do_not_count() -> None:
    assert adjudicate(position(LINE, "a1:1", "a6:5")).scores == (0, 0)


def test_tally_counts_stones_and_fields() -> None:
    counted = tally(position("B2 [e2]", "a1:3 a2:1 b1:-2", "b2:4 b3:0 c2:-1 c3:-3", "e2:1"))
    assert counted == Tally(stones=(6, 8, 1), growing=(1, 2, 0), open_fields=4, dead_fields=1)


def test_tally_counts_stacks_too_tall_for_a_byte() -> None:
    counted = tally(position("B2", "a1:14 a2:15 b1:1", "b2:40 b3:-5"))
    assert counted == Tally(stones=(30, 45), growing=(0, 1), open_fields=6, dead_fields=0)
