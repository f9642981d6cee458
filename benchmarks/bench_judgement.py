"""Cost of judging a game relative to the grandmaster playing it."""

from collections.abc import Iterator

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

    def judge() -> None:
        work = TurnsToJudge(positions, turns, JUDGE, effort, (), wanted)
        clear_values()
        for number in range(len(wanted)):
            work.play(number)

    costs = times_costlier(judge, than=lambda: _play(TURNS), rounds=2)
    yield at_most(2.5, f"judging {TURNS} turns, hexagon 3, over playing them", costs)


def _play(turns: int) -> Game:
    game = Game(traditional_start(Shape.HEXAGON, 3, 2))
    bot = bot_named(JUDGE)
    while game.turn_number < turns and not game.is_over:
        game.play(bot.choose(Question(game.position, game.turn_number, EFFORT)).turn)
    return game
