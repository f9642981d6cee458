"""Finds the slip that probably caused an error elsewhere in a transcript.

Tries only corrections that fit exactly, and few of them: a wrong guess is worse than none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from atlantis_core.positions.grid import (
    Direction,
    Field,
    Move,
    format_field,
    format_segment,
    neighbour,
    parse_segment,
    segment_centre,
    segment_fields,
)
from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.errors import AtlantisError, NotationError
from .model import Turns
from .suggestions import words_near


class BoardSlip(NamedTuple):
    """A segment that is probably misspelt."""

    segment: int
    message: str
    hint: str


def find_board_slip(segments: Sequence[tuple[Field, ...]], turns: Turns) -> BoardSlip | None:
    """The only segment that does not fit, if a single typo explains it.

    A segment of one field that is written like a name of seven (`c5` for `C5`), or one that touches
    no other (`E44` for `E4`). The corrected segment contains fields that the turns miss, if any.
    """
    owners = {field: number for number, segment in enumerate(segments) for field in segment}
    used = {field for turn in turns for move in turn for field in move}
    missing = used.difference(owners)
    places = range(len(segments) if len(segments) > 2 else 0)
    found = [slip for place in places if (slip := _slip_at(place, segments, owners, missing))]
    return found[0] if len(found) == 1 else None


def _slip_at(
    number: int,
    segments: Sequence[tuple[Field, ...]],
    owners: Mapping[Field, int],
    missing: Collection[Field],
) -> BoardSlip | None:
    def is_other(field: Field) -> bool:
        return owners.get(field, number) != number

    def touches(fields: Iterable[Field]) -> bool:
        around = (neighbour(field, way) for field in fields for way in Direction)
        return any(map(is_other, around))

    def fits(fields: tuple[Field, ...]) -> bool:
        is_used = not missing or any(field in missing for field in fields)
        return is_used and not any(map(is_other, fields)) and touches(fields)

    own = segments[number]
    if len(own) == 1:
        if not fits(segment_fields(own[0])):
            return None
        message = f"this segment is the single field {format_field(own[0])}"
        hint = f'did you mean "{format_segment(own[0])}", a segment of seven fields?'
        return BoardSlip(number, message, hint)
    centre = segment_centre(own)
    if centre is None or touches(own):
        return None
    name = format_segment(centre)
    near = {fields for word in words_near(name.lower()) if fits(fields := _fields_of(word))}
    if len(near) != 1:
        return None
    message = f"segment {name} does not touch the rest of the board"
    meant = segment_centre(near.pop()) or centre
    return BoardSlip(number, message, f'did you mean "{format_segment(meant)}"?')


def _fields_of(name: str) -> tuple[Field, ...]:
    try:
        return segment_fields(parse_segment(name.upper()))
    except NotationError:
        return ()


def likely_cause(position: Position, turns: Turns, at: int) -> str:
    """A question about the turns around an illegal one (from 0), or an empty text."""
    following = turns[at + 1 : at + 2]
    if at and turns[at] and turns[at] == turns[at - 1] and _plays(position, following):
        return f"is turn {at + 1} a copy of turn {at}?"
    if following and _plays(position, (following[0], turns[at])):
        return f"are turns {at + 1} and {at + 2} swapped?"
    if turns[at] and _plays(position, ((), turns[at], *following)):
        return f"is a turn missing before turn {at + 1}?"
    return ""


def _plays(position: Position, turns: Sequence[tuple[Move, ...]]) -> bool:
    """Whether there are turns and all are legal one after another."""
    try:
        for turn in turns:
            position = play_turn(position, turn)
    except AtlantisError:
        return False
    return bool(turns)
