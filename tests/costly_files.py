"""The most expensive files we know, and an ordinary one of any size for comparison.

For the test of memory and the benchmark of time that a file needs.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_core.rules.game import MAX_GAME_EXTENT
from atlantis_core.rules.shapes import Shape, standard_board

LARGEST = 1_000_000
"""Bytes. Larger files may cost more."""
SMALLEST = 5_000
"""Bytes. Smaller files cost as much as starting the program."""
UNPACKED = 16_000_000
_AWAY = Field(240, 240)
_FAR = {
    "segments": ["B2", [str(_AWAY)]],
    "players": [{"stacks": {"a1": 1}}, {"stacks": {"c3": 1}}],
}
_SPAN = Board([[Field(1, 1)], [_AWAY]]).size
_SMALL = {
    "segments": ["B2", "C5", "E4"],
    "players": [{"stacks": {"b2": 1}}, {"stacks": {"c5": 1}}],
}
_PASSES: list[list[list[str]]] = [[]]


def _stroll(here: str, there: str) -> list[list[list[str]]]:
    """One player moves back and forth, the other one passes."""
    return [[[here, there]], [], [[there, here]], []]


_WALK = _stroll("b2", "b3")
_ORDINARY = {
    "segments": [f"{column}{row}" for column in "BEHK" for row in (2, 5, 8)],
    "players": [{"stacks": {"b2": 2}}, {"stacks": {"e5": 2}}],
}


def honest(size: int = LARGEST) -> bytes:
    """A long game on an ordinary board: stones that move back and forth."""
    return _fill(lambda count: _written(**_ORDINARY, turns=_WALK * count), size)


def costly() -> Iterator[tuple[str, bytes]]:
    """Attacks by name."""
    yield "many turns", _fill(lambda n: _written(**_SMALL, turns=[[]] * n))
    yield "far apart", _fill(lambda n: _written(**_FAR, turns=[[]] * n))
    yield "as far and long as allowed", _written(**_FAR, turns=_as_long(_PASSES, _SPAN))
    yield "as far, and walking", _written(**_FAR, turns=_as_long(_stroll("a1", "a2"), _SPAN))
    yield "as large and long as allowed", _large(is_walking=False)
    yield "as large, and walking", _large(is_walking=True)
    yield "islands", _scattered()
    yield "variations", _fill(lambda n: _varied([{"after": 0, "turns": [[]]}] * n))
    yield "a variation of every turn", _fill(_varied_everywhere)
    yield "deep variations", _fill(lambda n: _varied([_nested(n)]))
    yield "players", _fill(lambda n: _written(segments=["B2"], players=[{}] * n, turns=[]))
    yield "illegal moves", _fill(lambda n: _written(**_SMALL, turns=[[["b2", "b9"]] * n]))
    yield "tags", _fill(lambda n: _annotated(tags={f"t{i}": "" for i in range(n)}))
    yield "comments", _fill(lambda n: _annotated(comments={str(i): "" for i in range(n)}))
    yield "seats", _fill(lambda n: _annotated(seats=["agent:" + "'a" * n, "person"]))
    yield "a string", _fill(lambda n: _annotated(comments={"0": "\x1b" * n}))
    yield "explosions", _exploding(5)
    yield "explosions of tall stacks", _exploding(900)
    yield "packed lists", gzip.compress(_written(**_SMALL, turns=[], x=[[]] * (UNPACKED // 4)))
    yield "packed turns", gzip.compress(_written(**_SMALL, turns=[[]] * (UNPACKED // 4)))


def _written(**content: object) -> bytes:
    document = {"format": "Atlantis transcript", "version": "1.0", **content}
    return json.dumps(document, separators=(",", ":")).encode()


def _annotated(**annotations: object) -> bytes:
    return _written(**_SMALL, turns=[], annotations=annotations)


def _varied(variations: object) -> bytes:
    return _written(**_FAR, turns=[], annotations={"variations": variations})


def _varied_everywhere(count: int) -> bytes:
    variations = [{"turn": turn, "turns": [_WALK[0]]} for turn in range(1, count + 1)]
    return _written(**_SMALL, turns=[[]] * count, annotations={"variations": variations})


def _nested(count: int) -> dict[str, object]:
    variation: dict[str, object] = {"after": 0, "turns": [[]] * count}
    for _ in range(28):
        variation = {"after": 0, "turns": [[]] * count, "variations": [variation]}
    return variation


def _as_long(turns: list[list[list[str]]], extent: int) -> list[list[list[str]]]:
    """Repeat these turns up to the maximum length of a game on this board."""
    most = MAX_GAME_EXTENT // extent
    return (turns * most)[:most]


def _large(*, is_walking: bool) -> bytes:
    """A board of eight thousand fields in a few bytes, with two distant players."""
    board = standard_board(Shape.HEXAGON, 20)
    segments = [str(segment[len(segment) // 2]).upper() for segment in board.segments]
    first, last = min(board, key=board.index), max(board, key=board.index)
    start = [{"stacks": {str(field): 1}} for field in (first, last)]
    turns = _stroll(str(first), str(board.neighbours(first)[0])) if is_walking else _PASSES
    return _written(segments=segments, players=start, turns=_as_long(turns, board.size))


def _scattered() -> bytes:
    """Thousands of areas of a single field, and one with players."""
    alone = [Field(5 + 2 * (n // 45), 1 + 2 * (n % 45)) for n in range(2_025)]
    extent = Board([segment_fields(Field(2, 2)), alone]).size
    segments = ["B2", [str(field) for field in alone]]
    return _written(**{**_FAR, "segments": segments}, turns=_as_long(_PASSES, extent))


def _many_names() -> list[str]:
    return [str(Field(1 + n // 142, 1 + n % 142)) for n in range(20_000)]


def _exploding(stones: int) -> bytes:
    """`stones` on each of twenty thousand fields, alternating between both players."""
    names = _many_names()
    stacks = [dict.fromkeys(names[first::2], stones) for first in (0, 1)]
    return _written(segments=[names], players=[{"stacks": own} for own in stacks], turns=[[]] * 6)


def unpack(content: bytes) -> bytes:
    """The content of a file, unpacked."""
    return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content


def _fill(make: Callable[[int], bytes], size: int = LARGEST) -> bytes:
    """Repeat as often as fits."""
    # Sizes grow in proportion, except for the digits of numbers.
    first, second = len(make(100)), len(make(200))
    return make(100 + (size - first) * 80 // (second - first))
