"""A newcomer can beat the lowest level in the first or second game."""

from __future__ import annotations

from atlantis_core.bots.registry import FIRST_OPPONENT, LEVELS
from atlantis_core.rules.shapes import Shape, traditional_start
from tests.bots.beginner import first_two

SEEDS = range(100, 110)
START = traditional_start(Shape.HEXAGON, 2, 2)
"""The board on which the app begins."""


def test_default_opponent_is_the_lowest_level() -> None:
    assert LEVELS[0] == FIRST_OPPONENT


def test_most_scripted_beginners_win_one_of_their_first_two_games() -> None:
    winners = [seed for seed in SEEDS if any(first_two(FIRST_OPPONENT, seed, START))]
    assert len(winners) > len(SEEDS) / 2


def test_a_scripted_beginner_loses_games_too() -> None:
    assert not all(all(first_two(FIRST_OPPONENT, seed, START)) for seed in SEEDS[:3])
