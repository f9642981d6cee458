"""The referee: one game between players, to the end or to a judgement.

Asks the player whose turn it is, checks the answer, tells everybody. Enters the empty turn of
those who have nothing to decide (R2.2), breaks off what would go on for ever (R2.4), and ends
the game when a player misbehaves: that player is last, the others are ranked by the score as
if the game had been broken off there. Knows no seats, files or numbers of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from atlantis_core.bots.player import Player
from atlantis_core.contests.stop_signals import stops_held_back
from atlantis_core.errors import IllegalMoveError
from atlantis_core.game import Game, Turn
from atlantis_core.position import Position
from atlantis_core.processes.protocol_violations import Fault, Offence, ProtocolViolation
from atlantis_core.scoring import Outcome, adjudicate

REPETITIONS = 3
"""A game is broken off when the same position occurs this often (R2.4)."""
ROUNDS_LIMIT = 100
"""A game is broken off after so many rounds, unless somebody asks for another limit."""


class Ending(Enum):
    """Why a game between programs ended."""

    FINISHED = "finished"
    REPETITION = "repetition"
    TURN_LIMIT = "turn limit"
    FORFEIT = "forfeit"

    @property
    def is_adjudicated(self) -> bool:
        return self in {Ending.REPETITION, Ending.TURN_LIMIT}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was played and how it ended."""

    start: Position
    turns: tuple[Turn, ...]
    ending: Ending
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    offence: Offence | None = None


def referee(
    start: Position,
    players: Sequence[Player],
    turn_limit: int | None = None,
    opening: Sequence[Turn] = (),
) -> PlayedGame:
    """Play one game; every player is told its beginning and its end, whatever happens.

    Does not close the players. Raises ValueError if there are not as many as the game needs.
    """
    if len(players) != start.players:
        raise ValueError(f"{len(players)} players for a game of {start.players}")
    game = Game(start, opening)
    limit = turns_allowed(start, turn_limit, opening)
    try:
        for seat, player in enumerate(players):
            with stops_held_back():
                player.begin(game, seat)
        return _play(game, players, limit)
    finally:
        with stops_held_back():
            for player in players:
                player.finish()


def turns_allowed(start: Position, turn_limit: int | None, opening: Sequence[Turn]) -> int:
    """After how many turns of all players a game is broken off, its opening included."""
    return len(opening) + (ROUNDS_LIMIT * start.players if turn_limit is None else turn_limit)


def _play(game: Game, players: Sequence[Player], limit: int) -> PlayedGame:
    seen = Counter([game.position])
    while not game.is_over:
        if seen[game.position] >= REPETITIONS:
            return _adjudicated(game, Ending.REPETITION)
        if game.turn_number >= limit:
            return _adjudicated(game, Ending.TURN_LIMIT)
        seat = game.position.to_move
        try:
            game.play(() if game.is_forced else players[seat].choose(game))
        except ProtocolViolation as violation:
            offence = Offence(seat, violation.fault, violation.explanation)
            return _forfeited(game, offence)
        except IllegalMoveError as error:
            return _forfeited(game, Offence(seat, Fault.ILLEGAL_TURN, str(error)))
        seen[game.position] += 1
        for player in players:
            player.watch(game)
    outcome = game.outcome
    if outcome is None:
        raise AssertionError("a game that is over has an outcome")
    return _verdict(game, Ending.FINISHED, outcome)


def _adjudicated(game: Game, ending: Ending) -> PlayedGame:
    return _verdict(game, ending, adjudicate(game.position))


def _verdict(game: Game, ending: Ending, outcome: Outcome) -> PlayedGame:
    return PlayedGame(game.start, game.turns, ending, outcome.scores, outcome.ranking)


def _forfeited(game: Game, offence: Offence) -> PlayedGame:
    outcome = adjudicate(game.position)
    others = tuple(seat for seat in outcome.ranking if seat != offence.seat)
    ranking = (*others, offence.seat)
    return PlayedGame(game.start, game.turns, Ending.FORFEIT, outcome.scores, ranking, offence)
