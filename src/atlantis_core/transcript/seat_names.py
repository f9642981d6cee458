"""Parses the seats of ``--as``: numbers from 1, names of players, or ``watch``.

Does not authenticate: people who share a file trust each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.support.errors import NotationError

WATCH = "watch"
"""Takes no seat."""
HOST = "host"
"""Runs the bots and may undo turns; see the app's ``--as``."""


def parse_seats(text: str, names: Sequence[str]) -> frozenset[int]:
    """Parse seats, from 0, from ``2``, ``1,3``, ``Ann``, ``Ann,3`` or ``watch``.

    The whole text is tried as a name first, because names may contain commas. A number is always
    a seat. Raises NotationError for unknown names and numbers.
    """
    if text.strip().casefold() == WATCH:
        return frozenset()
    whole = _find_seat(text, names)
    if whole is not None:
        return frozenset({whole})
    found = [_find_seat(word, names) for word in text.split(",")]
    if None in found:
        raise NotationError(text, "seat", _expected(names))
    return frozenset(seat for seat in found if seat is not None)


def _find_seat(word: str, names: Sequence[str]) -> int | None:
    wanted = word.strip().casefold()
    seats = range(len(names))
    if wanted.isascii() and wanted.isdigit():
        return next((seat for seat in seats if str(seat + 1) == wanted), None)
    return next((seat for seat in seats if names[seat].casefold() == wanted), None)


def _expected(names: Sequence[str]) -> str:
    numbers = f"1 to {len(names)}" if names else "a game with players"
    name = f", a name such as '{names[0]}'" if names else ""
    return f"{numbers}{name}, several with commas, or '{WATCH}'"
