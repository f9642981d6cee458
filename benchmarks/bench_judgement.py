"""Cost of judging a game on two cores, relative to the grandmaster playing it on one."""

from collections.abc import Iterator
from functools import partial

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.review.judgement import TurnsToJudge, blocks
from atlantis_core.review.position_values import EFFORT_SHARE, JUDGE, clear_values
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier

TURNS = 24
EFFORT = 2000
"""Less than the default, for a fast benchmark: both sides scale with it."""


def claims() -> Iterator[Claim]:
    game = _play(TURNS)
    wanted = tuple(blocks(range(1, game.turn_number + 1)))
    effort = round(EFFORT_SHARE * EFFORT)
    positions, turns = tuple(game.positions), tuple(game.turns)

    def judge(numbers: range) -> None:
        work = TurnsToJudge(positions, turns, JUDGE, effort, (), wanted)
        for number in numbers:
            clear_values()
            work.play(number)

    halves = (range(first, len(wanted), 2) for first in (0, 1))
    costs = max(
        times_costlier(partial(judge, half), than=lambda: _play(TURNS), rounds=2) for half in halves
    )
    yield at_most(2.5, f"judging {TURNS} turns, hexagon 3, on two cores, over playing them", costs)


def _play(turns: int) -> Game:
    game = Game(traditional_start(Shape.HEXAGON, 3, 2))
    bot = bot_named(JUDGE)
    while game.turn_number < turns and not game.is_over:
        game.play(bot.choose(Question(game.position, game.turn_number, EFFORT)).turn)
    return game
