"""Who sits at the board: one interface for bots of our own and for programs of others.

A referee tells every player how the game begins, every turn and the end, and asks the one
whose turn it is. A player that misbehaves raises `ProtocolViolation`, a result of the game;
any other exception is a bug of ours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256

from atlantis_core.game import Game, Turn
from .interface import Bot, Question


class Player(ABC):
    """Somebody who takes a seat for one game or several, one after the other."""

    name: str

    def begin(self, game: Game, seat: int) -> None:  # noqa: B027 - most players need not be told
        """A game begins, or goes on from where it is; the player has this seat, from 0."""

    @abstractmethod
    def choose(self, game: Game) -> Turn:
        """The turn for the position now; the seat of this player is to move.

        May raise Misconduct or Cancelled. Does not promise that the turn is legal.
        """

    def watch(self, game: Game) -> None:  # noqa: B027 - as `begin`
        """A turn has been played, by anybody; the game may be over."""

    def finish(self) -> None:  # noqa: B027 - as `begin`
        """The game has ended, however it did."""

    def cancel(self) -> None:  # noqa: B027 - a player that answers at once cannot be cancelled
        """Make a running `choose` raise Cancelled; may be called from another thread."""

    def close(self) -> None:  # noqa: B027 - as `begin`
        """No more games; nothing of this player is left running."""


def turn_seed_at(seed: int, turn_number: int) -> int:
    """The seed of one answer: from the seed of a game, and how many turns have been played."""
    return int.from_bytes(sha256(f"{seed}:{turn_number}".encode()).digest()[:6], "big")


def turn_seed(seed: int, game: Game) -> int:
    """The seed of the answer for the position now."""
    return turn_seed_at(seed, game.turn_number)


class BotPlayer(Player):
    """A bot that thinks in this process."""

    def __init__(self, bot: Bot, seed: int = 0, effort: int | None = None) -> None:
        self.name = bot.name
        self._bot = bot
        self._seed = seed
        self._effort = effort

    def choose(self, game: Game) -> Turn:
        question = Question(game.position, turn_seed(self._seed, game), self._effort)
        return self._bot.choose(question).turn
