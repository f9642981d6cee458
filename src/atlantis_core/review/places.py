"""Places in a game with variations: a turn of a line, and its notation.

``42`` is a turn, ``12.1`` the first turn of a variation, ``12.1/14`` a later one of it. The app,
the dialogue and the commands all use this notation.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.support.errors import NotationError
from .variations import Path, format_path, parse_path

EXPECTED = "for example '42', '12.1' or '12.1/14'"


class Place(NamedTuple):
    """A turn of a line; 0 is the start."""

    path: Path
    turn: int

    def __str__(self) -> str:
        return f"{format_path(self.path)}/{self.turn}" if self.path else str(self.turn)


def parse_place(text: str, here: Path) -> Place:
    """Parse a place: ``42``, ``12.1``, ``12.1/14``, ``main/30``.

    A number alone is a turn of the line `here`; a variation alone means its first turn.
    """
    head, _, tail = text.strip().removeprefix("#").rpartition("/")
    if is_turn(tail):
        return Place(parse_path(head) if head else here, int(tail))
    try:
        path = parse_path(text.strip())
    except NotationError:
        raise NotationError(text, "place", EXPECTED) from None
    return Place(path, path[-1].turn if path else 0)


def is_turn(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
