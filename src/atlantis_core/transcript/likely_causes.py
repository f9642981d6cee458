"""Finds the slip that probably caused an error elsewhere in a transcript.

Tries only corrections that fit exactly, and few of them: a wrong guess is worse than none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from atlantis_core.json_text.places import KeyAt, Problem, Span, sentence_list
from atlantis_core.positions.grid import (
    Direction,
    Field,
    Move,
    format_field,
    format_segment,
    line_between,
    neighbour,
    parse_field,
    parse_segment,
    segment_centre,
    segment_fields,
)
from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import find_illegal_moves, play_turn
from atlantis_core.support.errors import AtlantisError, NotationError
from .model import Transcript, Turn, Turns
from .suggestions import words_near


class BoardSlip(NamedTuple):
    """A segment that is probably misspelt or missing."""

    segment: int | None
    """Its number from 0; None if it is missing."""
    message: str
    hint: str
    fields: tuple[Field, ...]
    """The fields that the board lacks because of it."""


def find_board_slip(segments: Sequence[tuple[Field, ...]], turns: Turns) -> BoardSlip | None:
    """The only segment that does not fit, if a single typo explains it, or one that is missing.

    A segment of one field that is written like a name of seven (`c5` for `C5`), or one that touches
    no other (`E44` for `E4`). The corrected segment contains fields that the turns miss, if any.
    """
    owners = {field: number for number, segment in enumerate(segments) for field in segment}
    used = {field for turn in turns for move in turn for field in move}
    missing = used.difference(owners)
    places = range(len(segments) if len(segments) > 2 else 0)
    found = [slip for place in places if (slip := _slip_at(place, segments, owners, missing))]
    if found:
        return found[0] if len(found) == 1 else None
    return _missing_segment(segments, owners, missing)


_LEAST_MISSED = 2
"""The fewest fields that turns must miss before a whole segment seems to be missing."""


def _missing_segment(
    segments: Sequence[tuple[Field, ...]], owners: Mapping[Field, int], missing: set[Field]
) -> BoardSlip | None:
    """The only segment of seven that fits into the board and has the fields that turns miss."""
    if len(missing) < _LEAST_MISSED or not any(map(segment_centre, segments)):
        return None
    centres = {centre for field in missing for centre in segment_fields(field)}
    holes = [fields for fields in map(segment_fields, centres) if owners.keys().isdisjoint(fields)]
    missed = {fields: len(missing.intersection(fields)) for fields in holes}
    most = max(missed.values(), default=0)
    best = [fields for fields, number in missed.items() if number == most]
    if len(best) != 1 or most < _LEAST_MISSED:
        return None
    absent = sentence_list([format_field(field) for field in best[0] if field in missing], "and")
    centre = segment_centre(best[0])
    hint = f'is the segment "{format_segment(centre)}" missing?' if centre else ""
    return BoardSlip(None, f"turns use {absent}, which are not on the board", hint, best[0])


def is_explained(problem: Problem, slip: BoardSlip, transcript: Transcript) -> bool:
    """Whether stones or a move have a problem because of a wrong segment.

    A move that is impossible on the corrected board, too, is another mistake.
    """
    place = problem.place
    if isinstance(place, KeyAt):
        fields = _named_fields(place.path[-1]) if place.path[0] == "players" else set()
        return not fields.isdisjoint(slip.fields)
    if isinstance(place, Span) or place[:1] != ("turns",) or len(place) != 3:
        return False
    number, at = place[1], place[-1]
    if not isinstance(number, int) or not isinstance(at, int):
        return False
    moves = transcript.turns[number] if number < len(transcript.turns) else ()
    if at >= len(moves):
        return False
    known = {*slip.fields, *(field for segment in transcript.segments for field in segment)}
    return line_between(moves[at]) is not None and known.issuperset(moves[at])


def _named_fields(name: str | int) -> set[Field]:
    """The field or the seven fields of a name; empty if it is not a name."""
    try:
        return {parse_field(str(name))}
    except NotationError:
        return set(_fields_of(str(name)))


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
        return BoardSlip(number, message, hint, segment_fields(own[0]))
    centre = segment_centre(own)
    if centre is None or touches(own):
        return None
    name = format_segment(centre)
    near = {fields for word in words_near(name.lower()) if fits(fields := _fields_of(word))}
    if len(near) != 1:
        return None
    message = f"segment {name} does not touch the rest of the board"
    fields = near.pop()
    meant = segment_centre(fields) or centre
    return BoardSlip(number, message, f'did you mean "{format_segment(meant)}"?', fields)


def _fields_of(name: str) -> tuple[Field, ...]:
    try:
        return segment_fields(parse_segment(name.upper()))
    except NotationError:
        return ()


_LOOKAHEAD = 8
"""The number of turns by which causes are compared."""


def likely_cause(position: Position, turns: Turns, at: int) -> str:
    """A question about the turns around an illegal one (from 0), or an empty text.

    Of several causes, the one after whose correction most of the following turns are legal.
    """
    found = [
        (number, question)
        for least, corrected, question in _corrections(position, turns, at)
        if (number := _count_legal(position, corrected[:_LOOKAHEAD])) >= least
    ]
    return max(found, key=lambda cause: cause[0], default=(0, ""))[1]


def _corrections(
    position: Position, turns: Turns, at: int
) -> Iterator[tuple[int, Sequence[Turn], str]]:
    """Turns without a slip, how many of them must be legal, and the question for the reader."""
    turn, later = turns[at], turns[at + 1 :]
    if at and turn and turn == turns[at - 1] and later:
        yield 1, later, f"is turn {at + 1} a copy of turn {at}?"
    if later:
        swapped = (later[0], turn, *later[1:])
        yield 2, swapped, f"are turns {at + 1} and {at + 2} swapped?"
    if turn:
        yield min(3, 2 + len(later)), ((), turn, *later), f"is a turn missing before turn {at + 1}?"
    wrong = {number for number, _ in find_illegal_moves(position, turn)}
    if len(wrong) == 1:
        meant = tuple(
            Move(move.destination, move.source) if number in wrong else move
            for number, move in enumerate(turn)
        )
        yield 1, (meant, *later), f"did you mean '{meant[wrong.pop()]}'?"


def _count_legal(position: Position, turns: Sequence[Turn]) -> int:
    """The number of turns that are legal one after another."""
    for number, turn in enumerate(turns):
        try:
            position = play_turn(position, turn)
        except AtlantisError:
            return number
    return len(turns)
