"""Random openings: a few random legal turns that do not end the game.

From the standard start two bots repeat a few games, so that a hundred games say little more than
ten. A random opening makes games differ and is fair, because every contestant plays it once from
every seat.
"""

from __future__ import annotations

from random import Random

from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import legal_moves, play_turn

ATTEMPTS = 50
"""Attempts to find a turn that does not end the game; after that the opening is shorter."""
MOST_MOVES = 2
"""Most moves in a turn of an opening: more would destroy the structure of the start."""


def random_opening(start: Position, turns: int, dice: Random) -> tuple[Turn, ...]:
    """At most `turns` random turns, fewer if all further turns would end the game."""
    game = Game(start)
    while game.turn_number < turns and not game.is_over:
        turn = _open_turn(game, dice)
        if turn is None:
            break
        game.play(turn)
    return game.turns


def _open_turn(game: Game, dice: Random) -> Turn | None:
    if game.is_forced:
        return ()
    for _ in range(ATTEMPTS):
        turn = _random_turn(game.position, dice)
        if not is_over(play_turn(game.position, turn)):
            return turn
    return None


def _random_turn(position: Position, dice: Random) -> Turn:
    turn: Turn = ()
    for _ in range(dice.randint(1, MOST_MOVES)):
        moves = legal_moves(position, turn)
        if not moves:
            break
        turn = (*turn, dice.choice(moves))
    return turn
