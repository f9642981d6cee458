"""Named levels of the bots of other games: how many positions each searches.

Even a search of one move hardly ever loses a won game on a small board. The beginner therefore
plays every fourth move at random.

`python -m tools.game_levels` measures how much stronger each level is than the one below.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from .errors import GameError

if TYPE_CHECKING:  # `protocol` may import this module
    from .protocol import Move, Record

LEVEL_NAMES = ("beginner", "gentle", "strong", "master")
"""Weakest first. The master searches with the default effort of its game."""
DEFAULT_LEVEL = "gentle"
"""The opponent of a user who names none, as in Atlantis."""
EFFORTS: tuple[int, ...] = (10, 150, 2_000)
"""The efforts of all but the last, for games that do not set their own."""
_CARELESS = 4

LEVEL_RATINGS: dict[str, int] = dict(zip(LEVEL_NAMES, (800, 1200, 1500, 1800), strict=True))
"""What a level counts for in a player's rating: differences as measured, rounded, for all games."""


class HasLevels(Protocol):
    def level_efforts(self, record: Record) -> tuple[int, ...]: ...


def effort_named(game: HasLevels, name: str, record: Record) -> int | None:
    """The effort of a level in a game; None for the default of its bot. Raises GameError."""
    if name not in LEVEL_NAMES:
        expected = ", ".join(LEVEL_NAMES)
        raise GameError(f"unknown level: {name[:40]!r} (expected one of {expected})")
    return dict(zip(LEVEL_NAMES, game.level_efforts(record), strict=False)).get(name)


def careless_move(name: str, record: Record) -> Move | None:
    """The move that a level plays without a search: of the beginner, one in four.

    The same record always gives the same answer.
    """
    if name != LEVEL_NAMES[0]:
        return None
    dice = Random(" ".join(map(record.label, range(1, record.last_step + 1))))
    moves = record.position(record.last_step).legal_moves()
    return dice.choice(list(moves)) if moves and dice.randrange(_CARELESS) == 0 else None
