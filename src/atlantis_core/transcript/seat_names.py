"""Which seats somebody means: numbers from 1, names as the file has them, several, or none.

Shared by everything that is told ``--as``: the app and the commands. Knows no screen, and not
who really sits there: a file is shared by people who trust each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.errors import NotationError

WATCH = "watch"
"""The word for no seat at all."""
HOST = "host"
"""The word for whoever lets the bots play and may take turns back; see the app's ``--as``."""


def parse_seats(text: str, names: Sequence[str]) -> frozenset[int]:
    """Seats, counted from 0, from ``2``, ``1,3``, ``Ann``, ``Ann,3`` or ``watch``.

    A whole name goes before its parts, so that a name with a comma can be meant; a number is
    always a seat. Raises NotationError for what is neither.
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
