"""The unbounded hexagonal grid: fields, the six directions, moves as pairs of fields.

Parses and formats fields (``c5``), standard segments (``C5``) and moves (``b2-b4``). Supports
columns before ``a`` and rows below 1, which boards of older programs contain (R1.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import number_in_letters, number_of_letters

_NAME = re.compile(r"(-?)([a-z]{1,4})(?:(-[1-9][0-9]{0,5})|0*([0-9]{1,6}))")
_SEGMENT_NAME = re.compile(r"(-?)([A-Z]{1,4})(?:(-[1-9][0-9]{0,5})|0*([0-9]{1,6}))")
_FIELD_EXPECTED = "a field such as 'c5'"
_SEGMENT_EXPECTED = "a segment such as 'C5'"
_MOVE_EXPECTED = "two fields such as 'b2-b4'"


class Field(NamedTuple):
    """Coordinates on the grid; ``str`` returns the name, such as ``c5``."""

    x: int
    y: int

    def __str__(self) -> str:
        return format_field(self)


class Move(NamedTuple):
    """Stones move from one field to another; their number is the distance."""

    source: Field
    destination: Field

    def __str__(self) -> str:
        return f"{self.source}-{self.destination}"


class Direction(Enum):
    """The six directions as drawn: hexagons have flat tops and a1 is at the bottom."""

    NE = (1, 0)
    N = (1, 1)
    NW = (0, 1)
    SW = (-1, 0)
    S = (-1, -1)
    SE = (0, -1)

    @property
    def opposite(self) -> Direction:
        dx, dy = self.value
        return Direction((-dx, -dy))


def neighbour(field: Field, direction: Direction, steps: int = 1) -> Field:
    """The field this many steps away in that direction."""
    dx, dy = direction.value
    return Field(field.x + steps * dx, field.y + steps * dy)


def line_between(move: Move) -> tuple[Direction, int] | None:
    """Direction and distance of a move, or None if the fields are not on a straight line."""
    dx, dy = move.destination.x - move.source.x, move.destination.y - move.source.y
    if not (dx or dy) or (dx and dy and dx != dy):
        return None
    distance = max(abs(dx), abs(dy))
    return Direction((dx // distance, dy // distance)), distance


def way_of(move: Move) -> tuple[Field, ...]:
    """The fields from the source of a move to its destination, both included.

    Only these two if they are not on a straight line.
    """
    line = line_between(move)
    if line is None:
        return tuple(move)
    direction, distance = line
    return tuple(neighbour(move.source, direction, steps) for steps in range(distance + 1))


@lru_cache(maxsize=1 << 15)
def format_field(field: Field) -> str:
    """The name of a field: ``c5``; column 0 is ``-a``, row -1 is ``c-1`` (R1.3)."""
    x, y = field
    return f"{number_in_letters(x)}{y}" if x > 0 else f"-{number_in_letters(1 - x)}{y}"


def _read_name(match: re.Match[str]) -> Field:
    minus, letters, below, row = match.groups()
    column = number_of_letters(letters.lower())
    return Field(1 - column if minus else column, int(below or row))


@lru_cache(maxsize=1 << 15)
def parse_field(text: str) -> Field:
    """Parse the name of a field. Does not check whether it is on a board."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise NotationError(text, "field", _FIELD_EXPECTED)
    return _read_name(match)


def parse_segment(text: str) -> Field:
    """The centre of the standard segment with this upper-case name."""
    match = _SEGMENT_NAME.fullmatch(text)
    if match is None:
        raise NotationError(text, "segment", _SEGMENT_EXPECTED)
    return _read_name(match)


def format_segment(centre: Field) -> str:
    """The upper-case name of the standard segment around a centre."""
    return format_field(centre).upper()


def segment_fields(centre: Field) -> tuple[Field, ...]:
    """The seven fields of a standard segment, in order of their names (R1.2)."""
    around = [neighbour(centre, direction) for direction in Direction]
    return tuple(sorted([centre, *around]))


_SEGMENT = list(segment_fields(Field(0, 0)))
"""The fields of a standard segment relative to its centre."""


def segment_centre(fields: Iterable[Field]) -> Field | None:
    """The centre, if these are exactly the seven fields of a standard segment."""
    ordered = sorted(fields)
    if len(ordered) != 7:
        return None
    x, y = centre = ordered[3]
    # Called often, for every segment of a board: there may be seven thousand.
    return centre if [(at[0] - x, at[1] - y) for at in ordered] == _SEGMENT else None


def parse_move(text: str) -> Move:
    """Parse ``b2-b4``. Does not check whether the move is legal."""
    match = re.fullmatch(r"(-?[^-\s]+(?:-[0-9]+)?)-(-?[^-\s]+(?:-[0-9]+)?)", text)
    if match is None:
        raise NotationError(text, "move", _MOVE_EXPECTED)
    return Move(parse_field(match[1]), parse_field(match[2]))


def parse_moves(text: str) -> tuple[Move, ...]:
    """Parse a turn: moves separated by spaces or commas; ``pass`` or no text is a pass."""
    words = text.replace(",", " ").split()
    if words == ["pass"]:
        return ()
    return tuple(parse_move(word) for word in words)


def name_pairs(moves: Iterable[Move]) -> list[list[str]]:
    """Moves as in JSON: pairs of source and destination names."""
    return [[str(move.source), str(move.destination)] for move in moves]


def format_moves(moves: Iterable[Move]) -> str:
    """Format a turn as ``b2-b4 c5-c6``, or ``pass`` if there are no moves."""
    return " ".join(str(move) for move in moves) or "pass"
