"""Small positions in one line each, for tests of rules.

Boards are written as in the old text format: `B2 [a1 a2]`. Stacks have the numbers of
transcripts (R7.5): `a1:3 b2:-1 c3:0` is a stack of three, a growing field with one stone and a
dead field.
"""

from __future__ import annotations

import re

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field, parse_segment, segment_fields
from atlantis_core.positions.position import Position


def board(text: str) -> Board:
    words = re.findall(r"\[[^\]]*\]|\S+", text)
    return Board([_segment(word) for word in words])


def _segment(word: str) -> tuple[Field, ...]:
    if word.startswith("["):
        return tuple(parse_field(name) for name in word.strip("[]").split())
    return segment_fields(parse_segment(word))


def fields(text: str) -> tuple[Field, ...]:
    return tuple(parse_field(name) for name in text.split())


def position(board_text: str, *stacks: str, to_move: int = 0) -> Position:
    return Position.setup(board(board_text), [_stacks(text) for text in stacks], to_move)


def _stacks(text: str) -> dict[Field, int]:
    pairs = (word.split(":") for word in text.split())
    return {parse_field(name): int(value) for name, value in pairs}


def stacks(position: Position) -> tuple[str, ...]:
    """The stacks of the players, each in the order of the board."""
    return tuple(
        " ".join(f"{field}:{value}" for field, value in position.stacks(player).items())
        for player in range(position.players)
    )
