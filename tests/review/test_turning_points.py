"""Turning points: a favourite changes only if another is clearly ahead over a whole round."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atlantis_core.review.game_statistics import MomentKind
from atlantis_core.review.turning_points import TurningPointFinder
from tests.review.games import RECORDED, recorded


@pytest.mark.parametrize("name", RECORDED)
def test_judging_in_slices_finds_the_same_turning_points(name: str) -> None:
    positions = recorded(name).positions
    at_once, bit_by_bit = TurningPointFinder(positions), TurningPointFinder(positions)
    assert at_once.advance(len(positions)) is False
    while bit_by_bit.advance(7):
        assert not bit_by_bit.is_complete
    assert bit_by_bit.turning_points == at_once.turning_points


@pytest.mark.parametrize("name", RECORDED)
def test_last_favourite_of_a_finished_game_won_it(name: str) -> None:
    game = recorded(name)
    judge = TurningPointFinder(game.positions)
    judge.advance(len(judge))
    found = judge.turning_points
    assert all(moment.mark is MomentKind.TURNING_POINT for moment in found)
    favourites = [moment.player for moment in found]
    assert all(one != other for one, other in pairwise(favourites))
    if found and game.outcome is not None:
        assert found[-1].player == game.outcome.winner
