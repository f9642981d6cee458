"""A search with several threads chooses what it chooses with one, and ends as soon."""

from __future__ import annotations

import threading
from dataclasses import astuple
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Question
from atlantis_core.bots.nets import the_net
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.threads import (
    USUAL_THREADS,
    VARIABLE,
    allowed_threads,
    available_threads,
    searching_with,
)
from atlantis_core.bots.tree import ranked_branches
from atlantis_core.bots.worker import BotWorker
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled, IsCancelled, never
from atlantis_core.support.errors import EngineError
from tests.engines import native_engine, run_with
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    run_with("native", monkeypatch)
    return native_engine()


def branches(start: Position, effort: int, seed: int, threads: int) -> list[tuple[object, ...]]:
    """All statistics of a search, its effort, and the luck that it leaves."""
    dice, budget = Random(seed), Budget(effort, never)
    with searching_with(threads):
        found = ranked_branches(start, the_net(), budget, dice)
    return [*map(astuple, found), (budget.judged, dice.random())]


@given(setups(longest=6), seeds, st.sampled_from([1, 2, 9, 60, 400]))
def test_any_position(setup: Setup, seed: int, effort: int) -> None:
    start = engine_start(setup)
    assert branches(start, effort, seed, 3) == branches(start, effort, seed, 1)


@pytest.mark.parametrize(("side", "players"), [(2, 2), (3, 2), (3, 3), (5, 6)])
def test_games(side: int, players: int) -> None:
    game, dice = Game(traditional_start(Shape.HEXAGON, side, players)), Random(players)
    while not game.is_over and game.turn_number < 25:
        if game.turn_number % 8 == 0:
            alone = branches(game.position, 1500, game.turn_number, 1)
            for threads in (2, 4):
                assert branches(game.position, 1500, game.turn_number, threads) == alone
        game.play(RandomBot().choose(Question(game.position, dice.randrange(999))).turn)


def test_tall_stacks_are_left_to_python() -> None:
    """Two of eight meet in the middle of a search."""
    board = Board([field] for field in (Field(x, y) for x in range(1, 12) for y in range(1, 4)))
    stacks = {Field(1, 2): 8, Field(2, 2): 8, Field(3, 2): 2}
    start = Position.setup(board, [stacks, {Field(11, 3): 1}])
    assert branches(start, 300, 5, 4) == branches(start, 300, 5, 1)


def test_a_search_with_threads_can_be_cancelled_soon() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    start = traditional_start(Shape.HEXAGON, 5, 2)
    with searching_with(4), pytest.raises(Cancelled):
        ranked_branches(start, the_net(), Budget(100_000, is_cancelled), Random(1))
    assert asked == 4


def test_two_searches_with_threads_run_side_by_side() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 3)
    alone, found = branches(start, 1000, 1, 1), {}

    def search(number: int) -> None:
        found[number] = branches(start, 1000, 1, 2)

    both = [threading.Thread(target=search, args=(number,)) for number in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(PATIENCE)
    assert found == {0: alone, 1: alone}


@pytest.mark.parametrize("threads", [0, 65, -1, 2**40])
def test_the_engine_refuses_other_numbers(threads: int) -> None:
    with searching_with(threads), pytest.raises(ValueError, match="number from 1 to 64"):
        ranked_branches(
            traditional_start(Shape.HEXAGON, 2, 2), the_net(), Budget(9, never), Random()
        )


def test_one_thread_unless_more_are_allowed() -> None:
    assert allowed_threads() == 1
    with searching_with(3):
        assert allowed_threads() == 3
    assert allowed_threads() == 1


class ThreadsTask:
    """Asks a worker how many threads its searches use."""

    def __call__(self, is_cancelled: IsCancelled) -> int:  # noqa: ARG002 - the interface of tasks
        return allowed_threads()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_worker_allows_what_it_was_given(threads: int) -> None:
    with BotWorker(threads) as worker:
        assert worker.ask(ThreadsTask()) == threads


def test_available_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert 1 <= available_threads() <= USUAL_THREADS
    monkeypatch.setenv(VARIABLE, "7")
    assert available_threads() == 7


@pytest.mark.parametrize("text", ["0", "65", "two", "-1", "1.5", "²", "9" * 5000])
def test_wrong_numbers_of_threads_are_explained(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(EngineError, match=r"ATLANTIS_THREADS=.*expected a number from 1 to 64"):
        available_threads()


def test_the_bots_of_a_match_use_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches and hosts have a process for every core."""
    asked: list[int] = []

    def ask() -> int:
        asked.append(allowed_threads())
        return asked[-1]

    monkeypatch.setattr("atlantis_core.bots.tree.allowed_threads", ask)
    bot_named("master").choose(Question(traditional_start(Shape.HEXAGON, 2, 2), effort=50))
    assert asked == [1]
