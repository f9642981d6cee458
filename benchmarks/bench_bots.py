"""Settling and judging positions, relative to a plain turn; and matches with two jobs.

The positions come from a game between bots on hexagon 3, early to late, because the cost of
settling depends on how much is left to sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from time import process_time, thread_time
from types import ModuleType

from atlantis_core.arena.matches import Match
from atlantis_core.bots.foresight import features, foresee
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.bots.threads import searching_with
from atlantis_core.contests.game_runs import play_games
from atlantis_core.engine import load
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial, settle
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from benchmarks.claims import Claim, at_least, at_most
from benchmarks.timing import seconds_of_children, times_costlier
from tests.passing import pass_until_calm

JOBS = 2
TURNS = 15
GAMES = 24
"""About a second each, so that starting the processes does not count."""


@cache
def positions() -> tuple[Position, ...]:
    """Every fourth position of a game of the greedy bot against itself."""
    bot, game = bot_named("greedy"), Game(traditional_start(Shape.HEXAGON, 3, 2))
    while not game.is_over and game.turn_number < 40:
        game.play(bot.choose(Question(game.position, game.turn_number)).turn)
    return game.positions[4::4]


def settle_all() -> None:
    for trial in map(Trial, positions()):
        trial.settle([], 1)


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
    yield at_most(1, "settling, relative to passing turn by turn", costlier)
    costlier = times_costlier(judge_all, than=play_all)
    yield at_most(40, "a settled evaluation, relative to a plain turn", costlier)
    large, usual = (_turn_of_the_strongest(side) for side in (20, 5))
    costlier = times_costlier(large, than=usual, rounds=3)
    yield at_most(5, "a turn of grandmaster, hexagon 20 against 5", costlier)
    yield from _threads_claims(usual)
    yield from _jobs_claims()


def _threads_claims(choose: Callable[[], object]) -> Iterator[Claim]:
    """A second thread takes work from the first, as long as it gets a core.

    So both claims count processor time: a busy machine runs the second thread seldom. With two free
    cores a turn takes as long as the first thread works.
    """
    if not isinstance(load(), ModuleType):
        print("skipped: threads need the native engine")
        return
    alone, first, both = 0.0, 0.0, 0.0
    for _ in range(TURNS):
        alone += _seconds_of(choose, 1)[1]
        seconds = _seconds_of(choose, 2)
        first, both = first + seconds[0], both + seconds[1]
    name = "work that a second thread takes over, relative to its own"
    yield at_least(0.5, name, (alone - first) / (both - first))
    yield at_most(1.35, "processor time of a turn with two threads relative to one", both / alone)


def _seconds_of(choose: Callable[[], object], threads: int) -> tuple[float, float]:
    """The processor time of the first thread and of all, for a turn."""
    with searching_with(threads):
        first, both = thread_time(), process_time()
        choose()
        return thread_time() - first, process_time() - both


def _turn_of_the_strongest(side: int) -> Callable[[], object]:
    """A turn in a position after a few moves: about a quarter of a second on hexagon 5."""
    game, bot = Game(traditional_start(Shape.HEXAGON, side, 2)), bot_named("grandmaster")
    while game.turn_number < 6:
        game.play(bot.choose(Question(game.position, game.turn_number, 60)).turn)
    question = Question(game.position)
    return lambda: bot.choose(question)


def _jobs_claims() -> Iterator[Claim]:
    """Two jobs share the games, and none of them costs much more than alone.

    In processor time: how much two jobs gain by the clock depends on what else the machine does.
    """
    match = Match(
        (parse_contestant("grandmaster"), parse_contestant("grandmaster")),
        "triangle:4",
        traditional_start(Shape.TRIANGLE, 4, 2),
    )
    start = process_time()
    for _ in play_games(match, range(GAMES), jobs=1):
        pass
    alone = process_time() - start
    busy: list[float] = []
    for _ in play_games(match, range(GAMES), jobs=JOBS):
        busy = seconds_of_children()
    yield at_least(1.6, "games with two jobs, over those of the busier job", sum(busy) / max(busy))
    yield at_most(1.5, "cost of a game with two jobs, relative to one", sum(busy) / alone)
