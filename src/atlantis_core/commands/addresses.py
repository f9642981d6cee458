"""``FILE#PLACE``: a file, and optionally a turn of the game in it, or a stretch of turns.

A place is a turn (``12``), a variation (``12.1``) or a turn of one (``12.1/14``), as everywhere
(`review.places`); a stretch is ``12..20``, ``12.1/14..16`` or ``..``. The name of a file may itself
contain ``#``: a file that exists under the whole text is that file, so that none becomes
unreachable. Knows nothing of what is in the file.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from atlantis_core.safe_text import showable
from .errors import UsageError
from .inputs import STANDARD_STREAM as STANDARD_STREAM  # noqa: PLC0414 - others know it from here

# Type checkers read this name as true; importing it from typing takes time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from atlantis_core.review.variations import Path

_STRETCH = ".."


class Address(NamedTuple):
    """A path, ``-`` for the standard stream, and a turn; None means the last one."""

    path: str
    turn: int | None = None
    line: Path = ()
    """The variation that the turn belongs to; empty for the game itself."""
    end: int | None = None
    """The last turn of a stretch, whose first is `turn`; None means its end."""
    is_stretch: bool = False

    @property
    def place(self) -> str:
        """The place as it was written, in its shortest form."""
        head = "/".join(map(str, self.line))
        return f"{head}/{self.turn}" if head else str(self.turn)


def parse_address(text: str) -> Address:
    """Read ``game.json#12.1/14``. Raises UsageError for what is no place, and for a stretch."""
    found = parse_stretch(text)
    if found.is_stretch:
        raise UsageError(f"one turn, not several: '{showable(text, 60)}' (expected 'FILE#12')")
    return found


def parse_stretch(text: str) -> Address:
    """Read ``game.json#12..20``, or whatever `parse_address` reads."""
    path, sign, place = text.rpartition("#")
    if not sign or not path or os.path.lexists(text):
        return Address(text)
    found = _read_place(path, place)
    if found is not None:
        return found
    if path == STANDARD_STREAM or os.path.lexists(path):
        raise UsageError(
            f"not a turn: '{showable(place, 40)}' "
            "(expected for example 'game.json#12' or 'game.json#12.1/14')"
        )
    return Address(text)


def _read_place(path: str, place: str) -> Address | None:
    if not place:
        return None
    if place.isascii() and place.isdigit():
        return Address(path, int(place)) if len(place) <= 9 else None
    from atlantis_core.errors import NotationError
    from atlantis_core.review.places import is_turn, parse_place

    first, is_stretch, last = place.partition(_STRETCH)
    if is_stretch and not (not last or is_turn(last)):
        return None
    end = int(last) if last else None
    if is_stretch and not first:
        return Address(path, None, (), end, is_stretch=True)
    try:
        line, turn = parse_place(first, ())
    except NotationError:
        return None
    return Address(path, turn, line, end, is_stretch=bool(is_stretch))


def choose_turn(address: Address, turn: int | None) -> int | None:
    """The turn that was asked for in the address or by an option; both must not differ."""
    if turn is None or address.turn is None or turn == address.turn:
        return address.turn if turn is None else turn
    raise UsageError(f"two different turns: '#{address.place}' and '--turn {turn}'")


def check_no_variation(address: Address) -> None:
    """Raise UsageError for a variation of a file that has none: those of other games."""
    if address.line:
        raise UsageError(f"'#{address.place}': only Atlantis games have variations")
