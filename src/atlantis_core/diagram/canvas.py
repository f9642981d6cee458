"""A rectangle of characters with the `Part` of each, used while a layout is built.

Outlines are compiled to stamps once and then stamped for thousands of fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from .art import Offset, Part, Patch

Stamp = tuple[tuple[int, int, bytes, bytes], ...]
"""Runs of characters: line and column from the corner of the box, characters, parts."""

_DRAWN = re.compile(b"[^%c]+" % Part.BLANK)


def compile_stamp(patches: Iterable[Patch], part: Part) -> Stamp:
    """Combine patches into one stamp; where they overlap the later one wins."""
    cells = {
        (line, column + at): ord(character)
        for line, column, text in patches
        for at, character in enumerate(text)
    }
    stamp = []
    # Adjacent cells have the same difference of column and rank.
    ranked = enumerate(sorted(cells))
    for _, group in groupby(ranked, key=lambda item: (item[1][0], item[1][1] - item[0])):
        run = [cell for _, cell in group]
        text = bytes(cells[cell] for cell in run)
        stamp.append((*run[0], text, bytes([part]) * len(text)))
    return tuple(stamp)


class Canvas:
    """A blank canvas. Columns and lines count from 0; callers must not draw outside."""

    __slots__ = ("_art", "_parts", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._art = [bytearray(b" " * width) for _ in range(height)]
        self._parts = [bytearray(width) for _ in range(height)]

    def stamp(self, place: Offset, stamp: Stamp) -> None:
        for down, right, text, parts in stamp:
            line, start = place.line + down, place.column + right
            stop = start + len(text)
            self._art[line][start:stop] = text
            self._parts[line][start:stop] = parts

    def cut_stamp(self, origin: Offset) -> Stamp:
        """Everything drawn, as a stamp whose origin is the given cell."""
        return tuple(
            (
                line - origin.line,
                match.start() - origin.column,
                bytes(self._art[line][match.start() : match.end()]),
                match[0],
            )
            for line, parts in enumerate(self._parts)
            for match in _DRAWN.finditer(bytes(parts))
        )

    def is_blank(self, column: int, line: int, width: int = 1) -> bool:
        """Whether the cells are inside the canvas and nothing is drawn on them."""
        inside = 0 <= line < self.height and 0 <= column <= self.width - width
        return inside and not any(self._parts[line][column : column + width])

    def part_at(self, column: int, line: int) -> Part:
        """The character drawn on a cell; BLANK outside the canvas."""
        is_inside = 0 <= line < self.height and 0 <= column < self.width
        return Part(self._parts[line][column]) if is_inside else Part.BLANK

    def write(self, column: int, line: int, text: str, part: Part) -> None:
        self.stamp(Offset(column, line), ((0, 0, text.encode("ascii"), bytes([part]) * len(text)),))

    def lines(self) -> tuple[str, ...]:
        return tuple(line.decode("ascii") for line in self._art)

    def parts(self) -> tuple[bytes, ...]:
        return tuple(bytes(line) for line in self._parts)
