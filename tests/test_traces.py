"""Compares our engine with the game author's: every turn of every reference trace."""

from __future__ import annotations

import pytest

from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import (
    Area,
    areas,
    has_decision,
    is_over,
    outcome,
    standing,
    stones_in,
)
from atlantis_core.rules.turns import legal_moves, play_turn, report_turn
from tests.engines import EACH_ENGINE
from tests.recorded_games import NAMES, RecordedArea, RecordedTurn, recorded_game
from tests.translation import engine_start, engine_turn

pytestmark = EACH_ENGINE


def _as_recorded(position: Position, area: Area) -> RecordedArea:
    return RecordedArea(
        first=min(map(str, area.fields)),
        size=area.size,
        is_stable=area.is_stable,
        winner=area.owner,
        stones=stones_in(position, area),
    )


def _by_name(found: list[RecordedArea]) -> list[RecordedArea]:
    return sorted(found, key=lambda area: area.first)


def _check_before(position: Position, turn: RecordedTurn, where: str) -> None:
    assert position.to_move == turn.player, where
    legal = legal_moves(position)
    assert len(legal) == turn.legal_count, where
    if turn.legal is not None:
        assert sorted(legal) == sorted(turn.legal), where


def _check_after(position: Position, turn: RecordedTurn, where: str) -> None:
    assert dict(position.occupied()) == turn.contents, where
    found = [_as_recorded(position, area) for area in areas(position)]
    assert _by_name(found) == _by_name(list(turn.areas)), where
    figures = standing(position)
    scores = tuple(map(sum, zip(figures.secured, figures.leading, strict=True)))
    decisions = tuple(has_decision(position, player) for player in range(position.players))
    assert scores == turn.scores, where
    assert decisions == turn.has_decision, where
    assert is_over(position) == turn.is_over, where
    assert (outcome(position) is not None) == turn.is_over, where


@pytest.mark.parametrize("name", NAMES)
def test_engine_reproduces_every_turn_of_the_trace(name: str) -> None:
    game = recorded_game(name)
    position = engine_start(game)
    for number, turn in enumerate(game.turns, start=1):
        where = f"{name}, turn {number}"
        _check_before(position, turn, where)
        position = play_turn(position, engine_turn(turn))
        _check_after(position, turn, where)


@pytest.mark.parametrize("name", NAMES)
def test_reports_of_every_turn_lead_to_the_recorded_position(name: str) -> None:
    game = recorded_game(name)
    position = engine_start(game)
    for number, turn in enumerate(game.turns, start=1):
        report = report_turn(position, engine_turn(turn))
        assert report.start == position
        position = report.end
        assert dict(position.occupied()) == turn.contents, f"{name}, turn {number}"
