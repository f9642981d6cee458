"""A rectangle of characters and what each of them is, while a layout is being built.

Two planes of bytes: the ASCII art and its `Part`s. Outlines are stamped on it; a stamp is
compiled once and used for thousands of fields. Only the builder of layouts knows this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from .art import Offset, Part, Patch

Stamp = tuple[tuple[int, int, bytes, bytes], ...]
"""Line and column from the corner of the box, the characters, and their parts."""

_DRAWN = re.compile(b"[^%c]+" % Part.BLANK)


def compile_stamp(patches: Iterable[Patch], part: Part) -> Stamp:
    """One stamp of many patches; where they overlap the later one wins."""
    cells = {
        (line, column + at): ord(character)
        for line, column, text in patches
        for at, character in enumerate(text)
    }
    stamp = []
    # Cells that lie side by side have the same difference of column and rank.
    ranked = enumerate(sorted(cells))
    for _, group in groupby(ranked, key=lambda item: (item[1][0], item[1][1] - item[0])):
        run = [cell for _, cell in group]
        text = bytes(cells[cell] for cell in run)
        stamp.append((*run[0], text, bytes([part]) * len(text)))
    return tuple(stamp)


class Canvas:
    """Blank at first. Columns and lines from 0; whoever draws keeps inside."""

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
        """All that is drawn, as a stamp that is placed by its cell `origin`."""
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
        """Whether nothing is drawn there, and there is a there."""
        inside = 0 <= line < self.height and 0 <= column <= self.width - width
        return inside and not any(self._parts[line][column : column + width])

    def write(self, column: int, line: int, text: str, part: Part) -> None:
        self.stamp(Offset(column, line), ((0, 0, text.encode("ascii"), bytes([part]) * len(text)),))

    def lines(self) -> tuple[str, ...]:
        return tuple(line.decode("ascii") for line in self._art)

    def parts(self) -> tuple[bytes, ...]:
        return tuple(bytes(line) for line in self._parts)
