"""Seats of other games started here, stored by path, because their notations have no seats.

Agents are not stored: a program runs only if the user has just entered it. Errors of the file are
ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import keep_json, read_json, state_folder
from .seats import parse_record_seat

MOST = 50
"""Number of games stored."""


def store_path() -> Path:
    return state_folder() / "companion-seats.json"


def keep_seats(path: Path, seats: Sequence[Seat]) -> None:
    """Store the seats of a game. An agent's seat becomes a person's, so no program is stored."""
    kept = [PERSON if seat.kind is SeatKind.AGENT else seat for seat in seats]
    stored = _load()
    stored.pop(str(path.absolute()), None)
    newest = {str(path.absolute()): [str(seat) for seat in kept], **stored}
    keep_json(store_path(), dict(list(newest.items())[:MOST]))


def recall_seats(path: Path) -> tuple[Seat, ...] | None:
    """The seats of a game; None if it was not started here."""
    words = _load().get(str(path.absolute()))
    if not isinstance(words, list):
        return None
    try:
        return tuple(parse_record_seat(str(word)) for word in words)
    except AtlantisError:
        return None


def _load() -> dict[str, object]:
    stored = read_json(store_path())
    return stored if isinstance(stored, dict) else {}
