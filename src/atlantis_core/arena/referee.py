"""The referee plays one game between players until it is over, adjudicated or forfeited.

Asks the player to move, checks the turn and notifies all players. Passes for players who have
nothing to decide (R2.2), and adjudicates endless games (R2.4). A player that violates the
protocol forfeits and is ranked last; the others are ranked by the adjudicated score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from atlantis_core.bots.player import Player
from atlantis_core.contests.stop_signals import signals_deferred
from atlantis_core.positions.position import Position
from atlantis_core.processes.protocol_violations import Fault, Offence, ProtocolViolation
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.scoring import Outcome, adjudicate
from atlantis_core.support.errors import IllegalMoveError

REPETITIONS = 3
"""A game is adjudicated when the same position occurs this often (R2.4)."""
ROUNDS_LIMIT = 100
"""A game is adjudicated after this many rounds, unless a turn limit is given."""


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
    """The turns and the result of a game."""

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
    """Play one game. Calls `begin` and `finish` of every player, even after an error.

    Does not close the players. Raises ValueError if their number is wrong.
    """
    if len(players) != start.players:
        raise ValueError(f"{len(players)} players for a game of {start.players}")
    game = Game(start, opening)
    limit = turns_allowed(start, turn_limit, opening)
    try:
        for seat, player in enumerate(players):
            with signals_deferred():
                player.begin(game, seat)
        return _play(game, players, limit)
    finally:
        with signals_deferred():
            for player in players:
                player.finish()


def turns_allowed(start: Position, turn_limit: int | None, opening: Sequence[Turn]) -> int:
    """The number of turns, opening included, after which a game is adjudicated."""
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
