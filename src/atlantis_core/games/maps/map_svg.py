"""Draws a map as SVG from its coordinates: lines, circles, letters in the players' colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.support.colors import RGB
from .drawing import drawing_of
from .graph import Graph

_LARGE = 800.0
_MARGIN = 40.0
_MOST = 22.0
_STYLE = """\
  <style>
    line { stroke: #999; stroke-width: 1; }
    circle { fill: #fff; stroke: #555; }
    text { font-family: sans-serif; font-weight: bold; text-anchor: middle;
           dominant-baseline: central; }
    .id { font-weight: normal; fill: #777; text-anchor: start; }
  </style>"""


def draw_map_svg(graph: Graph, codes: bytes, colors: Sequence[RGB]) -> str:
    """The SVG document of a map. Node ids are below the circles, and tooltips in a browser."""
    places, radius = _place(graph)
    width = max((x for x, _ in places.values()), default=0) + _MARGIN
    height = max((y for _, y in places.values()), default=0) + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}">',
        _STYLE,
        *_links(graph, places),
    ]
    for index in places:
        lines += _node(graph, index, places[index], radius, codes[index], colors)
    return "\n".join((*lines, "</svg>")) + "\n"


def _place(graph: Graph) -> tuple[dict[int, tuple[float, float]], float]:
    """The positions of the visible nodes, and the radius of circles."""
    seen = {index: at for index, at in enumerate(graph.places) if graph.visible[index]}
    if not seen:
        return {}, _MOST
    left, top = min(x for x, _ in seen.values()), min(y for _, y in seen.values())
    right, bottom = max(x for x, _ in seen.values()), max(y for _, y in seen.values())
    scale = _LARGE / (max(right - left, bottom - top) or 1)
    placed = {
        index: (_MARGIN + scale * (x - left), _MARGIN + scale * (y - top))
        for index, (x, y) in seen.items()
    }
    lengths = sorted(
        ((placed[one][0] - placed[two][0]) ** 2 + (placed[one][1] - placed[two][1]) ** 2) ** 0.5
        for one in placed
        for two in graph.neighbours[one]
        if two in placed
    )
    shortest = lengths[len(lengths) // 20] if lengths else _MOST
    return placed, max(3.0, min(_MOST, 0.4 * shortest))


def _links(graph: Graph, places: dict[int, tuple[float, float]]) -> Iterator[str]:
    ways = {(one, two) for one in places for two in graph.neighbours[one] if two in places}
    for one, two in sorted({(min(way), max(way)) for way in ways}):
        (x, y), (to_x, to_y) = places[one], places[two]
        dashed = "" if (one, two) in ways and (two, one) in ways else ' stroke-dasharray="4 3"'
        yield f'  <line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"{dashed}/>'


def _node(
    graph: Graph,
    index: int,
    place: tuple[float, float],
    radius: float,
    code: int,
    colors: Sequence[RGB],
) -> Iterator[str]:
    x, y = place
    at = f'cx="{x:.1f}" cy="{y:.1f}"'
    number = graph.map.nodes[index].id
    title = f"<title>{number}</title>"
    below, small = f'x="{x + radius / 2:.1f}" y="{y + 1.1 * radius:.1f}"', f"{0.6 * radius:.1f}"
    yield f'  <text class="id" {below} font-size="{small}">{number}</text>'
    if not code:
        yield f'  <circle {at} r="{radius / 2:.1f}">{title}</circle>'
        return
    color = colors[(code - 1) // 6]
    ink = "#000" if 2 * color.red + 5 * color.green + color.blue > 1024 else "#fff"
    yield f'  <circle {at} r="{radius:.1f}" style="fill: {color}">{title}</circle>'
    text = drawing_of(graph).piece_text(code)
    size = 1.2 * radius if len(text) == 1 else 0.9 * radius
    yield f'  <text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{ink}">{text}</text>'
