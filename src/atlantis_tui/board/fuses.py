"""Fuses: how near each stack is to exploding, in drawings with room for it.

A fuse is one `o` per stone and one dot per missing stone: `oo..` explodes with four. Stacks that
explode already have a `!` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from atlantis_core.diagram import Style
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position

Fuses = Mapping[Field, str]

NO_FUSES: Fuses = MappingProxyType({})
STONE, MISSING = "o", "."
_MOST_MISSING = {Style.LARGE: 6, Style.BROAD: 2}
"""Stones that may be missing, by style: a broad field shows only stacks that are nearly ready."""


def fuses_of(position: Position | None, style: Style) -> Fuses:
    """The fuses to draw in a style, by field."""
    most = _MOST_MISSING.get(style, 0)
    if position is None or not most:
        return NO_FUSES
    fuses = {}
    for field, contents in position.occupied():
        missing = position.open_neighbour_count(field) - contents.stones
        if contents.stones and 0 < missing <= most:
            fuses[field] = STONE * contents.stones + MISSING * missing
    return MappingProxyType(fuses)
