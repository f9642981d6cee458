"""Parse ``FILE#PLACE``: a file, and optionally a turn or a range of turns.

A place is a turn (``12``), a variation (``12.1``) or a turn of one (``12.1/14``), see
`review.places`; a range is ``12..20``, ``12.1/14..16`` or ``..``. A file whose whole name contains
``#`` wins if it exists. The file is not opened.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from atlantis_core.support.safe_text import showable
from .errors import UsageError
from .inputs import STANDARD_STREAM as STANDARD_STREAM  # noqa: PLC0414 - exported

# Type checkers read this name as true; importing it from typing takes time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from atlantis_core.review.variations import Path

_RANGE = ".."


class Address(NamedTuple):
    """A path, ``-`` for the standard stream, and a turn; None means the last one."""

    path: str
    turn: int | None = None
    line: Path = ()
    """Path of the variation; empty for the main line."""
    end: int | None = None
    """Last turn of a range that starts with `turn`; None means the end of the line."""
    is_range: bool = False

    @property
    def place(self) -> str:
        """The place in its shortest form."""
        head = "/".join(map(str, self.line))
        return f"{head}/{self.turn}" if head else str(self.turn)


def parse_address(text: str) -> Address:
    """Parse ``game.json#12.1/14``; raises UsageError for an invalid place and for a range."""
    found = parse_range(text)
    if found.is_range:
        raise UsageError(f"a range of turns: '{showable(text, 60)}' (expected one turn: 'FILE#12')")
    return found


def parse_range(text: str) -> Address:
    """Parse ``game.json#12..20``, or what `parse_address` accepts."""
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
    from atlantis_core.review.places import is_turn, parse_place
    from atlantis_core.support.errors import NotationError

    first, is_range, last = place.partition(_RANGE)
    if is_range and not (not last or is_turn(last)):
        return None
    end = int(last) if last else None
    if is_range and not first:
        return Address(path, None, (), end, is_range=True)
    try:
        line, turn = parse_place(first, ())
    except NotationError:
        return None
    return Address(path, turn, line, end, is_range=bool(is_range))


def choose_turn(address: Address, turn: int | None) -> int | None:
    """The turn of the address or of `--turn`; raises UsageError if they differ."""
    if turn is None or address.turn is None or turn == address.turn:
        return address.turn if turn is None else turn
    raise UsageError(f"two different turns: '#{address.place}' and '--turn {turn}'")


def check_no_variation(address: Address) -> None:
    """Raise UsageError if the address names a variation, which other games do not support."""
    if address.line:
        raise UsageError(f"'#{address.place}': only Atlantis games have variations")
