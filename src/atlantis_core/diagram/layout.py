"""The layout of a board: which cell of a diagram belongs to which field.

Immutable; built once per board and style, in time proportional to the number of fields. Renderers
(plain text, ANSI, the app's board) read lines; code about a single field (mouse clicks, the cursor)
reads its region.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from functools import cache
from itertools import groupby
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.support.errors import UnknownFieldError
from .art import FieldArt, Offset, Part, Span, Style


class Rectangle(NamedTuple):
    """A block of cells."""

    column: int
    line: int
    width: int
    height: int


class OwnedSpan(NamedTuple):
    """Cells of one line that belong to a field alone; `row` counts the field's rows from 0."""

    start: int
    stop: int
    row: int
    field: Field


class LayoutRun(NamedTuple):
    """Consecutive cells of one line with the same part. Shared border cells have no field."""

    start: int
    stop: int
    part: Part
    field: Field | None
    row: int


class Stroke(NamedTuple):
    """Consecutive border cells of one line that belong to the outlines of the same fields."""

    start: int
    stop: int
    fields: tuple[Field, ...]


class FieldRegion(NamedTuple):
    field: Field
    inside: tuple[Span, ...]
    """Cells of the field alone, row by row; its contents are drawn here."""
    border: tuple[Span, ...]
    """Cells of its outline, including those shared with neighbours."""
    bounds: Rectangle
    """The bounding box: what to refresh if the field changes."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Lines count from the top, columns from the left, both from 0."""

    board: Board
    style: Style
    art: FieldArt
    is_apart: bool
    """Whether segments are drawn apart, so that no two share a border."""
    width: int
    height: int
    lines: tuple[str, ...]
    """The characters of the empty board, all lines of the same width."""
    parts: tuple[bytes, ...]
    """The `Part` of every cell of `lines`."""
    places: Mapping[Field, Offset]
    """The top left corner of every field's box."""
    owned: tuple[tuple[OwnedSpan, ...], ...]
    """Cells of every line that belong to fields, from left to right."""
    _runs: dict[int, tuple[LayoutRun, ...]] = attribute(default_factory=dict, repr=False)
    _strokes: dict[int, tuple[Stroke, ...]] = attribute(default_factory=dict, repr=False)
    _tops: dict[int, list[Field]] = attribute(default_factory=dict, repr=False)
    """The fields by the first line of their boxes; filled when `strokes` first needs it."""

    def field_at(self, column: int, line: int) -> Field | None:
        """The field whose inside contains this cell; None on borders and outside."""
        if not 0 <= line < self.height:
            return None
        spans = self.owned[line]
        at = bisect_right(spans, (column + 1,)) - 1
        return spans[at].field if at >= 0 and column < spans[at].stop else None

    def region(self, field: Field) -> FieldRegion:
        place = self._place(field)
        column, line = place
        inside = tuple(
            Span(line + s.line, column + s.start, column + s.stop) for s in self.art.inside
        )
        border = tuple(_merge(self._border_spans(place)))
        return FieldRegion(field, inside, border, _bounds(inside + border))

    def bounds(self, field: Field) -> Rectangle:
        """The block of cells to refresh if the field or its border changes."""
        return self.region(field).bounds

    def runs(self, line: int) -> tuple[LayoutRun, ...]:
        """A line as runs of cells with the same part; together they cover it."""
        runs = self._runs.get(line)
        if runs is None:
            runs = self._runs[line] = tuple(self._cut(line))
        return runs

    def strokes(self, line: int) -> tuple[Stroke, ...]:
        """The border cells of a line by the fields that they outline, from left to right."""
        strokes = self._strokes.get(line)
        if strokes is None:
            strokes = self._strokes[line] = tuple(self._find_strokes(line))
        return strokes

    def _find_strokes(self, line: int) -> Iterator[Stroke]:
        if not self._tops:
            for field, place in self.places.items():
                self._tops.setdefault(place.line, []).append(field)
        touching: dict[int, tuple[Field, ...]] = {}
        for row, starts in _outline(self.art).items():
            for field in self._tops.get(line - row, ()):
                column = self.places[field].column
                for start in starts:
                    touching[column + start] = (*touching.get(column + start, ()), field)
        # Adjacent cells have the same difference of column and rank.
        ranked = enumerate(sorted(touching))
        for (fields, _), group in groupby(ranked, key=lambda n: (touching[n[1]], n[1] - n[0])):
            columns = [column for _, column in group]
            yield Stroke(columns[0], columns[-1] + 1, fields)

    def _place(self, field: Field) -> Offset:
        try:
            return self.places[field]
        except KeyError:
            raise UnknownFieldError(field) from None

    def _border_spans(self, place: Offset) -> Iterator[Span]:
        for sides in (self.art.inner_sides, self.art.segment_sides):
            for patches in sides.values():
                for line, column, text in patches:
                    start = place.column + column
                    yield Span(place.line + line, start, start + len(text))

    def _cut(self, line: int) -> Iterator[LayoutRun]:
        at = 0
        for span in self.owned[line]:
            yield from self._alike(line, at, span.start, None, 0)
            yield from self._alike(line, span.start, span.stop, span.field, span.row)
            at = span.stop
        yield from self._alike(line, at, self.width, None, 0)

    def _alike(
        self, line: int, start: int, stop: int, field: Field | None, row: int
    ) -> Iterator[LayoutRun]:
        for match in _SAME.finditer(self.parts[line], start, stop):
            yield LayoutRun(match.start(), match.end(), _PARTS[match[0][0]], field, row)


_PARTS = tuple(Part)
_SAME = re.compile(rb"(.)\1*", re.DOTALL)


@cache
def _outline(art: FieldArt) -> dict[int, tuple[int, ...]]:
    """The columns of a field's border cells by line of its box."""
    cells = {
        (line, column + at)
        for patches in art.segment_sides.values()
        for line, column, text in patches
        for at in range(len(text))
    }
    lines = sorted({line for line, _ in cells})
    return {row: tuple(sorted(c for line, c in cells if line == row)) for row in lines}


def _merge(spans: Iterator[Span]) -> Iterator[Span]:
    """The same cells as spans that neither overlap nor touch, in reading order."""
    merged: Span | None = None
    for span in sorted(spans):
        if merged is None:
            merged = span
        elif span.line == merged.line and span.start <= merged.stop:
            merged = Span(span.line, merged.start, max(merged.stop, span.stop))
        else:
            yield merged
            merged = span
    if merged is not None:
        yield merged


def _bounds(spans: tuple[Span, ...]) -> Rectangle:
    left, right = min(s.start for s in spans), max(s.stop for s in spans)
    top, bottom = min(s.line for s in spans), max(s.line for s in spans)
    return Rectangle(left, top, right - left, bottom - top + 1)
