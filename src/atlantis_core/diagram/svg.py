"""Boards and positions as SVG: real hexagons, for web pages and printing.

Same geometry as the text diagrams: flat tops, a1 at the bottom, segments with thick borders.
Owner, stones, growing and dead can be told apart without colour, by letters and
signs. Writes text only; saving it is up to the caller. Takes no text from files: players
are letters and colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from atlantis_core.colors import RGB
from atlantis_core.grid import Direction, Field, neighbour
from atlantis_core.position import Contents, FieldState, Position

SIDE = 20.0
"""Length of a side of a hexagon."""
_HEIGHT = SIDE * math.sqrt(3)
_STYLE = """\
  <style>
    .field { stroke: #888; stroke-width: 1; fill: #fff; }
    .dead { fill: #cfd8dc; stroke: #b0bec5; }
    .segment { stroke: #222; stroke-width: 3; stroke-linecap: round; }
    text { font-family: sans-serif; text-anchor: middle; dominant-baseline: central; }
    .name { font-size: 7px; fill: #777; }
    .stack { font-size: 14px; font-weight: bold; }
  </style>"""
_CORNERS = tuple(
    (SIDE * math.cos(math.radians(60 * n)), SIDE * math.sin(math.radians(60 * n))) for n in range(6)
)
"""From the right corner clockwise, as y grows downwards."""
_SIDES = {
    Direction.SE: (0, 1),
    Direction.S: (1, 2),
    Direction.SW: (2, 3),
    Direction.NW: (3, 4),
    Direction.N: (4, 5),
    Direction.NE: (5, 0),
}
"""The two corners between a field and its neighbour in each direction."""


def draw_svg(position: Position, colors: Sequence[RGB], letters: str, *, names: bool = True) -> str:
    """A complete SVG document of a position; `names` writes the name of every field."""
    centres = {field: _centre(field) for field in position.board}
    left = min(x for x, _ in centres.values()) - 2 * SIDE
    right = max(x for x, _ in centres.values()) + 2 * SIDE
    top = min(y for _, y in centres.values()) - _HEIGHT
    bottom = max(y for _, y in centres.values()) + _HEIGHT
    view = f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">', _STYLE]
    for field, centre in centres.items():
        lines += _draw_field(field, centre, position[field], colors, letters, names=names)
    lines += _draw_segments(position, centres)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _centre(field: Field) -> tuple[float, float]:
    return 1.5 * SIDE * (field.x - field.y), -_HEIGHT / 2 * (field.x + field.y)


def _draw_field(
    field: Field,
    centre: tuple[float, float],
    held: Contents,
    colors: Sequence[RGB],
    letters: str,
    *,
    names: bool,
) -> Iterator[str]:
    x, y = centre
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
    is_dead = held.state is FieldState.DEAD
    fill, ink = "", "#000"
    if held.player is not None and not is_dead:
        red, green, blue = colors[held.player]
        is_growing = held.state is FieldState.GROWING
        opacity = "1" if is_growing else "0.35"
        fill = f' style="fill: rgb({red},{green},{blue}); fill-opacity: {opacity}"'
        if is_growing:
            ink = "#000" if 0.3 * red + 0.6 * green + 0.1 * blue > 128 else "#fff"
    yield f'  <polygon class="field{" dead" if is_dead else ""}" points="{points}"{fill}/>'
    if held.stones and held.player is not None:
        letter = letters[held.player]
        is_growing = held.state is FieldState.GROWING
        written = f"{held.stones}{letter.lower()}*" if is_growing else f"{held.stones}{letter}"
        yield f'  <text class="stack" x="{x:.1f}" y="{y:.1f}" fill="{ink}">{written}</text>'
    if names:
        yield f'  <text class="name" x="{x:.1f}" y="{y + _HEIGHT / 2 - 5:.1f}">{field}</text>'


def _draw_segments(position: Position, centres: dict[Field, tuple[float, float]]) -> Iterator[str]:
    """A thick line wherever a segment ends."""
    board = position.board
    for field, (x, y) in centres.items():
        for direction, (first, second) in _SIDES.items():
            there = neighbour(field, direction)
            if there in board and board.segment_of(there) == board.segment_of(field):
                continue
            (x1, y1), (x2, y2) = _CORNERS[first], _CORNERS[second]
            yield (
                f'  <line class="segment" x1="{x + x1:.1f}" y1="{y + y1:.1f}" '
                f'x2="{x + x2:.1f}" y2="{y + y2:.1f}"/>'
            )
