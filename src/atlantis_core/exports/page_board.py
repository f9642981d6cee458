"""Boards of a page, drawn from shared symbols so that hundreds of them stay small.

Each distinct content of a field is one symbol; a board then needs some thirty bytes per field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlantis_core.diagram.drawing import find_volatile
from atlantis_core.diagram.svg import (
    Box,
    box_around,
    centre,
    draw_arrow,
    draw_segments,
    hexagon,
    is_long,
)
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Contents, FieldState, Position
from .pictures import draw_signs
from .scenes import Scene, Story

_CONTENTS, _RING = 0.92, 0.86
"""Scales of a field's contents and of a ring: the borders of the field stay visible."""


class Looks:
    """The distinct contents of fields, each with the name of its symbol."""

    def __init__(self, story: Story) -> None:
        self._paint = story.paint
        self._names: dict[tuple[str, str], str] = {}

    def of(self, position: Position) -> dict[Field, str]:
        """The symbols of all fields that are not open and empty."""
        volatile = find_volatile(position)
        return {
            field: self._name(held, is_volatile=field in volatile)
            for field, held in position.occupied()
        }

    def _name(self, held: Contents, *, is_volatile: bool) -> str:
        look = _kind(held), self._paint.written(held, is_volatile=is_volatile)
        return self._names.setdefault(look, f"h{len(self._names)}")

    def symbols(self) -> Iterator[str]:
        for (kind, text), name in self._names.items():
            long = " class=long" if is_long(text) else ""
            drawn = f'<use href="#hex"/><text y="4"{long}>{text}</text>'
            yield f'<g id="{name}" class="{kind}">{drawn}</g>'


def _kind(held: Contents) -> str:
    if held.state is FieldState.DEAD or held.player is None:
        return "sunk"
    return f"k{held.player} {'growing' if held.state is FieldState.GROWING else 'open'}"


def draw_parts(board: Board) -> Iterator[str]:
    """The symbols that all boards share: the empty board, its field names, a content, a ring."""
    yield _symbol("hex", [f'<polygon points="{hexagon(_CONTENTS)}"/>'])
    ring = hexagon(_RING)
    rings = [f'<polygon class="{kind}" points="{ring}"/>' for kind in ("halo", "ring")]
    yield _symbol("ring", rings)
    yield f'<polygon id="field" class="field" points="{hexagon(1)}"/>'
    fields = (_use("field", field) for field in board)
    yield _symbol("ground", [*fields, draw_segments(board)])
    yield _symbol("names", map(_draw_name, board))


def view_of(board: Board) -> Box:
    return box_around(board)


def draw_board(story: Story, scene: Scene, looks: Looks) -> str:
    """The drawing of a scene, without the `svg` element around it."""
    held = (_use(look, field) for field, look in looks.of(scene.position).items())
    drawn = [
        '<use href="#ground"/>',
        *held,
        '<use href="#names"/>',
        *draw_signs(story, scene).values(),
        *(_use("ring", field) for field in scene.exploded),
        *map(draw_arrow, scene.arrows),
    ]
    return "".join(drawn)


def _symbol(name: str, elements: Iterable[str]) -> str:
    return f'<g id="{name}">{"".join(elements)}</g>'


def _use(symbol: str, field: Field) -> str:
    x, y = centre(field)
    return f"<use href=#{symbol} x={x:.0f} y={y:.0f} />"


def _draw_name(field: Field) -> str:
    x, y = centre(field)
    return f"<text class=name x={x:.0f} y={y + 14:.0f}>{field}</text>"
