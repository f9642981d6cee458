"""Builds layouts: size, characters and the field of every cell.

Refuses diagrams that would exhaust memory: two fields at opposite ends of a huge plane make a small
board and a gigantic diagram. `outlines` draws the outlines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from .art import FieldArt, Offset, Style
from .axes import AxisName, axis_names, draw_axes
from .canvas import Canvas
from .errors import DiagramTooLargeError
from .layout import Layout, OwnedSpan
from .outlines import draw_board, draw_segments
from .placement import STYLE_ARTS, Placing, place_fields, place_outermost

MAX_CELLS = 30_000_000
"""Enough for any board of connected segments; larger diagrams could exhaust memory."""


def measure(
    board: Board,
    style: Style = Style.SPEC,
    *,
    axes: bool = False,
    leaders: bool = True,
    joined: bool = False,
) -> tuple[int, int]:
    """Width and height of a board's layout, much faster than building it."""
    if axes:
        *_, width, height = _measure(board, style, axes=True, leaders=leaders, joined=joined)
    else:
        _, width, height = _extent(place_outermost(board, style, joined=joined), ())
        _check_size(width, height)
    return width, height


def layout(
    board: Board,
    style: Style = Style.SPEC,
    *,
    axes: bool = False,
    leaders: bool = True,
    joined: bool = False,
) -> Layout:
    """Lay out a board.

    `axes` adds the names of columns and rows (not in `mini`): with `leaders` at a distance, with
    dots that lead to the board, else next to it. `joined` draws standard segments without gaps;
    their borders then differ from others only by their part.
    """
    placing, names, origin, width, height = _measure(
        board, style, axes=axes, leaders=leaders, joined=joined
    )
    places = {
        field: Offset(column - origin.column, line - origin.line)
        for field, (column, line) in placing.places.items()
    }
    canvas = Canvas(width, height)
    if placing.is_apart:
        draw_segments(canvas, placing.art, (frame.offset for frame in placing.frames), origin)
    else:
        draw_board(canvas, board, placing.art, places)
    draw_axes(canvas, names, origin)
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
        owned=_find_owners(placing.art, places, height),
    )


def _measure(
    board: Board, style: Style, *, axes: bool, leaders: bool, joined: bool
) -> tuple[Placing, tuple[AxisName, ...], Offset, int, int]:
    """The placing, axis names, top left corner, width and height of a diagram."""
    placing = place_fields(board, style, joined=joined)
    axes_art = STYLE_ARTS[style].axes if axes else None
    names = tuple(axis_names(board, placing, axes_art, leaders=leaders)) if axes_art else ()
    origin, width, height = _extent(placing, names)
    _check_size(width, height)
    return placing, names, origin, width, height


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_CELLS:
        raise DiagramTooLargeError(width, height, MAX_CELLS)


def _extent(placing: Placing, names: Iterable[AxisName]) -> tuple[Offset, int, int]:
    """Top left corner, width and height of the whole diagram."""
    art, places = placing.art, placing.places.values()
    left = min(place.column for place in places) + art.left
    right = max(place.column for place in places) + art.width
    top = min(place.line for place in places)
    bottom = max(place.line for place in places) + art.height
    for name in names:
        # The specification's picture leaves one column free before its leftmost number.
        left = min(left, name.start - (name.dots is not None))
        right = max(right, name.start + len(name.text))
        top = min(top, name.line)
        bottom = max(bottom, name.line + 1)
    return Offset(left, top), right - left, bottom - top


def _find_owners(
    art: FieldArt, places: Mapping[Field, Offset], height: int
) -> tuple[tuple[OwnedSpan, ...], ...]:
    """The insides of all fields, line by line, from left to right."""
    owned: list[list[OwnedSpan]] = [[] for _ in range(height)]
    rows = tuple(enumerate(art.inside))
    for field, (column, line) in places.items():
        for row, (down, start, stop) in rows:
            owned[line + down].append(OwnedSpan(column + start, column + stop, row, field))
    for spans in owned:
        spans.sort()
    return tuple(map(tuple, owned))
