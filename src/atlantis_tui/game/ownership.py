"""Which seats this window plays, where several windows share one file.

By default a window plays all seats, runs the bots and may undo turns. With ``--as`` it plays some
seats, or watches. One of the windows may be the host; only that one runs bots and undoes turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_core.transcript.seat_names import HOST, parse_seats


class Ownership(NamedTuple):
    """Rights of one window in a game."""

    seats: frozenset[int] | None = None
    """Players, from 0, that this window plays; None if the game is not shared."""
    is_host: bool = True

    @property
    def is_shared(self) -> bool:
        """Whether other windows play as well."""
        return self.seats is not None

    @property
    def is_watching(self) -> bool:
        return not self.is_host and not self.seats

    def has(self, player: int) -> bool:
        """Whether this window plays a player."""
        return self.seats is None or player in self.seats


ALL_SEATS = Ownership()


def parse_ownership(text: str | None, names: Sequence[str]) -> Ownership:
    """Parse ``--as``: what `parse_seats` accepts, and ``host``."""
    if text is None:
        return ALL_SEATS
    words = [word.strip() for word in text.split(",")]
    is_host = HOST in map(str.casefold, words)
    if not is_host:
        return Ownership(parse_seats(text, names), is_host=False)
    others = ",".join(word for word in words if word.casefold() != HOST)
    return Ownership(parse_seats(others, names) if others else frozenset())
