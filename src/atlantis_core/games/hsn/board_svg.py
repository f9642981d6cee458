"""Draws a state as SVG: hexagons with numbers, harbours, roads and buildings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from atlantis_core.support.colors import RGB
from .model import Corner, Kind, State, Tile

_SIDE = 40.0
_WIDTH = _SIDE * math.sqrt(3)
_FILLS = {
    Kind.SEA: "#cfe3f1",
    Kind.DESERT: "#eadfb4",
    Kind.BRICK: "#d98a5f",
    Kind.GRAIN: "#f0cf5a",
    Kind.LUMBER: "#7fae6d",
    Kind.ORE: "#b3b7bd",
    Kind.WOOL: "#c5e39a",
}
_STYLE = """\
  <style>
    text { font-family: sans-serif; text-anchor: middle; dominant-baseline: central; }
    .tile { stroke: #666; stroke-width: 1; }
    .name { font-size: 9px; }
    .number { font-size: 16px; font-weight: bold; }
    .place { font-size: 7px; fill: #555; }
    .harbour { font-size: 9px; font-weight: bold; fill: #204a70; }
    .owner { font-size: 9px; font-weight: bold; }
  </style>"""
Point = tuple[float, float]


def draw_board_svg(state: State, colors: Sequence[RGB]) -> str:
    """A whole document; every building and road also has its player's number."""
    tiles = state.tiles()
    centres = [_centre(tile) for tile, _ in tiles] or [(0.0, 0.0)]
    left, top = (min(axis) - _WIDTH for axis in zip(*centres, strict=True))
    right, bottom = (max(axis) + _WIDTH for axis in zip(*centres, strict=True))
    view = f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">', _STYLE]
    for tile, kind in tiles:
        lines += _draw_tile(state, tile, kind)
    lines += _draw_harbours(state)
    lines += _draw_holdings(state, colors)
    return "\n".join((*lines, "</svg>")) + "\n"


def _centre(tile: Tile) -> Point:
    return _WIDTH * (tile.column + tile.row / 2), 1.5 * _SIDE * tile.row


def _at(corner: Corner) -> Point:
    x, y = _centre(Tile(corner.column, corner.row))
    return x, y + (_SIDE if corner.side == "s" else -_SIDE)


def _draw_tile(state: State, tile: Tile, kind: Kind) -> Iterator[str]:
    x, y = _centre(tile)
    points = " ".join(
        f"{x + _SIDE * math.sin(turn):.1f},{y - _SIDE * math.cos(turn):.1f}"
        for turn in (math.pi / 3 * corner for corner in range(6))
    )
    yield f'  <polygon class="tile" points="{points}" fill="{_FILLS[kind]}"/>'
    if kind is not Kind.SEA:
        number = dict(state.numbers).get(tile)
        yield _text("name", (x, y - 16), kind.word)
        yield _text("number", (x, y), "" if number is None else str(number))
        yield _text("place", (x, y + 18), str(tile))
    if tile == state.robber:
        yield f'  <circle cx="{x + 20:.1f}" cy="{y:.1f}" r="7" fill="#333"/>'
        yield f'  <text class="owner" x="{x + 20:.1f}" y="{y:.1f}" fill="#fff">R</text>'


def _draw_harbours(state: State) -> Iterator[str]:
    for harbour in state.harbours:
        sea = next((t for t in harbour.border.tiles() if not state.is_land(t)), None)
        one, other = (_at(corner) for corner in harbour.border.corners())
        middle = _between(one, other)
        label = _between(middle, _between(middle, _centre(sea))) if sea is not None else middle
        yield _line(one, other, "#204a70", 4)
        yield _text("harbour", label, f"{harbour.resource.value}2" if harbour.resource else "?3")


def _draw_holdings(state: State, colors: Sequence[RGB]) -> Iterator[str]:
    for number, player in enumerate(state.players, 1):
        color = colors[number - 1]
        for road in player.roads:
            one, other = (_at(corner) for corner in road.corners())
            yield _line(one, other, "#222", 9)
            yield _line(one, other, str(color), 6)
            yield _text("owner", _between(one, other), str(number))
    for number, player in enumerate(state.players, 1):
        for radius, corners in ((7, player.villages), (11, player.cities)):
            for corner in corners:
                x, y = _at(corner)
                fill = f'fill="{colors[number - 1]}" stroke="#222"'
                yield f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {fill}/>'
                yield _text("owner", (x, y), f"{'C' if radius > 7 else 'v'}{number}")


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _line(one: Point, other: Point, color: str, width: int) -> str:
    ends = f'x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{other[0]:.1f}" y2="{other[1]:.1f}"'
    return f'  <line {ends} stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>'


def _text(name: str, at: Point, text: str) -> str:
    return f'  <text class="{name}" x="{at[0]:.1f}" y="{at[1]:.1f}">{text}</text>'
