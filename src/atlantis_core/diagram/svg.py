"""Draws boards and positions as SVG elements: hexagons, for web pages and printing.

Same geometry as the text diagrams (flat tops, a1 at the bottom, thick segment borders) and the same
symbols: an upper-case letter owns a stack, a lower-case one a growing field, ``*`` is growing,
``!`` volatile, ``~`` dead. So nothing depends on colour alone. Callers embed the elements in a
document. Takes no text from files: players are letters and colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, Move, neighbour
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.support.colors import RGB, SVG_COLORS, default_colors
from .drawing import find_volatile

SIDE = 20.0
"""Length of a side of a hexagon."""
HEIGHT = SIDE * math.sqrt(3)
"""Height of a hexagon."""
FONTS = "'DejaVu Sans', 'Liberation Sans', Arial, Helvetica, sans-serif, Aileron"
STYLE = f"""\
    text {{ font-family: {FONTS}; text-anchor: middle; }}
    .field {{ stroke: #888; stroke-width: 1; fill: #fff; }}
    .dead {{ fill: #cfd8dc; stroke: #b0bec5; }}
    .segment {{ stroke: #222; stroke-width: 3; stroke-linecap: round; }}
    .name {{ font-size: 7px; fill: #666; }}
    .stack {{ font-size: 14px; font-weight: bold; }}
    .long {{ font-size: 11px; }}
    .water {{ fill: #455a64; }}
    .sign {{ font-size: 9px; fill: #333; }}
    .arrow {{ stroke: #111; stroke-width: 3; fill: none; stroke-linecap: round; opacity: 0.7; }}
    .head {{ fill: #111; stroke: none; opacity: 0.7; }}
    .ring {{ fill: none; stroke: #d50000; stroke-width: 2.5; stroke-dasharray: 5 2.5; }}"""
_CORNERS = tuple(
    (SIDE * math.cos(math.radians(60 * n)), SIDE * math.sin(math.radians(60 * n))) for n in range(6)
)
"""From the right corner clockwise; y grows downwards."""
_SIDES = {
    Direction.SE: (0, 1),
    Direction.S: (1, 2),
    Direction.SW: (2, 3),
    Direction.NW: (3, 4),
    Direction.N: (4, 5),
    Direction.NE: (5, 0),
}
"""The two corners between a field and its neighbour in each direction."""
_INSET = 0.92
"""Scale of a field's contents, so that segment borders stay visible."""


Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle in SVG coordinates."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(f"{number:.1f}" for number in self)


class Paint(NamedTuple):
    """Colours and letters of the players, in turn order."""

    colors: Sequence[RGB]
    letters: str

    def written(self, held: Contents, *, is_volatile: bool) -> str:
        """The text of a field that is not open and empty: ``3A``, ``2a*!``, ``~``."""
        if held.state is FieldState.DEAD or held.player is None:
            return "~"
        letter, sign = self.letters[held.player], "!" if is_volatile else ""
        is_growing = held.state is FieldState.GROWING
        return f"{held.stones}{f'{letter.lower()}*' if is_growing else letter}{sign}"


_LONG = 4
"""Characters of a text that is written smaller, to stay inside its field."""


def is_long(written: str) -> bool:
    """Whether a text such as ``2a*!`` does not fit into a field in the usual size."""
    return len(written) >= _LONG


def centre(field: Field) -> tuple[float, float]:
    """The centre of a field."""
    return 1.5 * SIDE * (field.x - field.y), -HEIGHT / 2 * (field.x + field.y)


def box_around(board: Board) -> Box:
    """The bounding box of a board, with a margin."""
    xs, ys = zip(*map(centre, board), strict=True)
    left, top = min(xs) - 1.5 * SIDE, min(ys) - 0.75 * HEIGHT
    return Box(left, top, max(xs) + 1.5 * SIDE - left, max(ys) + 0.75 * HEIGHT - top)


def draw_ground(board: Board, *, names: bool = True) -> Iterator[str]:
    """The board without stones; `names` adds the name of every field."""
    for field in board:
        yield f'<polygon class="field" points="{_points(field)}"/>'
        if names:
            yield draw_name(field)
    yield from _draw_segments(board)


def draw_held(position: Position, paint: Paint, *, names: bool = True) -> Iterator[str]:
    """One element for each field that is not open and empty."""
    yield from draw_held_fields(position, paint, names=names).values()


def draw_held_fields(position: Position, paint: Paint, *, names: bool = True) -> dict[Field, str]:
    """The elements of `draw_held` by field."""
    volatile = find_volatile(position)
    return {
        field: draw_contents(field, held, paint, is_volatile=field in volatile, names=names)
        for field, held in position.occupied()
    }


def draw_contents(
    field: Field, held: Contents, paint: Paint, *, is_volatile: bool = False, names: bool = True
) -> str:
    """The contents of one field as one element; empty for an open, empty field."""
    x, y = centre(field)
    name = draw_name(field) if names else ""
    points = _points(field, _INSET)
    if held.state is FieldState.DEAD:
        shape = f'<polygon class="field dead" points="{points}"/>'
        return f"<g>{shape}{_text('stack water', x, y, '~')}{name}</g>"
    is_growing = held.state is FieldState.GROWING
    if held.player is None or not (held.stones or is_growing):
        return ""
    red, green, blue = paint.colors[held.player]
    opacity = "1" if is_growing else "0.35"
    style = f'fill="rgb({red},{green},{blue})" fill-opacity="{opacity}" stroke="none"'
    is_dark = is_growing and 0.3 * red + 0.6 * green + 0.1 * blue <= 128
    ink = ' style="fill: #fff"' if is_dark else ""
    written = paint.written(held, is_volatile=is_volatile)
    stack = _text("stack long" if is_long(written) else "stack", x, y, written, ink)
    return f'<g><polygon points="{points}" {style}/>{stack}{name.replace(">", ink + ">", 1)}</g>'


def draw_sign(field: Field, text: str, *, is_high: bool) -> str:
    """A small text in a field: in its middle, or above its stones."""
    x, y = centre(field)
    return _text("sign", x, y - (HEIGHT / 2 - 8 if is_high else 0), text)


def draw_arrow(move: Move) -> str:
    """An arrow from a move's source to its destination."""
    (x1, y1), (x2, y2) = centre(move.source), centre(move.destination)
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    # It starts beside the source stack and ends before the destination stack.
    x1, y1, x2, y2 = x1 + 6 * dx, y1 + 6 * dy, x2 - 14 * dx, y2 - 14 * dy
    tip = (x2 + 7 * dx, y2 + 7 * dy)
    wings = (
        (x2 - 4 * dx - 6 * dy, y2 - 4 * dy + 6 * dx),
        (x2 - 4 * dx + 6 * dy, y2 - 4 * dy - 6 * dx),
    )
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
    line = f'<line class="arrow" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
    return f'<g>{line}<polygon class="head" points="{head}"/></g>'


def draw_ring(field: Field) -> str:
    """A broken ring around a field that has just exploded."""
    return f'<polygon class="ring" points="{_points(field, 0.88)}"/>'


def draw_svg(position: Position, paint: Paint, *, names: bool = True) -> str:
    """A complete SVG document of a position."""
    view = box_around(position.board)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">',
        f"<style>\n{STYLE}\n</style>",
        *draw_ground(position.board, names=names),
        *draw_held(position, paint, names=names),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def picture_of(position: Position) -> str:
    """The picture of a position without names: default colours, letters A to F."""
    colors = default_colors([None] * position.players)
    return draw_svg(position, Paint([SVG_COLORS[name] for name in colors], "ABCDEF"))


def hexagon(scale: float = 1.0) -> str:
    """The corners of a field at the origin."""
    return " ".join(f"{scale * x:.1f},{scale * y:.1f}" for x, y in _CORNERS)


def draw_segments(board: Board) -> str:
    """All segment borders as one path, smaller than a line each."""
    sides = (sorted((round(x), round(y)) for x, y in side) for side in _borders(board))
    strokes = (f"M{start[0]} {start[1]}L{end[0]} {end[1]}" for start, end in sides)
    return f'<path class="segment" d="{"".join(dict.fromkeys(strokes))}"/>'


def corners(field: Field, scale: float = 1.0) -> list[Point]:
    """The corners of a field, or of its inner part."""
    x, y = centre(field)
    return [(x + scale * dx, y + scale * dy) for dx, dy in _CORNERS]


def _points(field: Field, scale: float = 1.0) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(field, scale))


def _text(kind: str, x: float, y: float, text: str, more: str = "") -> str:
    # Not every viewer can centre text vertically, so the baseline is shifted instead.
    return f'<text class="{kind}" x="{x:.1f}" y="{y + 4:.1f}"{more}>{text}</text>'


def draw_name(field: Field, more: str = "") -> str:
    x, y = centre(field)
    return f'<text class="name" x="{x:.1f}" y="{y + HEIGHT / 2 - 3:.1f}"{more}>{field}</text>'


def _draw_segments(board: Board) -> Iterator[str]:
    """A thick line along every segment border."""
    for (x1, y1), (x2, y2) in _borders(board):
        yield f'<line class="segment" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _borders(board: Board) -> Iterator[tuple[Point, Point]]:
    """The sides of fields whose neighbour there belongs to another segment or does not exist."""
    for field in board:
        x, y = centre(field)
        for direction, (first, second) in _SIDES.items():
            there = neighbour(field, direction)
            if there in board and board.segment_of(there) == board.segment_of(field):
                continue
            (x1, y1), (x2, y2) = _CORNERS[first], _CORNERS[second]
            yield (x + x1, y + y1), (x + x2, y + y2)
