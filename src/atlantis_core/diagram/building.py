"""Builds layouts: stamps the outlines of all fields on a canvas and notes who owns which cell.

Inner borders are drawn before segment borders, so that a corner where both meet belongs to the
segment border, whatever the order of the fields. Refuses diagrams that would fill the memory:
two fields at opposite ends of a huge plane make a small board and a gigantic picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from atlantis_core.board import Board
from atlantis_core.diagram.art import HOLE, FieldArt, Offset, Part, Patch, Sides, Style
from atlantis_core.diagram.axes import AxisName, axis_names, draw_axes
from atlantis_core.diagram.canvas import Canvas, Stamp, compile_stamp
from atlantis_core.diagram.errors import DiagramTooLargeError
from atlantis_core.diagram.layout import Layout, OwnedSpan
from atlantis_core.diagram.placing import STYLE_ARTS, Placing, place_fields
from atlantis_core.grid import Direction, Field

MAX_CELLS = 30_000_000
"""More cells than any board of connected segments needs, few enough for the memory."""

_STEPS = tuple((1 << bit, direction, *direction.value) for bit, direction in enumerate(Direction))
_ALL_SIDES = (1 << len(_STEPS)) - 1


def layout(board: Board, style: Style = Style.SPEC, *, axes: bool = False) -> Layout:
    """Lay out a board; `axes` adds the names of columns and rows around it (not in `mini`)."""
    placing = place_fields(board, style)
    axes_art = STYLE_ARTS[style].axes if axes else None
    names = tuple(axis_names(board, placing, axes_art)) if axes_art else ()
    origin, width, height = _extent(placing, names)
    if width * height > MAX_CELLS:
        raise DiagramTooLargeError(width, height, MAX_CELLS)
    places = {
        field: Offset(column - origin.column, line - origin.line)
        for field, (column, line) in placing.places.items()
    }
    canvas = Canvas(width, height)
    owned = _own(canvas, placing.art, places)
    _draw_sides(canvas, board, placing.art, places)
    if not placing.is_apart and placing.art.fills_holes:
        _fill_holes(canvas, board, placing.art, origin)
    if axes_art:
        draw_axes(canvas, names, axes_art.dots, origin)
    return Layout(
        board=board,
        style=style,
        art=placing.art,
        is_apart=placing.is_apart,
        width=width,
        height=height,
        lines=canvas.lines(),
        parts=canvas.parts(),
        places=MappingProxyType(places),
        owned=owned,
    )


def _extent(placing: Placing, names: Iterable[AxisName]) -> tuple[Offset, int, int]:
    """Top left corner, width and height of everything that will be drawn."""
    art, places = placing.art, placing.places.values()
    left = min(place.column for place in places) + art.left
    right = max(place.column for place in places) + art.width
    top = min(place.line for place in places)
    bottom = max(place.line for place in places) + art.height
    for name in names:
        # The picture of the specification leaves one column free before its leftmost number.
        left = min(left, name.start - 1)
        right = max(right, name.start + len(name.text))
        top = min(top, name.line)
        bottom = max(bottom, name.line + 1)
    return Offset(left, top), right - left, bottom - top


def _own(
    canvas: Canvas, art: FieldArt, places: dict[Field, Offset]
) -> tuple[tuple[OwnedSpan, ...], ...]:
    """Note the inside of every field; the answer lists them line by line."""
    owned: list[list[OwnedSpan]] = [[] for _ in range(canvas.height)]
    rows = [
        (row, span, bytes([Part.INSIDE]) * (span.stop - span.start))
        for row, span in enumerate(art.inside)
    ]
    for field, (column, line) in places.items():
        for row, (down, start, stop), inside in rows:
            owned[line + down].append(OwnedSpan(column + start, column + stop, row, field))
            canvas.mark(column + start, line + down, inside)
    for spans in owned:
        spans.sort()
    return tuple(map(tuple, owned))


class _Stamps:
    """Compiled outlines of fields by the sides that are drawn."""

    def __init__(self, sides: tuple[Sides, ...], part: Part) -> None:
        self._sides = sides
        self._part = part
        self._stamps: dict[tuple[int, int], Stamp] = {}

    def find(self, field: Field, mask: int) -> Stamp:
        key = (sum(field) % len(self._sides), mask)
        stamp = self._stamps.get(key)
        if stamp is None:
            sides = self._sides[key[0]]
            chosen = [p for bit, d, _, _ in _STEPS if mask & bit for p in sides.get(d, ())]
            stamp = self._stamps[key] = compile_stamp(chosen, self._part)
        return stamp


def _draw_sides(canvas: Canvas, board: Board, art: FieldArt, places: dict[Field, Offset]) -> None:
    inner = _Stamps(art.inner_sides, Part.INNER_BORDER)
    outer = _Stamps(art.segment_sides, Part.SEGMENT_BORDER)
    masks = _segment_sides(board)
    for field, place in places.items():
        canvas.stamp(place, inner.find(field, _ALL_SIDES & ~masks[field]))
    for field, place in places.items():
        canvas.stamp(place, outer.find(field, masks[field]))


def _segment_sides(board: Board) -> dict[Field, int]:
    """For every field a bit for each side that is a border of its segment."""
    segments: dict[tuple[int, int], int] = {
        field: number for number, fields in enumerate(board.segments) for field in fields
    }
    masks: dict[Field, int] = {}
    for field in board:
        x, y = field
        number, mask = segments[field], 0
        for bit, _, dx, dy in _STEPS:
            if segments.get((x + dx, y + dy)) != number:
                mask |= bit
        masks[field] = mask
    return masks


def _fill_holes(canvas: Canvas, board: Board, art: FieldArt, origin: Offset) -> None:
    """Fill the gaps of one field: their neighbours outline them as if they were fields."""
    fill = [Patch(line, start, HOLE * (stop - start)) for line, start, stop in art.inside]
    stamp = compile_stamp(fill, Part.SEGMENT_BORDER)
    for x, y in _holes(board):
        column, line = art.offset(x, y)
        canvas.stamp(Offset(column - origin.column, line - origin.line), stamp)


def _holes(board: Board) -> Iterator[tuple[int, int]]:
    """Places without a field that have fields all around."""
    fields: set[tuple[int, int]] = set(board)
    around = Counter((x + dx, y + dy) for x, y in fields for _, _, dx, dy in _STEPS)
    return (place for place, sides in around.items() if sides == 6 and place not in fields)
