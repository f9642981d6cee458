"""Statistics: known values and invariants."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.contests.statistics import elo, elo_estimate, mean, plackett_luce, wilson


def test_wilson_known_values() -> None:
    # Newcombe (1998), table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20)[1:] == pytest.approx((0, 0.1611), abs=1e-4)


@given(st.integers(0, 200), st.integers(1, 200))
def test_wilson_interval_contains_the_share_and_stays_in_range(wins: int, games: int) -> None:
    share = wilson(min(wins, games), games)
    assert 0 <= share.low <= share.value + 1e-12
    assert share.value - 1e-12 <= share.high <= 1


def test_wilson_interval_without_games_is_everything() -> None:
    share = wilson(0, 0)
    assert math.isnan(share.value)
    assert share[1:] == (0, 1)


def test_elo_known_values() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(0) == -1200
    assert elo(1) == 1200
    estimate = elo_estimate(wilson(75, 100))
    assert estimate.low < estimate.value < estimate.high


def test_mean_with_its_interval() -> None:
    assert mean([1, 2, 3, 4, 5])[:] == pytest.approx((3, 1.614, 4.386), abs=1e-3)
    assert mean([4.0]).value == 4
    assert math.isnan(mean([]).value)


def test_plackett_luce_of_two_players_is_elo() -> None:
    games = [(0, 1)] * 300 + [(1, 0)] * 100
    first, second = plackett_luce(games, 2)
    assert first - second == pytest.approx(elo(0.75), abs=3)
    assert first + second == pytest.approx(0, abs=1e-6)


def test_plackett_luce_recovers_an_order_of_three() -> None:
    games = [(0, 1, 2)] * 50 + [(1, 0, 2)] * 25 + [(0, 2, 1)] * 20 + [(2, 1, 0)] * 5
    ratings = plackett_luce(games, 3)
    assert ratings[0] > ratings[1] > ratings[2]


def test_plackett_luce_is_finite_for_a_player_who_always_wins() -> None:
    ratings = plackett_luce([(0, 1, 2)] * 30, 3)
    assert all(map(math.isfinite, ratings))
    assert ratings[0] > ratings[1] > ratings[2]


def test_plackett_luce_of_a_symmetric_match_is_zero() -> None:
    games = [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]
    assert plackett_luce(games, 3) == pytest.approx([0, 0, 0], abs=1e-6)
