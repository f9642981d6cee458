"""Chances of players with known ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots.ratings import BOT_RATINGS, rated_chances, ratings_of
from atlantis_core.seats import PERSON, Seat, SeatKind, bot_seat

shares = st.floats(0.01, 0.99)


def test_ratings_of_bots_and_of_a_person() -> None:
    seats = (PERSON, bot_seat("gentle"))
    assert ratings_of(seats, {0: 300.0}) == (300.0, BOT_RATINGS["gentle"])
    assert ratings_of((bot_seat("greedy"), bot_seat("gentle")), {}) == (310, 127)


@pytest.mark.parametrize(
    "unknown", [PERSON, bot_seat("master@1"), Seat(SeatKind.AGENT, "mine"), Seat(SeatKind.DUMMY)]
)
def test_no_ratings_if_one_is_unknown(unknown: Seat) -> None:
    assert ratings_of((bot_seat("gentle"), unknown), {}) == ()


@given(shares, st.floats(0, 1))
def test_equal_ratings_change_nothing(chance: float, openness: float) -> None:
    chances = (chance, 1 - chance)
    assert rated_chances(chances, (500, 500), openness) == pytest.approx(chances)


@given(shares, shares, st.floats(0, 1), st.floats(1, 500))
def test_ratings_help_the_stronger_and_keep_the_order(
    one: float, other: float, openness: float, gap: float
) -> None:
    rated = [rated_chances((x, 1 - x), (500 + gap, 500), openness) for x in (one, other)]
    assert all(sum(found) == pytest.approx(1) for found in rated)
    assert rated[0][0] > one or rated[0][0] == pytest.approx(one)
    assert (rated[0][0] > rated[1][0]) == (one > other) or rated[0][0] == pytest.approx(rated[1][0])


def test_ratings_count_more_on_an_open_board() -> None:
    early, late = (rated_chances((0.5, 0.5), (700, 500), share)[0] for share in (1.0, 0.2))
    assert early > late > 0.5


def test_certain_results_stay_certain() -> None:
    assert rated_chances((0.0, 1.0, 0.0), (900, 0, 500), 0.3) == (0.0, 1.0, 0.0)


def test_an_even_position_is_not_even_for_unequal_players() -> None:
    """At 50 percent the stronger of two bots won 85 percent, measured from random openings."""
    chance, _ = rated_chances((0.5, 0.5), (BOT_RATINGS["grandmaster"], BOT_RATINGS["searcher"]), 1)
    assert chance > 0.85
