"""Named levels of the bots of other games: how many positions each searches.

`python -m tools.game_levels` measures how much stronger each level is than the one below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .errors import GameError

if TYPE_CHECKING:  # `protocol` may import this module
    from .protocol import Record

LEVEL_NAMES = ("beginner", "gentle", "strong", "master")
"""Weakest first. The master searches with the default effort of its game."""
DEFAULT_LEVEL = "gentle"
"""The opponent of a user who names none, as in Atlantis."""
EFFORTS: tuple[int, ...] = (10, 150, 2_000)
"""The efforts of all but the last, for games that do not set their own."""


LEVEL_RATINGS: dict[str, int] = dict(zip(LEVEL_NAMES, (1000, 1200, 1500, 1800), strict=True))
"""What a level counts for in a player's rating: differences as measured, rounded, for all games."""


class HasLevels(Protocol):
    def level_efforts(self, record: Record) -> tuple[int, ...]: ...


def effort_named(game: HasLevels, name: str, record: Record) -> int | None:
    """The effort of a level in a game; None for the default of its bot. Raises GameError."""
    if name not in LEVEL_NAMES:
        expected = ", ".join(LEVEL_NAMES)
        raise GameError(f"unknown level: {name[:40]!r} (expected one of {expected})")
    return dict(zip(LEVEL_NAMES, game.level_efforts(record), strict=False)).get(name)
