"""The two sides, the twelve letters of pieces, and the names of spaces.

A piece is an index into `LETTERS`; a space is a number, rank by rank from `a1`.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TypeAlias

from .problems import TaflTextError

Space: TypeAlias = int
"""Rank by rank from a1: on a board of 7, a1 is 0, b1 is 1, a2 is 7."""
Code: TypeAlias = int
"""A piece: an index into `LETTERS`."""
Pieces: TypeAlias = tuple[int, ...]
"""The positions of the twelve kinds of pieces: one mask per letter, one bit per space."""

LETTERS = "tcnkmgTCNKMG"
SMALLEST, LARGEST = 5, 19
FILES = "abcdefghijklmnopqrs"
NO_PIECES: Pieces = (0,) * len(LETTERS)

_SPACE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


KINDS = 6


class PieceKind:
    """The kinds of pieces; attackers have these codes, defenders the same plus six.

    Plain numbers, because every step of a search computes with them.
    """

    MAN, COMMANDER, KNIGHT, KING, MERCENARY, GUARD = range(KINDS)


KIND_NAMES = ("man", "commander", "knight", "king", "mercenary", "guard")
"""In the order of `PieceKind`."""

THE_KING: Code = KINDS + PieceKind.KING
"""The defenders' king; an attackers' king is an ordinary piece."""


class Side(Enum):
    ATTACKERS = "attackers"
    DEFENDERS = "defenders"

    def __init__(self, name: str) -> None:
        first = 0 if name == "attackers" else KINDS
        self.codes = range(first, first + KINDS)

    @property
    def opponent(self) -> Side:
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


def side_of(code: Code) -> Side:
    return Side.ATTACKERS if code < KINDS else Side.DEFENDERS


def written_letter(code: Code) -> str:
    """The letter of a piece in a move record; only special pieces have one."""
    return "" if code % KINDS in (PieceKind.MAN, PieceKind.GUARD) else LETTERS[code]


def format_space(space: Space, size: int) -> str:
    rank, file = divmod(space, size)
    return f"{FILES[file]}{rank + 1}"


def parse_space(text: str, size: int) -> Space:
    """Parse a space of a board of this size; raises `TaflTextError`."""
    match = _SPACE.fullmatch(text)
    corner = format_space(size * size - 1, size)
    if match is None:
        raise TaflTextError(f"not a space: '{text}'", 0, len(text), "expected for example 'd4'")
    file, rank = ord(match[1]) - ord("a"), int(match[2]) - 1
    if file >= size or rank >= size:
        raise TaflTextError(
            f"there is no space '{text}' on this board", 0, len(text), f"expected a1 to {corner}"
        )
    return rank * size + file


def spaces_of(mask: int) -> list[Space]:
    """The spaces of a mask, a1 first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def piece_at(pieces: Pieces, space: Space) -> Code | None:
    bit = 1 << space
    return next((code for code, mask in enumerate(pieces) if mask & bit), None)
