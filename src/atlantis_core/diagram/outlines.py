"""Draws the outlines of fields on a canvas.

Inner borders come before segment borders, so that a shared corner belongs to the segment border for
any order of the fields. Segments drawn apart all look the same: one is drawn field by field, then
stamped as a whole. That makes boards of thousands of fields cheap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, segment_fields
from .art import HOLE, FieldArt, Offset, Part, Patch, Sides
from .canvas import Canvas, Stamp, compile_stamp

_STEPS = tuple((1 << bit, direction, *direction.value) for bit, direction in enumerate(Direction))
_ALL_SIDES = (1 << len(_STEPS)) - 1


def draw_segments(canvas: Canvas, art: FieldArt, centres: Iterable[Offset], origin: Offset) -> None:
    """Draw standard segments apart; `origin` is the corner of the canvas."""
    stamp = _segment_stamp(art)
    for column, line in centres:
        canvas.stamp(Offset(column - origin.column, line - origin.line), stamp)


def draw_board(canvas: Canvas, board: Board, art: FieldArt, places: Mapping[Field, Offset]) -> None:
    """Draw any board field by field."""
    if art.fills_holes:
        _fill_holes(canvas, board, art, places)
    blank = compile_stamp(_inside_patches(art, " "), Part.INSIDE)
    for place in places.values():
        canvas.stamp(place, blank)
    _draw_sides(canvas, board, art, places)


@cache
def _segment_stamp(art: FieldArt) -> Stamp:
    """A whole standard segment; the box of its centre begins at (0, 0)."""
    board = Board([segment_fields(Field(0, 0))])
    around = {field: art.offset(*field) for field in board}
    left = -min(place.column for place in around.values())
    top = -min(place.line for place in around.values())
    places = {field: Offset(c + left, line + top) for field, (c, line) in around.items()}
    width = max(place.column for place in places.values()) + art.width
    height = max(place.line for place in places.values()) + art.height
    canvas = Canvas(width, height)
    draw_board(canvas, board, art, places)
    return canvas.cut_stamp(Offset(left, top))


def _inside_patches(art: FieldArt, character: str) -> list[Patch]:
    return [Patch(line, start, character * (stop - start)) for line, start, stop in art.inside]


def _stamps(sides: Sides, part: Part) -> Callable[[int], Stamp]:
    """The outlines of fields by mask of drawn sides, each compiled once."""

    @cache
    def find(mask: int) -> Stamp:
        chosen = [p for bit, d, _, _ in _STEPS if mask & bit for p in sides.get(d, ())]
        return compile_stamp(chosen, part)

    return find


def _draw_sides(
    canvas: Canvas, board: Board, art: FieldArt, places: Mapping[Field, Offset]
) -> None:
    inner = _stamps(art.inner_sides, Part.INNER_BORDER)
    outer = _stamps(art.segment_sides, Part.SEGMENT_BORDER)
    masks = _segment_sides(board)
    for field, place in places.items():
        canvas.stamp(place, inner(_ALL_SIDES & ~masks[field]))
    for field, place in places.items():
        canvas.stamp(place, outer(masks[field]))


def _segment_sides(board: Board) -> dict[Field, int]:
    """Mask of the sides of every field that are borders of its segment."""
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


def _fill_holes(
    canvas: Canvas, board: Board, art: FieldArt, places: Mapping[Field, Offset]
) -> None:
    """Fill gaps of one field, because their neighbours outline them like fields."""
    stamp = compile_stamp(_inside_patches(art, HOLE), Part.SEGMENT_BORDER)
    step = art.offset(*Direction.N.value)
    for x, y in _holes(board):
        below = places[Field(x - 1, y - 1)]
        canvas.stamp(Offset(below.column + step.column, below.line + step.line), stamp)


def _holes(board: Board) -> Iterator[tuple[int, int]]:
    """Empty places surrounded by six fields."""
    fields: set[tuple[int, int]] = set(board)
    around = Counter((x + dx, y + dy) for x, y in fields for _, _, dx, dy in _STEPS)
    return (place for place, sides in around.items() if sides == 6 and place not in fields)
