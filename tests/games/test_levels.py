"""Named levels: their order on every board that a user can start, and one game that shows it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atlantis_core.games.levels import LEVEL_NAMES, careless_move, effort_named
from atlantis_core.games.maps.game import EFFORT as MAP_EFFORT
from atlantis_core.games.registry import entry_named
from atlantis_core.games.tafl.opponent import DEFAULT_EFFORT, NATIVE_EFFORT, best_move
from atlantis_core.games.tafl.positions import TaflPosition

BOARDS = (
    ("map:hexagon:3", MAP_EFFORT),
    ("map:square:8", MAP_EFFORT),
    ("map:square:40", MAP_EFFORT),
    ("kalah:4x3", None),
    ("tafl:berserk", DEFAULT_EFFORT),
)


@pytest.mark.parametrize(("name", "of_master"), BOARDS)
def test_each_level_searches_at_least_twice_as_much(name: str, of_master: int | None) -> None:
    game = entry_named(name.partition(":")[0]).load()
    record = game.new(name.partition(":")[2])
    efforts = [effort_named(game, level, record) for level in LEVEL_NAMES]
    assert efforts.pop() is None
    known = [effort for effort in (*efforts, of_master) if effort is not None]
    assert all(high >= 2 * low for low, high in pairwise(known))


@pytest.mark.parametrize("variant", ["brandub", "copenhagen", "berserk"])
def test_levels_of_tafl_look_further_and_further(variant: str) -> None:
    game = entry_named("tafl").load()
    record = game.new(variant)
    position = record.position(0)
    assert isinstance(position, TaflPosition)
    efforts = game.level_efforts(record)
    depths = [best_move(position.position, effort).depth for effort in efforts]
    assert depths == sorted(set(depths))
    assert efforts[-1] < min(DEFAULT_EFFORT, NATIVE_EFFORT)


def test_beginner_plays_every_fourth_move_at_random_but_always_the_same() -> None:
    record = entry_named("kalah").load().new("7x7")
    careless = 0
    for _ in range(60):
        move = careless_move("beginner", record)
        assert move == careless_move("beginner", record)
        assert careless_move("gentle", record) is None
        careless += move is not None
        position = record.position(record.last_step)
        record = record.played(move or position.legal_moves()[0])
        if record.position(record.last_step).result is not None:
            break
    assert 0.1 * record.last_step < careless < 0.45 * record.last_step
