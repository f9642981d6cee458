r"""The geometry of the styles `spec`, `broad` and `large`: hexagons with `+` at their corners.

  +---+        A level edge of `level` cells, corners included, and `half` lines above and
 /     \       below the middle. The larger the field, the nearer it is to a regular hexagon.
+       +
 \     /
  +---+
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from atlantis_core.positions.grid import Direction
from .art import AxesArt, FieldArt, Offset, Patch, Sides, Span, StyleArt

_FIRM = ("+", "-", "/", "\\")
_LIGHT = (".", " .", ".", ".")


def cornered_art(level: int, half: int) -> StyleArt:
    """Fields of `2 * half + level` by `2 * half + 1` cells."""
    firm = _sides(level, half, *_FIRM)
    apart = FieldArt(
        width=2 * half + level,
        height=2 * half + 1,
        north_east=Offset(level + half - 1, -half),
        north_west=Offset(1 - level - half, -half),
        inside=tuple(_inside(level, half)),
        segment_sides=firm,
        inner_sides=firm,
    )
    step = level + half - 1
    middle = Offset((2 * half + level) // 2, half)
    return StyleArt(
        apart=apart,
        plain=replace(apart, inner_sides=_sides(level, half, *_LIGHT)),
        along=Offset(-2 * step - 1, -4 * half - 1),
        across=Offset(step + 1, -5 * half - 1),
        axes=AxesArt(
            column_name=middle,
            row_name=middle,
            column_dots=Offset(-(step // half), -1),
            row_dots=Offset(step // half, -1),
            near_column_name=Offset(3, half - 1),
            near_row_name=Offset(2 * half + level - 4, half - 1),
        ),
    )


def _inside(level: int, half: int) -> Iterator[Span]:
    width = 2 * half + level
    for line in range(1, 2 * half):
        edge = abs(half - line)
        yield Span(line, edge + 1, width - edge - 1)


def _sides(level: int, half: int, corner: str, dash: str, rising: str, falling: str) -> Sides:
    last, bottom = 2 * half + level - 1, 2 * half
    dashes = (dash * level)[: level - 2]
    if dashes.endswith("."):
        dashes = f"{dashes[:-1]} "  # the corner is a dot as well
    edge = f"{corner}{dashes}{corner}"
    left, right = Patch(half, 0, corner), Patch(half, last, corner)
    above, below = range(1, half), range(half + 1, bottom)
    return {
        Direction.N: (Patch(0, half, edge),),
        Direction.S: (Patch(bottom, half, edge),),
        Direction.NE: (
            Patch(0, last - half, corner),
            *(Patch(line, last - half + line, falling) for line in above),
            right,
        ),
        Direction.SE: (
            right,
            *(Patch(line, last + half - line, rising) for line in below),
            Patch(bottom, last - half, corner),
        ),
        Direction.SW: (
            left,
            *(Patch(line, line - half, falling) for line in below),
            Patch(bottom, half, corner),
        ),
        Direction.NW: (
            Patch(0, half, corner),
            *(Patch(line, half - line, rising) for line in above),
            left,
        ),
    }
