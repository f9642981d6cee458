"""Diagrams of large boards relative to small ones: cost per field, and queries about one field.

Hexagon 20 has 18.7 times as many fields as hexagon 5; a whole program that draws it may take less
than ten times as long, because of its start-up time.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle

from atlantis_core.diagram import Layout, Style, draw, layout
from atlantis_core.diagram.ansi import render
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.colors import DEFAULT_PALETTE, SVG_COLORS
from atlantis_core.support.escape_codes import Depth
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier

SMALL, LARGE = 5, 20
PLAYERS = 6
PALETTE = [SVG_COLORS[name] for name in DEFAULT_PALETTE]
PROGRAM = """
from atlantis_core.diagram import Style, draw
from atlantis_core.rules.shapes import Shape, traditional_start
print(draw(traditional_start(Shape.HEXAGON, {side}, 6), Style.{style}, axes=True))
"""


def claims() -> Iterator[Claim]:
    small, large = (traditional_start(Shape.HEXAGON, side, PLAYERS) for side in (SMALL, LARGE))
    more_fields = len(large.board) / len(small.board)
    for style in Style:
        drawing = times_costlier(_text(large, style), than=_text(small, style))
        yield at_most(2, f"{style.value}: text of a field, hexagon 20 to 5", drawing / more_fields)
        colored = times_costlier(_colors(large, style), than=_colors(small, style))
        yield at_most(
            2, f"{style.value}: colour of a field, hexagon 20 to 5", colored / more_fields
        )
        programs = times_costlier(_program(LARGE, style), than=_program(SMALL, style), rounds=3)
        yield at_most(10, f"{style.value}: a program that draws, hexagon 20 to 5", programs)
    yield from _questions(layout(small.board), layout(large.board))


def _questions(small: Layout, large: Layout) -> Iterator[Claim]:
    hits = times_costlier(_hit(large), than=_hit(small))
    yield at_most(3, "the field at a cell, hexagon 20 to 5", hits)
    regions = times_costlier(_region(large), than=_region(small))
    yield at_most(3, "the cells of a field, hexagon 20 to 5", regions)


def _text(position: Position, style: Style) -> Callable[[], object]:
    return lambda: str(draw(position, style))


def _colors(position: Position, style: Style) -> Callable[[], object]:
    return lambda: list(render(draw(position, style), PALETTE, Depth.TRUE))


def _program(side: int, style: Style) -> Callable[[], object]:
    command = [sys.executable, "-c", PROGRAM.format(side=side, style=style.name)]
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _hit(shown: Layout) -> Callable[[], object]:
    cells = cycle((7 * n % shown.width, 5 * n % shown.height) for n in range(997))
    return lambda: shown.field_at(*next(cells))


def _region(shown: Layout) -> Callable[[], object]:
    fields = cycle(shown.board.fields[::31])
    return lambda: shown.region(next(fields))
