"""The native exploration finds what the one in Python finds, with the same effort and luck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots import exploring
from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.exploring import Evaluator, Explored, Method, Shuffler, explore
from atlantis_core.bots.interface import Question
from atlantis_core.bots.nets import the_net
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import surface
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled, never
from tests.engines import native_engine, run_with
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start

METHODS = (
    Method(candidates=1),
    Method(candidates=8, contested_only=True),
    Method(candidates=24, beam_width=24, contested_only=True, replaces=True),
    Method(candidates=3, beam_width=2),
    Method(candidates=5, replaces=True),
)
START = traditional_start(Shape.HEXAGON, 2, 3)


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    run_with("native", monkeypatch)
    return native_engine()


def assert_alike(
    position: Position, evaluator: Evaluator, method: Method, effort: int, seed: int
) -> None:
    dice, budget = Random(seed), Budget(effort, never)
    quick = explore(position, evaluator, budget, dice, method)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(surface, "explore", lambda *_: None)
        other_dice, other_budget = Random(seed), Budget(effort, never)
        slow = explore(position, evaluator, other_budget, other_dice, method)
    assert quick == slow
    assert budget.judged == other_budget.judged
    assert budget.left == other_budget.left
    assert dice.random() == other_dice.random()


@given(
    setups(longest=6),
    seeds,
    st.sampled_from(METHODS),
    st.sampled_from([SEASONED, the_net()]),
    st.sampled_from([0, 1, 2, 7, 40, 150]),
)
def test_any_position(
    setup: Setup, seed: int, method: Method, evaluator: Evaluator, effort: int
) -> None:
    assert_alike(engine_start(setup), evaluator, method, effort, seed)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("method", METHODS)
def test_games(method: Method, players: int) -> None:
    game, dice = Game(traditional_start(Shape.HEXAGON, 3, players)), Random(players)
    while not game.is_over and game.turn_number < 25:
        if game.turn_number % 6 == 0:
            assert_alike(game.position, the_net(), method, 200, game.turn_number)
        game.play(RandomBot().choose(Question(game.position, dice.randrange(999))).turn)


@pytest.mark.parametrize("islands", [3, 12, 13, 30])
def test_areas_are_kept_from_turn_to_turn_or_are_too_many(islands: int) -> None:
    """Islands that sink change the areas; the engine keeps up to twelve, of the last few boards."""
    board = Board([[Field(4 * i, y), Field(4 * i, y + 1)] for i in range(islands) for y in (0, 2)])
    ada = {Field(4 * i, i % 4): 1 + i % 5 for i in range(islands)}
    ben = {Field(4 * i, 3 - i % 4): 1 + i % 3 for i in range(0, islands, 2)}
    assert_alike(Position.setup(board, [ada, ben]), the_net(), METHODS[2], 600, islands)


def test_a_large_effort_needs_more_room() -> None:
    assert_alike(START, SEASONED, METHODS[2], 3000, 1)


def without_slow_path(*_: object) -> Explored:
    raise AssertionError("explored in Python")


def test_bots_games_are_explored_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "_explore_slowly", without_slow_path)
    found = explore(START, the_net(), Budget(100, never), Random(1), METHODS[1])
    assert len(found.options) == 8
    assert sum(found.chances) == pytest.approx(1)


@pytest.mark.parametrize("height", [8, 14, 15])
def test_tall_stacks_are_explored_in_python_with_the_same_luck(height: int) -> None:
    """Two of eight meet in the middle of a search; one of fifteen is known before."""
    fields = [Field(x, y) for x in range(1, 12) for y in range(1, 4)]
    board = Board([field] for field in fields)
    stacks = {Field(1, 2): height, Field(2, 2): height, Field(3, 2): 2}
    position = Position.setup(board, [stacks, {Field(11, 3): 1}])
    for method in METHODS:
        assert_alike(position, SEASONED, method, 300, 5)


def test_the_native_search_can_be_cancelled_soon() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    budget = Budget(100_000, is_cancelled)
    with pytest.raises(Cancelled):
        explore(traditional_start(Shape.HEXAGON, 5, 2), the_net(), budget, Random(1), METHODS[2])
    assert asked == 4


@pytest.mark.parametrize(("side", "most"), [(2, 100), (5, 12), (20, 1)])
def test_cancelling_is_checked_more_often_on_large_boards(
    native: ModuleType, side: int, most: int
) -> None:
    position, checks = traditional_start(Shape.HEXAGON, side, 2), 0

    def check() -> None:
        nonlocal checks
        checks += 1

    plan = (60 if side > 5 else 600, True, False, 24, 1)
    *_, judged = native.explore(*position.plain, the_net(), plan, Random(1).shuffle, check)
    assert judged / (checks + 1) <= most


def test_searches_run_side_by_side(native: ModuleType) -> None:
    def search(seed: int) -> object:
        plan = (400, True, True, 8, 8)
        shuffle = Random(seed).shuffle
        return native.explore(*START.plain, the_net(), plan, shuffle, lambda: None)

    alone = [search(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, range(8))) == alone


@pytest.mark.parametrize(
    ("place", "wrong", "error"),
    [
        (5, b"short", TypeError),
        (5, (1.0,), TypeError),
        (6, (1, 2), TypeError),
        (6, (-1, 0, 0, 0, 1), ValueError),
        (6, (10, 0, 0, 0, 0), ValueError),
        (6, (10, 2, 0, 0, 1), ValueError),
        (6, (10, 0, 0, 10**9, 1), ValueError),
        (6, (2**70, 0, 0, 0, 1), ValueError),
        (7, lambda _: 1 / 0, ZeroDivisionError),
        (7, list.clear, ValueError),
        (7, lambda segments: segments.__setitem__(0, 99), ValueError),
        (7, lambda segments: segments.__setitem__(0, "a"), TypeError),
        (8, lambda: 1 / 0, ZeroDivisionError),
    ],
)
def test_wrong_arguments_are_refused(
    native: ModuleType, place: int, wrong: Any, error: type[Exception]
) -> None:
    plain = traditional_start(Shape.HEXAGON, 5, 2).plain
    arguments: list[Any] = [*plain, the_net(), (400, 1, 1, 24, 24), Random(1).shuffle, int]
    arguments[place] = wrong
    with pytest.raises(error):
        native.explore(*arguments)


def test_a_shuffler_repeats_its_first_shuffle() -> None:
    first, second, expected = [*"abcdef"], [*"abcdef"], [*"abcdef"]
    shuffler = Shuffler(Random(3))
    shuffler.shuffle(first)
    shuffler.shuffle(second)
    Random(3).shuffle(expected)
    assert first == second == expected
