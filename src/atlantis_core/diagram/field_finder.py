"""Finds the fields in the text of a diagram by their outlines.

The first step of reading a diagram: from characters to boxes. A field has all six sides and is not
filled as a hole. All other text must be an axis; a field with a broken outline is an error, never
silently skipped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from atlantis_core.positions.grid import Direction
from .art import HOLE, FieldArt, Offset, Patch, Style
from .errors import DiagramReadingError
from .placement import STYLE_ARTS

_TO_ASCII = str.maketrans("\u2571\u2572─·≈", "/\\-.~")
_CORNERS = frozenset("+.")
_ON_AXIS = re.compile(r"\.+|-?[a-z]+|-?[0-9]+")
_LEVEL_SIDES = (Direction.N, Direction.S)
_ROOM = re.compile(r"(?<=[/'])[^/'\\`\n]+(?=[\\`])")
"""The upper row of a two-line field, or a gap between two."""
_EDGE = re.compile(r"(?<=[+.])-+(?=[+.])")
_EDGES = {Style.SPEC: 3, Style.BROAD: 5, Style.LARGE: 8}
_ROOMS = {Style.COMPACT: 2, Style.MIDDLE: 4, Style.WIDE: 6}


class FoundField(NamedTuple):
    """A field in a text: its box, the text of its rows, and which sides are light."""

    place: Offset
    rows: tuple[str, ...]
    light: frozenset[Direction]


class Page:
    """A text as a plane of characters, surrounded by blanks."""

    def __init__(self, text: str) -> None:
        self._lines = [
            line.expandtabs().rstrip() for line in text.translate(_TO_ASCII).splitlines()
        ]

    def read(self, column: int, line: int, width: int) -> str:
        """The characters from a position on, padded with blanks."""
        if not 0 <= line < len(self._lines) or column < 0:
            return " " * width
        return self._lines[line][column : column + width].ljust(width)

    def find(self, characters: Collection[str]) -> Iterator[Offset]:
        """All positions of some characters, in reading order."""
        for number, line in enumerate(self._lines):
            for column, character in enumerate(line):
                if character in characters:
                    yield Offset(column, number)

    def words_without(self, boxes: Iterable[Offset], art: FieldArt) -> Iterator[tuple[Offset, str]]:
        """Words outside these boxes, with their positions."""
        rest = [list(line) for line in self._lines]
        shape = tuple(_cells(art))
        for box in boxes:
            for column, line in shape:
                row = rest[box.line + line] if box.line + line < len(rest) else []
                if box.column + column < len(row):
                    row[box.column + column] = " "
        for number, row in enumerate(rest):
            for match in re.finditer(r"\S+", "".join(row)):
                yield Offset(match.start(), number), match[0]


def detect_style(text: str) -> Style:
    """Guess the style by the width of its level edges, if it has any, or of the fields' insides.

    Gaps between segments can look like fields of another style, but are fewer. `mini` diagrams
    cannot be read.
    """
    drawn = text.translate(_TO_ASCII)
    if "---" in drawn:
        edges = Counter(map(len, _EDGE.findall(drawn)))
        return max(_EDGES, key=lambda style: edges[_EDGES[style]])
    rooms = Counter(map(len, _ROOM.findall(drawn)))
    return max(_ROOMS, key=lambda style: rooms[_ROOMS[style]])


def find_fields(text: str, style: Style) -> tuple[FoundField, ...]:
    """All fields of a diagram. Raises DiagramReadingError if there are none, or a broken one."""
    page, art = Page(text), STYLE_ARTS[style].plain
    outlines = dict(_outlines(page, art, style))
    is_field = _is_off_axis if style.has_corners else _is_closed
    outlines = {p: light for p, light in outlines.items() if is_field(page, art, p)}
    for place, word in page.words_without(outlines, art):
        if not _ON_AXIS.fullmatch(word):
            raise DiagramReadingError(
                place.line + 1,
                place.column + 1,
                f"unexpected {word[:20]!r} (expected whole fields or axes)",
            )
    found = [FoundField(p, _rows(page, art, p), light) for p, light in outlines.items()]
    fields = tuple(field for field in found if field.rows[0].strip(HOLE))
    if not fields:
        raise DiagramReadingError(1, 1, "no fields (expected a diagram in any style but mini)")
    return fields


def _cells(art: FieldArt) -> Iterator[Offset]:
    """All cells of a field: its inside and its outline."""
    for line, start, stop in art.inside:
        yield from (Offset(column, line) for column in range(start, stop))
    for patches in art.segment_sides.values():
        for line, column, text in patches:
            yield from (Offset(column + at, line) for at in range(len(text)))


def _rows(page: Page, art: FieldArt, place: Offset) -> tuple[str, ...]:
    return tuple(
        page.read(place.column + start, place.line + line, stop - start)
        for line, start, stop in art.inside
    )


def _outlines(
    page: Page, art: FieldArt, style: Style
) -> Iterator[tuple[Offset, frozenset[Direction]]]:
    """Boxes with all sides drawn; level ones count only with corners, else symbols cover them."""
    sides = [d for d in Direction if style.has_corners or d not in _LEVEL_SIDES]
    first = art.segment_sides[Direction.NW][-1]
    marks = _CORNERS | {first.text, art.inner_sides[Direction.NW][-1].text}
    for column, line in page.find(marks):
        place = Offset(column - first.column, line - first.line)
        light: list[Direction] = []
        for side in sides:
            is_light = _is_light(page, art, place, side)
            if is_light is None:
                break  # most marks are not the corner of a field
            if is_light:
                light.append(side)
        else:
            yield place, frozenset(light)


def _is_light(page: Page, art: FieldArt, place: Offset, side: Direction) -> bool | None:
    """Whether a side is light (True) or firm (False); None if it is not drawn."""
    firm, light = art.segment_sides[side], art.inner_sides[side]
    if _is_drawn(page, place, firm):
        return False
    return True if _is_drawn(page, place, light) else None


def _is_drawn(page: Page, place: Offset, patches: tuple[Patch, ...]) -> bool:
    """Whether the patches are drawn. Corners match both ways, as three fields share them."""
    for line, column, text in patches:
        there = page.read(place.column + column, place.line + line, len(text))
        for seen, wanted in zip(there, text, strict=True):
            if seen != wanted and not {seen, wanted} <= _CORNERS:
                return False
    return True


def _is_off_axis(page: Page, art: FieldArt, place: Offset) -> bool:
    """Whether no axis leads into a box: an axis dot could look like the missing side of a bay."""
    return _ON_AXIS.fullmatch(_rows(page, art, place)[art.height // 2 - 1].strip()) is None


def _is_closed(page: Page, art: FieldArt, place: Offset) -> bool:
    """Whether a two-line field has a border, symbols or a name at top and bottom."""
    rows = (place.line, place.line + art.height - 1)
    return all(page.read(place.column + 1, row, art.width - 2).strip() for row in rows)
