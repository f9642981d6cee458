"""Files of one size that cost as much as one can make them, and an honest one to compare with.

For the test of what a file costs in memory, and for the benchmark of what it costs in time.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator

from atlantis_core.grid import Field

LARGEST = 1_000_000
"""Bytes: what is larger may cost more."""
UNPACKED = 16_000_000
_FAR = {
    "segments": [["a1", "a2", "b1"], [str(Field(240, 240))]],
    "players": [{"stacks": {"a1": 1}}, {"stacks": {"b1": 1}}],
}
_SMALL = {
    "segments": ["B2", "C5", "E4"],
    "players": [{"stacks": {"b2": 1}}, {"stacks": {"c5": 1}}],
}
_WALK = [[["b2", "b3"]], [], [["b3", "b2"]], []]
_ORDINARY = {
    "segments": [f"{column}{row}" for column in "BEHK" for row in (2, 5, 8)],
    "players": [{"stacks": {"b2": 2}}, {"stacks": {"e5": 2}}],
}


def honest() -> bytes:
    """A long game on an ordinary board: stones that go to and fro."""
    return _fill(lambda count: _written(**_ORDINARY, turns=_WALK * count))


def costly() -> Iterator[tuple[str, bytes]]:
    """What attackers came up with, by name."""
    yield "many turns", _fill(lambda n: _written(**_SMALL, turns=[[]] * n))
    yield "far apart", _fill(lambda n: _written(**_FAR, turns=[[]] * n))
    yield "as far and long as allowed", _written(**_FAR, turns=[[]] * 3_400)
    yield "as many fields and turns as allowed", _crowded(9_600)
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


def _crowded(turns: int) -> bytes:
    """Nobody moves on twenty thousand fields."""
    names = _many_names()
    players = [{"stacks": {name: 1}} for name in (names[0], names[-1])]
    return _written(segments=[names], players=players, turns=[[]] * turns)


def _many_names() -> list[str]:
    return [str(Field(1 + n // 142, 1 + n % 142)) for n in range(20_000)]


def _exploding(stones: int) -> bytes:
    """So many stones on each of twenty thousand fields, in turn of both players."""
    names = _many_names()
    stacks = [dict.fromkeys(names[first::2], stones) for first in (0, 1)]
    return _written(segments=[names], players=[{"stacks": own} for own in stacks], turns=[[]] * 6)


def _fill(make: Callable[[int], bytes]) -> bytes:
    """As much of it as fits."""
    # Sizes grow in proportion, but for the digits of numbers.
    first, second = len(make(100)), len(make(200))
    return make(100 + (LARGEST - first) * 80 // (second - first))
