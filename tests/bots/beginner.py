"""A scripted beginner, who knows what the tutorial teaches and nothing else.

It looks at one move after the other and at what the board shows after it: stones eliminated and
fields that only it holds (lessons "Eliminating", "Exploding" and "Areas"). It does not look at
replies, nor at explosions in later turns. It makes at most two moves in a turn, and stacks its
stones if nothing is to be gained (lesson "Stacking").

`python -m tests.bots.beginner` measures it against every level offered to people.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random

from atlantis_core.bots.interface import Answer, Bot, Candidate, Question
from atlantis_core.bots.registry import LEVELS, bot_named
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.scoring import adjudicate, standing, tally
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn
from atlantis_core.support.cancelling import IsCancelled

MOST_MOVES = 2
PAIRS = 50
LONGEST = 120
"""Turns after which a game is adjudicated."""


@dataclass(frozen=True, slots=True)
class Beginner(Bot):
    """Prefers, in this order: more fields and stones than the others, taller stacks, luck."""

    name: str = "beginner"
    description: str = "knows what the tutorial teaches"
    default_effort: int = 1

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        del is_cancelled
        position, dice = question.position, self.dice(question)
        turn: Turn = ()
        for _ in range(MOST_MOVES):
            longer = [(*turn, move) for move in legal_moves(position, turn)]
            if not longer:
                break
            turn = max([turn, *longer], key=lambda tried: _liking(position, tried, dice))
        return Answer(turn, (Candidate(turn, 0.0),), 1)


def _liking(position: Position, turn: Turn, dice: Random) -> tuple[float, int, float]:
    after, player = play_turn(position, turn), position.to_move
    lands, stones = standing(after), tally(after).stones
    fields = [a + b for a, b in zip(lands.secured, lands.leading, strict=True)]
    lead = _lead(fields, player) + _lead(stones, player)
    tallest = max(after.stacks(player).values(), default=0)
    return lead, tallest, dice.random()


def _lead(amounts: list[int] | tuple[int, ...], player: int) -> int:
    return amounts[player] - max(other for seat, other in enumerate(amounts) if seat != player)


def beats(level: str, seed: int, seat: int, start: Position) -> bool:
    """Whether the beginner wins a game against a bot."""
    players: list[Bot] = [bot_named(level), bot_named(level)]
    players[seat] = Beginner()
    game = Game(start)
    while not game.is_over and game.turn_number < LONGEST:
        bot = players[game.position.to_move]
        game.play(bot.choose(Question(game.position, seed * LONGEST + game.turn_number)).turn)
    return (game.outcome or adjudicate(game.position)).winner == seat


def first_two(level: str, seed: int, start: Position) -> tuple[bool, bool]:
    """Whether the beginner wins a game as the first player, and a rematch as the second."""
    return beats(level, seed, 0, start), beats(level, seed, 1, start)


def main() -> None:
    for shape, side in ((Shape.TRIANGLE, 3), (Shape.HEXAGON, 2), (Shape.HEXAGON, 3)):
        start = traditional_start(shape, side, 2)
        for level in LEVELS[:2]:
            pairs = [first_two(level, seed, start) for seed in range(PAIRS)]
            won, once = sum(map(sum, pairs)), sum(map(any, pairs))
            sys.stdout.write(
                f"{shape.value} {side}, {level}: {won} of {2 * PAIRS} games, "
                f"one of the first two for {once} of {PAIRS} beginners\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
