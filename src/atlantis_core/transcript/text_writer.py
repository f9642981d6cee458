"""Writes the old text format (R8), or refuses and names what would be lost.

The format has no growing fields, no unknown keys, and no annotations except comments of turns.
The owner of a dead field is dropped: it has no effect (R4.4, R8.6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from atlantis_core.positions.grid import Field, format_moves, format_segment, segment_centre
from atlantis_core.support.colors import find_color
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .document_reader import VERSION
from .errors import LossError
from .model import START_TAG, Player, Segment, Transcript
from .text_reader import HEADER

WIDTH = 78
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")


def write_text_format(transcript: Transcript) -> str:
    """The text of a transcript. Raises LossError with everything that would be lost."""
    losses = tuple(find_losses(transcript))
    if losses:
        raise LossError(losses)
    parts = ["".join(_lines(_board_words(transcript), "board"))]
    if transcript.players:
        order = {field: place for place, field in enumerate(transcript.fields())}
        players = (_player_words(player, transcript, order) for player in transcript.players)
        parts.append("".join(line for words in players for line in _lines(words, "player")))
    if transcript.turns:
        parts.append("".join(_rounds(transcript)))
    return f"{HEADER} {VERSION}\n\n" + "\n".join(parts)


def find_losses(transcript: Transcript) -> Iterator[str]:
    """Descriptions of everything that the old text format cannot represent."""
    for number, player in enumerate(transcript.players, 1):
        yield from _player_losses(number, player)
    yield from (f"the key '{showable(key, 40)}'" for key in transcript.extra)
    annotations = transcript.annotations
    # The start tag can be dropped: games are not continued in files of the old format.
    tags = (key for key in annotations.tags if key != START_TAG or not transcript.is_start)
    yield from (f"the tag '{showable(key, 40)}'" for key in tags)
    if transcript.json_comments.comments:
        yield f"{counted(len(transcript.json_comments.comments), 'comment')} (// or /* */)"
    if annotations.variations:
        yield f"{len(annotations.variations)} variations"
    if annotations.clocks:
        yield "the clocks"
    yield from (f"the annotation '{showable(key, 40)}'" for key in annotations.extra)
    for turn, text in annotations.comments.items():
        if not 1 <= turn <= len(transcript.turns):
            where = "the start" if turn == 0 else f"turn {turn}, which does not exist"
            yield f"the comment of {where}"
        elif _UNWRITABLE.search(text):
            yield f"an unwritable character in the comment of turn {turn}"


def _player_losses(number: int, player: Player) -> Iterator[str]:
    growing = sorted(field for field, stones in player.stacks.items() if stones < 0)
    if growing:
        yield f"growing fields of player {number} ({', '.join(map(str, growing))})"
    if not any(stones > 0 for stones in player.stacks.values()):
        yield f"player {number} without stones on open fields"
    yield from (f"the key '{showable(key, 40)}' of player {number}" for key in player.extra)
    name, color = player.name or "", player.color or ""
    if _UNWRITABLE.search(name + color):
        yield f"an unwritable character in the name or color of player {number}"
    if find_color(name) is not None and find_color(color) is None:
        yield f"the name '{name}' of player {number}, which would be read as the color"


def _string(text: str) -> str:
    """Quote with parentheses, or with double quotes if the text has parentheses (R8.1)."""
    if "(" not in text and ")" not in text:
        return f"({text})"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lines(words: Iterable[str], keyword: str) -> Iterator[str]:
    """A keyword and its words, wrapped to `WIDTH`."""
    line = keyword
    for word in words:
        if len(line) + 1 + len(word) > WIDTH and line.strip():
            yield line + "\n"
            line = " " * len(keyword)
        line += " " + word
    yield line + "\n"


def _segment(fields: Segment) -> str:
    centre = segment_centre(fields)
    return format_segment(centre) if centre else f"[{' '.join(map(str, sorted(fields)))}]"


def _board_words(transcript: Transcript) -> Iterator[str]:
    yield from map(_segment, transcript.segments)
    order = {field: place for place, field in enumerate(transcript.fields())}
    dead = [
        field
        for player in transcript.players
        for field, stones in player.stacks.items()
        if stones == 0
    ]
    if dead:
        yield "-"
        yield from map(str, sorted(dead, key=lambda field: (order.get(field, 0), field)))


def _player_words(player: Player, transcript: Transcript, order: dict[Field, int]) -> Iterator[str]:
    stones = {field: height for field, height in player.stacks.items() if height > 0}
    for segment in transcript.segments:
        centre = segment_centre(segment)
        if centre and all(stones.get(field) == 1 for field in segment):
            yield format_segment(centre)
            for field in segment:
                del stones[field]
    for field in sorted(stones, key=lambda field: (order.get(field, 0), field)):
        yield str(field) if stones[field] == 1 else f"{field}:{stones[field]}"
    yield _string(player.name or "")
    yield _string(player.color or "")


def _rounds(transcript: Transcript) -> Iterator[str]:
    size = len(transcript.players)
    for first in range(0, len(transcript.turns), size):
        turns = [
            _turn(transcript, number)
            for number in range(first, min(first + size, len(transcript.turns)))
        ]
        yield f"{first // size + 1}. {' '.join(turns)}\n"


def _turn(transcript: Transcript, number: int) -> str:
    comment = transcript.annotations.comments.get(number + 1)
    words = format_moves(transcript.turns[number])
    return f"{words}." if comment is None else f"{words} {_string(comment)}."
