"""Parses and formats positional records: `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`.

They contain neither the side to move nor rules.
"""

from __future__ import annotations

import re
from itertools import groupby

from .pieces import LARGEST, LETTERS, NO_PIECES, SMALLEST, Pieces, piece_at
from .problems import TaflTextError

_PART = re.compile(r"([0-9]+)|([a-zA-Z])")
_HINT = "expected for example '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/'"


def parse_position(
    text: str, size: int | None = None, *, top_first: bool = False
) -> tuple[int, Pieces]:
    """Parse the size of the board and its pieces. The first row is rank 1, or the highest rank.

    Without a size, the number of rows decides. Raises `TaflTextError`.
    """
    if len(text) < 2 or text[0] != "/" or text[-1] != "/":
        raise TaflTextError("a position begins and ends with '/'", 0, len(text), _HINT)
    rows = text[1:-1].split("/")
    size = len(rows) if size is None else size
    check_size(size, text)
    if len(rows) != size:
        raise TaflTextError(
            f"{len(rows)} rows on a board of {size}", 0, len(text), f"expected {size} rows"
        )
    masks, offset = list(NO_PIECES), 1
    for index, row in enumerate(rows):
        rank = size - 1 - index if top_first else index
        for file, code in _parse_row(row, size, offset):
            masks[code] |= 1 << (rank * size + file)
        offset += len(row) + 1
    return size, tuple(masks)


def check_size(size: int, text: str) -> None:
    """Raise `TaflTextError` unless boards of this size exist."""
    if not (SMALLEST <= size <= LARGEST and size % 2):
        raise TaflTextError(
            f"not a board size: {size}",
            0,
            len(text),
            f"expected an odd number from {SMALLEST} to {LARGEST}",
        )


def format_position(pieces: Pieces, size: int, *, top_first: bool = False) -> str:
    ranks = range(size - 1, -1, -1) if top_first else range(size)
    return "/" + "".join(_format_row(pieces, rank, size) + "/" for rank in ranks)


def _parse_row(row: str, size: int, offset: int) -> list[tuple[int, int]]:
    found, file, at = [], 0, 0
    while at < len(row):
        match = _PART.match(row, at)
        if match is None or (match[2] and match[2] not in LETTERS):
            raise TaflTextError(
                f"not a piece: '{row[at]}'",
                offset + at,
                offset + at + 1,
                f"expected one of {LETTERS} or a number of empty spaces",
            )
        if match[2]:
            found.append((file, LETTERS.index(match[2])))
        # Converting a number of a million digits would be slow.
        file += 1 if match[2] else int(match[1][-4:]) + (10_000 if len(match[1]) > 4 else 0)
        at = match.end()
        if file > size:
            break
    if file != size:
        there = "more than" if file > size else f"{file} instead of"
        raise TaflTextError(
            f"a row with {there} {size} spaces: '{row[:40]}'", offset, offset + len(row)
        )
    return found


def _format_row(pieces: Pieces, rank: int, size: int) -> str:
    codes = [piece_at(pieces, rank * size + file) for file in range(size)]
    return "".join(
        str(len(list(run))) if code is None else LETTERS[code] * len(list(run))
        for code, run in groupby(codes)
    )
