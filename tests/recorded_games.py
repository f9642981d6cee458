"""Reads the packed reference traces in `traces/` into typed records.

`traces/README.md` describes the files. Independent of engine and oracle: fields are plain (x, y)
pairs.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypedDict, cast

Field: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[Field, Field]

FOLDER = Path(__file__).parent / "traces"
NAMES = tuple(sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz")))


@dataclass(frozen=True)
class RecordedArea:
    first: str
    size: int
    is_stable: bool
    winner: int | None
    stones: tuple[int, ...]


@dataclass(frozen=True)
class RecordedTurn:
    """One turn; everything except `legal` and `legal_count` describes the board after it."""

    player: int
    legal_count: int
    legal: tuple[Move, ...] | None
    moves: tuple[Move, ...]
    contents: dict[Field, tuple[int, int, int]]
    areas: tuple[RecordedArea, ...]
    scores: tuple[int, ...]
    is_over: bool
    has_decision: tuple[bool, ...]


@dataclass(frozen=True)
class RecordedGame:
    name: str
    segments: tuple[tuple[Field, ...], ...]
    stacks: tuple[dict[Field, int], ...]
    turns: tuple[RecordedTurn, ...]


class _Player(TypedDict):
    stacks: dict[str, int]


class _Transcript(TypedDict):
    segments: list[list[str]]
    players: list[_Player]


class _Region(TypedDict):
    size: int
    first: str
    stable: bool
    winner: int
    stones: dict[str, int]


class _Turn(TypedDict, total=False):
    player: int
    n_legal: int
    legal: list[list[str]]
    moves: list[list[str]]
    state: dict[str, list[int]]
    regions: list[_Region]
    scores: list[int]
    over: bool
    hasMoves: list[bool]


class _Trace(TypedDict):
    initial: _Transcript
    turns: list[_Turn]


def field_of(name: str) -> Field:
    """The field with a name such as 'aa22'. Supports only names in the traces."""
    match = re.fullmatch(r"([a-z]+)(\d+)", name)
    assert match is not None, name
    x = 0
    for letter in match[1]:
        x = 26 * x + ord(letter) - ord("a") + 1
    return x, int(match[2])


def name_of(field: Field) -> str:
    x, y = field
    letters = ""
    while x > 0:
        x, letter = divmod(x - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{y}"


@cache
def recorded_game(name: str) -> RecordedGame:
    trace = cast("_Trace", json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes())))
    start = trace["initial"]
    players = len(start["players"])
    return RecordedGame(
        name=name,
        segments=tuple(tuple(map(field_of, segment)) for segment in start["segments"]),
        stacks=tuple(
            {field_of(field): value for field, value in player["stacks"].items()}
            for player in start["players"]
        ),
        turns=tuple(_turn(turn, players) for turn in trace["turns"]),
    )


def _turn(turn: _Turn, players: int) -> RecordedTurn:
    return RecordedTurn(
        player=turn["player"],
        legal_count=turn["n_legal"],
        legal=_moves(turn["legal"]) if "legal" in turn else None,
        moves=_moves(turn["moves"]),
        contents={
            field_of(field): (state, player, stones)
            for field, (state, player, stones) in turn["state"].items()
        },
        areas=tuple(_area(region, players) for region in turn["regions"]),
        scores=tuple(turn["scores"]),
        is_over=turn["over"],
        has_decision=tuple(turn["hasMoves"]),
    )


def _moves(moves: list[list[str]]) -> tuple[Move, ...]:
    return tuple((field_of(source), field_of(destination)) for source, destination in moves)


def _area(region: _Region, players: int) -> RecordedArea:
    return RecordedArea(
        first=region["first"],
        size=region["size"],
        is_stable=region["stable"],
        winner=None if region["winner"] == -1 else region["winner"],
        stones=tuple(region["stones"].get(str(player), 0) for player in range(players)),
    )
