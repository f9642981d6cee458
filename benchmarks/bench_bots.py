"""What bots do most: settling and judging, as a ratio to a plain turn; and matches in two jobs.

The positions are those of a game between bots on hexagon 3, early to late, because what settling
costs depends on how much there is to sink.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter

from atlantis_core.arena.matches import Match
from atlantis_core.arena.running import play_games
from atlantis_core.bots.foresight import features, foresee
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.seats import parse_seat
from atlantis_core.game import Game
from atlantis_core.position import Position
from atlantis_core.rules import play_turn
from atlantis_core.settling import Trial, settle
from atlantis_core.shapes import Shape, traditional_start
from benchmarks.claims import Claim, at_least, at_most
from benchmarks.timing import times_costlier

CORES = 2


@cache
def positions() -> tuple[Position, ...]:
    """Every fourth position of a game of the greedy bot against itself."""
    bot, game = bot_named("greedy"), Game(traditional_start(Shape.HEXAGON, 3, 2))
    while not game.is_over and game.turn_number < 40:
        game.play(bot.choose(Question(game.position, game.turn_number)).turn)
    return game.positions[4::4]


def pass_until_calm(position: Position) -> Position:
    while True:
        later = position
        for _ in range(position.players):
            later = play_turn(later, ())
        if later == position:
            return position
        position = later


def settle_all() -> None:
    for trial in map(Trial, positions()):
        trial.settle((), 1)


def pass_all() -> None:
    for position in positions():
        pass_until_calm(position)


def judge_all() -> None:
    for trial in map(Trial, positions()):
        features(foresee(trial))


def play_all() -> None:
    for position in positions():
        play_turn(position, ())


def claims() -> Iterator[Claim]:
    for position in positions():
        assert settle(position).cells == pass_until_calm(position).cells
    costlier = times_costlier(settle_all, than=pass_all)
    yield at_most(1.3, "settling, than passing turn by turn", costlier)
    costlier = times_costlier(judge_all, than=play_all)
    yield at_most(80, "a settled evaluation, than a plain turn", costlier)
    yield from _jobs_claim()


def _jobs_claim() -> Iterator[Claim]:
    """Two jobs can only be measured on two cores that have nothing else to do."""
    cores = os.cpu_count() or 1
    if cores < CORES or os.getloadavg()[0] > cores - CORES + 0.5:
        return
    match = Match(
        (parse_seat("searcher"), parse_seat("greedy")),
        "triangle:4",
        traditional_start(Shape.TRIANGLE, 4, 2),
    )
    alone = _seconds(lambda: list(play_games(match, range(24), jobs=1)))
    together = _seconds(lambda: list(play_games(match, range(24), jobs=CORES)))
    yield at_least(1.6, "games with two jobs, than with one", alone / together)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
