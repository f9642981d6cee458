"""Chances that are corrected stay chances, and keep their order."""

from __future__ import annotations

import math

import pytest

from atlantis_core.bots.calibration import AT_ONCE, SEARCHED, calibrated
from atlantis_core.bots.hints import chances
from atlantis_core.shapes import Shape, traditional_start
from tests.engines import run_with

STRETCHED = {2: (0.5, 2.0, 0.0), 3: (-1.0, 0.5, 0.2)}


@pytest.mark.parametrize("found", [(0.3, 0.7), (0.2, 0.5, 0.3), (1e-12, 1.0, 0.0)])
def test_corrected_chances_are_shares_of_one(found: tuple[float, ...]) -> None:
    for player in range(len(found)):
        told = calibrated(found, player, STRETCHED)
        assert sum(told) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in told)


def test_the_odds_of_the_player_to_move_are_shifted_stretched_and_bent() -> None:
    even, better = 0.5, math.e / (1 + math.e)
    assert calibrated((even, even), 0, {2: (1.0, 2.0, 3.0)}) == pytest.approx((better, 1 - better))
    told = calibrated((better, 1 - better), 0, {2: (-4.0, 2.0, 3.0)})
    assert told == pytest.approx((better, 1 - better))


def test_the_others_share_the_rest_as_they_have_it() -> None:
    told = calibrated((0.2, 0.6, 0.2), 1, STRETCHED)
    assert told[0] == told[2] == pytest.approx((1 - told[1]) / 2)


def test_a_greater_chance_stays_greater_whatever_the_others_have() -> None:
    own = [calibrated((x, 0.9 * (1 - x), 0.1 * (1 - x)), 0, STRETCHED)[0] for x in (0.2, 0.21, 0.7)]
    assert own == sorted(own)
    assert calibrated((0.3, 0.35, 0.35), 0, STRETCHED)[0] == pytest.approx(
        calibrated((0.3, 0.7, 0.0), 0, STRETCHED)[0]
    )


def test_what_is_certain_or_without_a_correction_stays_as_it_was_found() -> None:
    assert calibrated((1.0, 0.0), 1, STRETCHED) == (1.0, 0.0)
    assert calibrated((0.25, 0.75), 0, {}) == (0.25, 0.75)


def test_every_number_of_players_has_its_corrections() -> None:
    assert list(SEARCHED) == list(AT_ONCE) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_both_engines_tell_the_same_chances(players: int) -> None:
    told = []
    for engine in ("pure", "native"):
        with pytest.MonkeyPatch.context() as patch:
            run_with(engine, patch)
            told.append(chances(traditional_start(Shape.HEXAGON, 3, players)))
    assert told[0] == told[1]
