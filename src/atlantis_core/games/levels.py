"""Named levels of the bots of other games: how many positions each searches.

`python -m tools.game_levels` measures how much stronger each level is than the one below.
"""

from __future__ import annotations

from typing import Protocol

from .errors import GameError

LEVEL_NAMES = ("beginner", "gentle", "strong", "master")
"""Weakest first. The master searches with the default effort of its game."""
EFFORTS: tuple[int, ...] = (10, 150, 2_000)
"""The efforts of all but the last, for games that do not set their own."""


LEVEL_RATINGS: dict[str, int] = dict(zip(LEVEL_NAMES, (1000, 1200, 1500, 1800), strict=True))
"""What a level counts for in a player's rating: differences as measured, rounded, for all games."""


class HasLevels(Protocol):
    @property
    def efforts(self) -> tuple[int, ...]: ...


def effort_named(game: HasLevels, name: str) -> int | None:
    """The effort of a level of a game; None for the default of its bot. Raises GameError."""
    if name not in LEVEL_NAMES:
        expected = ", ".join(LEVEL_NAMES)
        raise GameError(f"unknown level: {name[:40]!r} (expected one of {expected})")
    return dict(zip(LEVEL_NAMES, game.efforts, strict=False)).get(name)
