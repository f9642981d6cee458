"""The native tree search finds what the one in Python finds, with the same effort and luck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots import tree
from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.exploring import Method
from atlantis_core.bots.interface import Question
from atlantis_core.bots.nets import the_net
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.tree import ranked_branches
from atlantis_core.engine import surface
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled, never
from tests.engines import native_engine, run_with
from tests.little_boards import position
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start

START = traditional_start(Shape.HEXAGON, 2, 3)
HABITS = (400, 64, 0.3, 0.3, 1)
PLAN = Method(candidates=8, contested_only=True).plan(100)


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    run_with("native", monkeypatch)
    return native_engine()


def assert_alike(start: Position, effort: int, seed: int) -> None:
    """The Python tree explores its nodes natively; other tests compare that."""
    dice, budget = Random(seed), Budget(effort, never)
    quick = ranked_branches(start, the_net(), budget, dice)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(surface, "search", lambda *_: None)
        other_dice, other_budget = Random(seed), Budget(effort, never)
        slow = ranked_branches(start, the_net(), other_budget, other_dice)
    assert list(map(astuple, quick)) == list(map(astuple, slow))
    assert (budget.judged, budget.left) == (other_budget.judged, other_budget.left)
    assert dice.random() == other_dice.random()


@given(setups(longest=6), seeds, st.sampled_from([1, 2, 9, 60, 400]))
def test_any_position(setup: Setup, seed: int, effort: int) -> None:
    assert_alike(engine_start(setup), effort, seed)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games(players: int) -> None:
    game, dice = Game(traditional_start(Shape.HEXAGON, 3, players)), Random(players)
    while not game.is_over and game.turn_number < 25:
        if game.turn_number % 8 == 0:
            assert_alike(game.position, 1500, game.turn_number)
        game.play(RandomBot().choose(Question(game.position, dice.randrange(999))).turn)


@pytest.mark.parametrize(
    "start",
    [
        position("B2", "b2:1", "c3:1"),  # only moves about: walks repeat positions
        position("B2", "b2:2", "c3:1"),  # an immediate win
        position("B2 G2 M2", "a1:1 g2:1", "c3:1 m2:1"),  # stable areas beside a contested one
    ],
)
def test_repetitions_wins_and_stable_areas(start: Position) -> None:
    assert_alike(start, 5000, 1)


def test_bots_search_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    def search_slowly(*_: object) -> None:
        raise AssertionError("searched in Python")

    monkeypatch.setattr(tree, "_search_slowly", search_slowly)
    assert ranked_branches(START, the_net(), Budget(300, never), Random(1))[0].visits


def test_tall_stacks_are_searched_in_python_with_the_same_luck() -> None:
    """Two of eight meet in the middle of a search."""
    board = Board([field] for field in (Field(x, y) for x in range(1, 12) for y in range(1, 4)))
    stacks = {Field(1, 2): 8, Field(2, 2): 8, Field(3, 2): 2}
    assert_alike(Position.setup(board, [stacks, {Field(11, 3): 1}]), 300, 5)


def test_the_search_can_be_cancelled_soon() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    start = traditional_start(Shape.HEXAGON, 5, 2)
    with pytest.raises(Cancelled):
        ranked_branches(start, the_net(), Budget(100_000, is_cancelled), Random(1))
    assert asked == 4


def test_every_part_of_a_search_is_checked(native: ModuleType) -> None:
    """At most as many turns are judged between two checks as in one exploration."""
    start, checks = traditional_start(Shape.HEXAGON, 5, 2), 0

    def check() -> None:
        nonlocal checks
        checks += 1

    shuffle = Random(1).shuffle
    *_, judged = native.search(*start.plain, the_net(), HABITS, PLAN, PLAN, shuffle, check)
    assert judged == 400
    assert judged / (checks + 1) <= 12


def test_searches_run_side_by_side(native: ModuleType) -> None:
    def search(seed: int) -> object:
        callbacks = Random(seed).shuffle, lambda: None
        return native.search(*START.plain, the_net(), HABITS, PLAN, PLAN, *callbacks)

    alone = [search(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, range(8))) == alone


@pytest.mark.parametrize(
    ("place", "wrong", "error"),
    [
        (5, b"short", TypeError),
        (6, (1, 2), TypeError),
        (6, (-1, 64, 0.3, 0.3, 1), ValueError),
        (6, (400, 10**6, 0.3, 0.3, 1), ValueError),
        (6, (400, 64, 1, 0.3, 1), TypeError),
        (7, (10, 0, 0, 0, 0), ValueError),
        (8, (10, 2, 0, 0, 1), ValueError),
        (9, lambda _: 1 / 0, ZeroDivisionError),
        (9, list.clear, ValueError),
        (10, lambda: 1 / 0, ZeroDivisionError),
    ],
)
def test_wrong_arguments_are_refused(
    native: ModuleType, place: int, wrong: Any, error: type[Exception]
) -> None:
    plain = traditional_start(Shape.HEXAGON, 5, 2).plain
    arguments: list[Any] = [*plain, the_net(), HABITS, PLAN, PLAN, Random(1).shuffle, int]
    arguments[place] = wrong
    with pytest.raises(error):
        native.search(*arguments)
