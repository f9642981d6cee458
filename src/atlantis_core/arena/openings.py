"""Openings that nobody chose: a few random legal turns that leave the game open.

From the traditional start two bots play the same few openings again and again, so that a hundred
games say little more than ten. A random opening, played from every seat, makes games differ and
is fair: whatever advantage it has is had by everybody once.
"""

from __future__ import annotations

from random import Random

from atlantis_core.game import Game, Turn
from atlantis_core.position import Position
from atlantis_core.scoring import is_over
from atlantis_core.turns import legal_moves, play_turn

ATTEMPTS = 50
"""How often another turn is tried that leaves the game open; then the opening ends earlier."""
MOST_MOVES = 2
"""Moves in a turn of an opening: more would throw away what the start is about."""


def random_opening(start: Position, turns: int, dice: Random) -> tuple[Turn, ...]:
    """So many random turns, fewer where everything would end the game."""
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
