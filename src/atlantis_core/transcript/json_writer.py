"""Writes transcripts as strict JSON in a canonical layout (R7.9).

One line per segment and per turn, one block per player: adding a turn changes two lines. Writing
a transcript read from a canonical file gives the same bytes. Invisible characters are escaped.
Does not check whether moves are legal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from atlantis_core.json_text.frozen import FrozenMap, JsonValue, WrittenFloat
from atlantis_core.positions.grid import Field, Move, format_segment, segment_centre
from atlantis_core.support.safe_text import is_safe_to_show
from .document_reader import FORMAT_NAME, VERSION
from .model import Annotations, Comments, Player, Segment, Transcript, Turn, Turns, Variation

WIDTH = 100
"""Values that fit into this many characters are written on one line."""
_STEP = "  "
_BETWEEN_LINES = re.compile(r"\n *")


def write_json(transcript: Transcript) -> str:
    """The canonical text of a transcript, ending in a line feed."""
    members: list[tuple[str, str]] = [
        ("format", _string(FORMAT_NAME)),
        ("version", _string(VERSION)),
        ("segments", _block(map(_segment, transcript.segments), 1)),
    ]
    if transcript.players:
        order = _FieldOrder(transcript.segments)
        players = (_player(player, order) for player in transcript.players)
        members.append(("players", _block(players, 1)))
    if transcript.players or transcript.turns:
        members.append(("turns", _turns(transcript.turns, 1)))
    if transcript.annotations:
        members.append(("annotations", _annotations(transcript.annotations)))
    members += _extra(transcript.extra, 1)
    return _members(members, 0) + "\n"


def write_line(transcript: Transcript) -> str:
    """The text of a transcript on one line, ending in a line feed, for JSON Lines."""
    # No string of the canonical text contains a line feed, and no line needs the space before it.
    return _BETWEEN_LINES.sub("", write_json(transcript).rstrip()) + "\n"


def _string(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return written if is_safe_to_show(written) else re.sub(_NOT_PLAIN, _escape, written)


def _escape(match: re.Match[str]) -> str:
    if is_safe_to_show(match[0]):
        return match[0]
    return "".join(
        character
        if is_safe_to_show(character) or character in _SPACES
        else json.dumps(character)[1:-1]
        for character in match[0]
    )


_NOT_PLAIN = "[^ -~]+"


_SPACES = frozenset(" \u00a0\u202f\u3000")
"""Spaces that are typed on purpose and look like spaces; not escaped."""


def _block(lines: Iterable[str], level: int, brackets: str = "[]") -> str:
    """Values of a list, or members of an object, one per line."""
    inside = f",\n{_STEP * (level + 1)}".join(lines)
    if not inside:
        return brackets
    return f"{brackets[0]}\n{_STEP * (level + 1)}{inside}\n{_STEP * level}{brackets[1]}"


def _members(members: Iterable[tuple[str, str]], level: int) -> str:
    return _block((f"{_string(key)}: {value}" for key, value in members), level, "{}")


def _extra(members: Mapping[str, JsonValue], level: int) -> Iterator[tuple[str, str]]:
    for key, value in members.items():
        yield key, _value(value, level, used=len(key) + 4)


def _value(value: JsonValue, level: int, used: int = 0) -> str:
    """Any JSON value on one line if it fits, else one item or member per line."""
    flat = _flat(value)
    if not isinstance(value, (tuple, FrozenMap)) or len(flat) + used + len(_STEP) * level <= WIDTH:
        return flat
    if isinstance(value, tuple):
        return _block((_value(item, level + 1) for item in value), level)
    return _members(_extra(value, level + 1), level)


def _flat(value: JsonValue) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, WrittenFloat):
        return value.text
    if isinstance(value, tuple):
        return f"[{', '.join(map(_flat, value))}]"
    if isinstance(value, FrozenMap):
        return f"{{{', '.join(f'{_string(key)}: {_flat(item)}' for key, item in value.items())}}}"
    return json.dumps(value, allow_nan=False)


def _segment(fields: Segment) -> str:
    """A segment; a standard one as ``["B2"]``. The order of fields does not matter."""
    centre = segment_centre(fields)
    names = [format_segment(centre)] if centre else [str(field) for field in sorted(fields)]
    return f"[{', '.join(map(_string, names))}]"


class _FieldOrder:
    """Sorted segments of a board, and the names of standard ones."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(tuple(sorted(segment)) for segment in segments)
        self.names = tuple(
            format_segment(centre) if (centre := segment_centre(segment)) else None
            for segment in self.segments
        )


def _player(player: Player, order: _FieldOrder) -> str:
    members = []
    if player.name is not None:
        members.append(("name", _string(player.name)))
    if player.color is not None:
        members.append(("color", _string(player.color)))
    members.append(("stacks", _stacks(player.stacks, order)))
    return _members([*members, *_extra(player.extra, 3)], 2)


def _stacks(stacks: Mapping[Field, int], order: _FieldOrder) -> str:
    """Stacks in the order of the board; on several lines, one line per segment."""
    lines = []
    for fields, name in zip(order.segments, order.names, strict=True):
        own = {field: stacks[field] for field in fields if field in stacks}
        if name is not None and len(own) == len(fields) and len(set(own.values())) == 1:
            lines.append(f'"{name}": {own[fields[0]]}')
        elif own:
            lines.append(", ".join(f'"{field}": {stones}' for field, stones in own.items()))
    beside = sorted(stacks.keys() - {field for fields in order.segments for field in fields})
    lines += [f'"{field}": {stacks[field]}' for field in beside]
    flat = f"{{{', '.join(lines)}}}"
    return flat if len(flat) + len('      "stacks": ,') <= WIDTH else _block(lines, 3, "{}")


def _turns(turns: Turns, level: int) -> str:
    return _block(map(_turn, turns), level)


def _turn(turn: Turn) -> str:
    return f"[{', '.join(map(_move, turn))}]"


def _move(move: Move) -> str:
    return f'["{move.source}", "{move.destination}"]'


def _annotations(annotations: Annotations) -> str:
    members: list[tuple[str, str]] = []
    if annotations.tags:
        tags = ((key, _flat(value)) for key, value in annotations.tags.items())
        members.append(("tags", _members(tags, 2)))
    if annotations.comments:
        members.append(("comments", _comments(annotations.comments, 2)))
    if annotations.variations:
        members.append(("variations", _variations(annotations.variations, 2)))
    if annotations.clocks:
        members.append(("clocks", _value(annotations.clocks, 2, used=len("clocks") + 4)))
    return _members([*members, *_extra(annotations.extra, 2)], 1)


def _comments(comments: Comments, level: int) -> str:
    members = ((str(turn), _string(text)) for turn, text in sorted(comments.items()))
    return _members(members, level)


def _variations(variations: Iterable[Variation], level: int) -> str:
    """Variations in the order of their first turns."""
    in_order = sorted(variations, key=lambda variation: variation.turn)
    return _block((_variation(variation, level + 1) for variation in in_order), level)


def _variation(variation: Variation, level: int) -> str:
    members = [("turn", str(variation.turn)), ("turns", _turns(variation.turns, level + 1))]
    if variation.comments:
        members.append(("comments", _comments(variation.comments, level + 1)))
    if variation.variations:
        members.append(("variations", _variations(variation.variations, level + 1)))
    return _members([*members, *_extra(variation.extra, level + 1)], level)
