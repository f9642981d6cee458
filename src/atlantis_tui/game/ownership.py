"""Whose turns this window plays, where several windows share one file.

Without a word about it a window plays everybody, takes turns back and lets the bots think. With
``--as`` it plays some seats, or watches; one of the windows may be the host, and only that one
lets bots think and takes turns back. Knows seats by number, not who sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_core.transcript.seat_names import HOST, parse_seats


class Ownership(NamedTuple):
    """What a window may do with a game."""

    seats: frozenset[int] | None = None
    """Players, from 0, that are played here; None: all of them, and nobody else's window is."""
    is_host: bool = True

    @property
    def is_shared(self) -> bool:
        """Whether other windows play, too."""
        return self.seats is not None

    @property
    def is_watching(self) -> bool:
        return not self.is_host and not self.seats

    def has(self, player: int) -> bool:
        """Whether a person here plays this player."""
        return self.seats is None or player in self.seats


EVERYBODY = Ownership()


def parse_ownership(text: str | None, names: Sequence[str]) -> Ownership:
    """Read ``--as``: seats and names as `parse_seats` does, and ``host`` among them."""
    if text is None:
        return EVERYBODY
    words = [word.strip() for word in text.split(",")]
    is_host = HOST in map(str.casefold, words)
    if not is_host:
        return Ownership(parse_seats(text, names), is_host=False)
    others = ",".join(word for word in words if word.casefold() != HOST)
    return Ownership(parse_seats(others, names) if others else frozenset())
