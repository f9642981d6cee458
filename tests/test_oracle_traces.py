"""Compares the oracle with the game author's engine: every turn of every reference trace.

A wrong oracle would prove nothing about our engine.
"""

from __future__ import annotations

from random import Random

import pytest

from tests import oracle
from tests.engines import EACH_ENGINE
from tests.recorded_games import (
    NAMES,
    RecordedArea,
    RecordedTurn,
    name_of,
    recorded_game,
)
from tests.translation import oracle_start

pytestmark = EACH_ENGINE


def _as_recorded(area: oracle.Area) -> RecordedArea:
    return RecordedArea(
        first=min(map(name_of, area.fields)),
        size=len(area.fields),
        is_stable=area.is_stable,
        winner=area.only_occupant,
        stones=area.stones,
    )


def _check_before(world: oracle.World, turn: RecordedTurn, where: str) -> None:
    assert world.to_move == turn.player, where
    legal = oracle.legal_moves(world)
    assert len(legal) == turn.legal_count, where
    if turn.legal is not None:
        assert legal == list(turn.legal), where
    assert all(oracle.is_legal(world, move) for move in legal), where


def _check_after(world: oracle.World, turn: RecordedTurn, where: str) -> None:
    assert world.contents() == turn.contents, where
    areas = oracle.areas(world)
    secured = oracle.secured(areas, world.players)
    leading = oracle.leading(areas, world.players)
    decisions = tuple(oracle.has_decision(areas, player) for player in range(world.players))
    assert tuple(map(_as_recorded, areas)) == turn.areas, where
    assert tuple(map(sum, zip(secured, leading, strict=True))) == turn.scores, where
    assert oracle.is_over(areas) == turn.is_over, where
    assert decisions == turn.has_decision, where


def test_all_24_traces_exist() -> None:
    assert len(NAMES) == 24
    assert sum(len(recorded_game(name).turns) for name in NAMES) == 2149


@pytest.mark.parametrize("name", NAMES)
def test_oracle_reproduces_every_turn_of_the_trace(name: str) -> None:
    game = recorded_game(name)
    world = oracle_start(game)
    for number, turn in enumerate(game.turns, start=1):
        where = f"{name}, turn {number}"
        _check_before(world, turn, where)
        world = oracle.play_turn(world, turn.moves)
        _check_after(world, turn, where)


@pytest.mark.parametrize("name", ["24_hexagon2_2p", "f17_4p", "f21_6p", "g08_hexagon2_3p_rrc"])
def test_r4_3_any_order_of_explosions_reproduces_the_trace(name: str) -> None:
    game = recorded_game(name)
    world = oracle_start(game)
    for number, turn in enumerate(game.turns, start=1):
        world = oracle.play_turn(world, turn.moves, shuffle=Random(number))
        assert world.contents() == turn.contents, f"{name}, turn {number}"
