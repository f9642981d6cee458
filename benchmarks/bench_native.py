"""The native engine relative to the pure one; skipped without a native one.

The positions come from recorded games and games between bots, early to late. Both sides must agree
before anything is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import load
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import areas, is_over
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn
from benchmarks.bench_engine import GAMES, situations
from benchmarks.claims import Claim, at_least
from benchmarks.timing import times_faster
from tests.engines import run_with

T = TypeVar("T")
BOT = "master@1"
TREE_EFFORT = 300
"""For the tree search of grandmaster; a fraction of its own, because the pure engine is slow."""


def claims() -> Iterator[Claim]:
    reason = load()
    if isinstance(reason, str):
        print(f"skipped, no native engine: {reason}")
        return
    for side, players, turns, least in ((3, 2, 24, 25), (5, 6, 36, 35)):
        positions = _positions(side, players, turns)
        board = f"hexagon {side}, {players} players"
        yield at_least(22, f"native: an evaluation, {board}", _ratio(_judge, positions))
        chosen = positions[:: max(1, len(positions) // 4)]
        yield at_least(
            least, f"native: a turn of {BOT}, {board}", _ratio(_choose, chosen, rounds=3)
        )
        yield at_least(
            40, f"native: a tree search, {board}", _ratio(_search, chosen[1:3], rounds=3)
        )
    for board, name in GAMES.items():
        played = [(at.position, at.turn) for at in situations(name)]
        positions = [position for position, _ in played]
        yield at_least(
            4,
            f"native: turn, areas, end; {board}",
            _ratio(lambda pair: _score(play_turn(*pair)), played),
        )
        yield at_least(3, f"native: legal moves, {board}", _ratio(legal_moves, positions))


def _ratio(work: Callable[[T], object], cases: list[T], rounds: int = 7) -> float:
    """Calls of the native engine per call of the pure one."""
    answers = []
    for engine in ("native", "pure"):
        with _running(engine):
            answers.append([work(case) for case in cases])
    assert answers[0] == answers[1]

    def run(engine: str) -> Callable[[], None]:
        def run_all() -> None:
            with _running(engine):
                for case in cases:
                    work(case)

        return run_all

    return times_faster(run("native"), than=run("pure"), rounds=rounds)


@contextmanager
def _running(engine: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        run_with(engine, patch)
        yield


def _positions(side: int, players: int, turns: int) -> list[Position]:
    """Every third position of a game of the greedy bot against itself."""
    bot, game = bot_named("greedy"), Game(traditional_start(Shape.HEXAGON, side, players))
    while not game.is_over and game.turn_number < turns:
        game.play(bot.choose(Question(game.position, game.turn_number)).turn)
    return list(game.positions[::3])


def _judge(position: Position) -> float:
    return Trial(position).judge([], SEASONED)


def _choose(position: Position) -> object:
    return bot_named(BOT).choose(Question(position))


def _search(position: Position) -> object:
    return bot_named("grandmaster").choose(Question(position, effort=TREE_EFFORT))


def _score(position: Position) -> object:
    return areas(position), is_over(position)
