"""Cost of judging a game relative to playing it by the same bot with the same effort."""

from collections.abc import Iterator

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import ADVISER, bot_named
from atlantis_core.review.judgement import TurnsToJudge
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier

TURNS = 60
EFFORT = 300
"""Less than the default, for a fast benchmark: both sides scale with it."""


def claims() -> Iterator[Claim]:
    game = _play(TURNS)
    work = TurnsToJudge(tuple(game.positions), tuple(game.turns), ADVISER, EFFORT)

    def judge() -> None:
        for number in range(game.turn_number):
            work.play(number)

    costs = times_costlier(judge, than=lambda: _play(TURNS), rounds=2)
    yield at_most(6.0, f"judging {TURNS} turns, hexagon 3, over playing them", costs)


def _play(turns: int) -> Game:
    game = Game(traditional_start(Shape.HEXAGON, 3, 2))
    bot = bot_named(ADVISER)
    while game.turn_number < turns and not game.is_over:
        game.play(bot.choose(Question(game.position, game.turn_number, EFFORT)).turn)
    return game
