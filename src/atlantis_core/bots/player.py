"""Players of a match behind one interface: built-in bots and external agents.

The referee informs every player of the start, every turn and the end, and asks the player to move
for a turn. A player that breaks the protocol raises `ProtocolViolation`, which is a result of the
game; any other exception is a bug.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256

from atlantis_core.rules.game import Game, Turn
from .interface import Bot, Question


class Player(ABC):
    """Takes a seat for one game, or several in succession."""

    name: str

    def begin(self, game: Game, seat: int) -> None:  # noqa: B027 - optional for most players
        """Take this seat, from 0, in a game that starts, or continues from its position."""

    @abstractmethod
    def choose(self, game: Game) -> Turn:
        """The turn for the current position; this player's seat is to move.

        May raise ProtocolViolation or Cancelled. The turn is not guaranteed to be legal.
        """

    def watch(self, game: Game) -> None:  # noqa: B027 - as `begin`
        """Handle a turn just played by any player; the game may be over."""

    def finish(self) -> None:  # noqa: B027 - as `begin`
        """Handle the end of the game, for any reason."""

    def cancel(self) -> None:  # noqa: B027 - a player that answers at once cannot be cancelled
        """Make a running `choose` raise Cancelled; may be called from another thread."""

    def close(self) -> None:  # noqa: B027 - as `begin`
        """Release all resources; no more games follow."""


def turn_seed_at(seed: int, turn_number: int) -> int:
    """The seed of one answer, from the game's seed and the number of turns played."""
    return int.from_bytes(sha256(f"{seed}:{turn_number}".encode()).digest()[:6], "big")


def turn_seed(seed: int, game: Game) -> int:
    """The seed of the answer for the current position."""
    return turn_seed_at(seed, game.turn_number)


class BotPlayer(Player):
    """A bot that runs in this process."""

    def __init__(self, bot: Bot, seed: int = 0, effort: int | None = None) -> None:
        self.name = bot.name
        self._bot = bot
        self._seed = seed
        self._effort = effort

    def choose(self, game: Game) -> Turn:
        question = Question(game.position, turn_seed(self._seed, game), self._effort)
        return self._bot.choose(question).turn
