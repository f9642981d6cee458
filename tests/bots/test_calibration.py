"""Corrected chances sum to one and keep their order."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from atlantis_core.bots.calibration import (
    SEARCHED,
    STATIC,
    Correction,
    calibrated,
    corrected,
    is_increasing,
    openness,
    trust,
)
from atlantis_core.bots.hints import chances
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, traditional_start
from tests.engines import run_with

STRETCHED = {2: (0.5, 2.0, 0.0, 0.0, 0.0, 0.0), 3: (-1.0, 0.5, 0.2, 0.3, 0.5, -1.0)}
EVEN, BETTER = 0.5, math.e / (1 + math.e)


@pytest.mark.parametrize("found", [(0.3, 0.7), (0.2, 0.5, 0.3), (1e-12, 1.0, 0.0)])
def test_corrected_chances_sum_to_one(found: tuple[float, ...]) -> None:
    for player in range(len(found)):
        told = calibrated(found, player, 0.5, STRETCHED)
        assert sum(told) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in told)


@pytest.mark.parametrize(
    ("own", "openness", "correction"),
    [
        (EVEN, 0.5, (1.0, 2.0, 3.0, 0.0, 0.0, 0.0)),
        (BETTER, 0.5, (-4.0, 2.0, 3.0, 0.0, 0.0, 0.0)),
        (EVEN, 0.5, (0.0, 1.0, 0.0, 2.0, 7.0, 0.0)),
        (BETTER, 0.5, (-2.0, 1.0, 0.0, 0.0, 4.0, 0.0)),
        (EVEN, 0.5, (0.0, 1.0, 0.0, 0.0, 0.0, -4.0)),
        (BETTER, 0.0, (0.0, 1.0, 0.0, 9.0, 9.0, 9.0)),
    ],
)
def test_log_odds_are_shifted_stretched_and_bent_and_more_so_on_an_open_board(
    own: float, openness: float, correction: Correction
) -> None:
    told = calibrated((own, 1 - own), 0, openness, {2: correction})
    assert told == pytest.approx((BETTER, 1 - BETTER))


def test_openness_is_the_root_of_the_share_of_open_fields() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 2)
    assert openness(start) == 1
    sunk = dict.fromkeys(start.board.fields[:40], 0)
    assert openness(Position.setup(start.board, [sunk, {}])) == pytest.approx(3 / 7)


def test_other_players_share_the_rest_in_proportion() -> None:
    told = calibrated((0.2, 0.6, 0.2), 1, 0.5, STRETCHED)
    assert told[0] == told[2] == pytest.approx((1 - told[1]) / 2)


def test_greater_chance_stays_greater_for_any_chances_of_the_others() -> None:
    found = [(own, 0.9 * (1 - own), 0.1 * (1 - own)) for own in (0.2, 0.21, 0.7)]
    own = [calibrated(one, 0, 0.5, STRETCHED)[0] for one in found]
    assert own == sorted(own)
    assert calibrated((0.3, 0.35, 0.35), 0, 0.5, STRETCHED)[0] == pytest.approx(
        calibrated((0.3, 0.7, 0.0), 0, 0.5, STRETCHED)[0]
    )


def test_certain_and_uncorrectable_chances_are_unchanged() -> None:
    assert calibrated((1.0, 0.0), 1, 0.5, STRETCHED) == (1.0, 0.0)
    assert calibrated((0.25, 0.75), 0, 0.5, {}) == (0.25, 0.75)


def test_odds_count_less_on_open_boards_larger_than_those_of_the_fit() -> None:
    assert [trust(fields, 2, 1.0) for fields in (7, 49, 133)] == [1, 1, 1]
    assert trust(252, 2, 0.0) == trust(252, 3, 1.0) == 1
    assert 1 > trust(200, 2, 0.5) > trust(200, 2, 1.0) > trust(252, 2, 1.0) > trust(8000, 2, 1.0)
    assert trust(8000, 2, 1.0) == trust(266, 2, 1.0) > 0


@pytest.mark.parametrize(("found", "even"), [((0.9, 0.1), 1 / 2), ((0.1, 0.6, 0.3), 1 / 3)])
def test_less_trust_brings_chances_nearer_to_even(found: tuple[float, ...], even: float) -> None:
    plain = {2: (0.0, 1.0, 0.0, 0.0, 0.0, 0.0), 3: (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)}
    own = [calibrated(found, 0, 1.0, plain, trusted)[0] for trusted in (1.0, 0.5, 0.0)]
    assert own == [pytest.approx(found[0]), pytest.approx(own[1]), pytest.approx(even)]
    assert min(found[0], even) < own[1] < max(found[0], even)


def test_a_position_is_corrected_by_its_openness_and_the_size_of_its_board() -> None:
    start = traditional_start(Shape.HEXAGON, 4, 2)
    found = (0.8, 0.2)
    assert corrected(found, start, SEARCHED) == calibrated(
        found, 0, 1.0, SEARCHED, trust(259, 2, 1.0)
    )
    assert corrected(found, start, SEARCHED)[0] < calibrated(found, 0, 1.0, SEARCHED)[0]


@pytest.mark.parametrize("table", [SEARCHED, STATIC])
def test_every_number_of_players_has_a_correction_that_keeps_the_order(
    table: Mapping[int, Correction],
) -> None:
    assert list(table) == [2, 3, 4, 5, 6]
    assert all(map(is_increasing, table.values()))


def test_negative_bend_or_stretch_does_not_keep_the_order() -> None:
    assert is_increasing((0.0, 1.0, 0.0, 0.0, -0.9, 0.0))
    assert not is_increasing((0.0, 1.0, -0.1, 0.0, 0.0, 0.0))
    assert not is_increasing((0.0, 1.0, 0.0, 0.0, -1.1, 0.0))
    assert not is_increasing((0.0, -0.1, 0.0, 0.0, 1.0, 0.0))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_both_engines_give_the_same_chances(players: int) -> None:
    told = []
    for engine in ("pure", "native"):
        with pytest.MonkeyPatch.context() as patch:
            run_with(engine, patch)
            told.append(chances(traditional_start(Shape.HEXAGON, 3, players)))
    assert told[0] == told[1]
