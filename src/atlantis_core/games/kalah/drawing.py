"""Draws the board as a picture of characters: two rows of holes, and the stores at their ends.

From South's view: South's holes below from left to right, North's above from right to left, every
store to the right of its owner. The largest size also draws the seeds of a hole, as far as there is
room; the numbers are always shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from atlantis_core.games.pictures import Canvas, Picture, Place, Role, Spot
from atlantis_core.support.columns import display_width
from atlantis_core.support.safe_text import showable
from .board import Side

SIZES = 3
PLAYERS = ("first player", "second player")
"""Names of players who have no other."""
_LONGEST_NAME = 24
_SEED = "o"
_ROW_OF_SEEDS = 5


@dataclass(frozen=True)
class Pits:
    """The contents to draw."""

    holes: tuple[tuple[int, ...], tuple[int, ...]]
    """Rows of South and North."""
    stores: tuple[int, int]
    is_swapped: bool = False
    players: tuple[str, str] = PLAYERS
    hand: str = ""
    """The seeds in the hand of a sowing player, in words."""
    sower: Side | None = None
    """The side that is sowing."""

    def owner(self, side: Side) -> int:
        """The player who has a side."""
        return side.value ^ self.is_swapped


def hole_place(side: Side, hole: int) -> Place:
    """The place name of a hole: ``S3``."""
    return f"{side.name[0]}{hole}"


def store_place(side: Side) -> Place:
    return side.name[0]


@dataclass(frozen=True)
class _Measures:
    """Measures of the drawing, in cells."""

    digits: int
    inner: int
    """Width between the borders of a hole."""
    height: int
    """Height between the borders of a hole."""

    @property
    def left(self) -> int:
        """Column where the holes begin."""
        return self.digits + 4

    def column(self, place: int) -> int:
        """Column of the left border of a hole, counted from the left."""
        return self.left + place * (self.inner + 1)

    def row(self, side: Side) -> int:
        """Line of the upper border of a side's holes."""
        return 2 + (self.height + 1) * (side is Side.SOUTH)

    @property
    def middle(self) -> int:
        return self.row(Side.SOUTH)


@lru_cache(maxsize=256)
def draw(pits: Pits, size: int) -> Picture:
    """The picture; every hole and every store is a place."""
    seeds = sum(map(sum, pits.holes)) + sum(pits.stores)
    digits = max(2, len(str(seeds)))
    measures = (
        _Measures(digits, digits, 1),  # six holes fit on a terminal of 40 columns
        _Measures(digits, digits + 2, 1),
        _Measures(digits, max(_ROW_OF_SEEDS, digits + 2), 3),
    )[size]
    sheet, spots = Canvas(), dict[Place, Spot]()
    _draw_borders(sheet, measures, len(pits.holes[0]))
    for side in Side:
        _draw_side(sheet, spots, measures, pits, side)
        _draw_store(sheet, spots, measures, pits, side)
    return sheet.picture(spots)


def _draw_borders(sheet: Canvas, measures: _Measures, holes: int) -> None:
    top, bottom = measures.row(Side.NORTH), measures.row(Side.SOUTH) + measures.height + 1
    bar, wall = ("-" * measures.inner).join("+" * (holes + 1)), " " * measures.inner
    for line in range(top, bottom + 1):
        is_border = line in (top, measures.middle, bottom)
        text = bar if is_border else wall.join("|" * (holes + 1))
        sheet.write(measures.left, line, text, Role.STROKE)


def _draw_side(
    sheet: Canvas, spots: dict[Place, Spot], measures: _Measures, pits: Pits, side: Side
) -> None:
    counts = pits.holes[side.value]
    for place, hole in enumerate(_from_the_left(len(counts), side)):
        column, line = measures.column(place), measures.row(side)
        _label(sheet, measures, column, side, str(hole))
        spots[hole_place(side, hole)] = _draw_hole(
            sheet, measures, (column, line), counts[hole - 1], pits.owner(side)
        )
    line = 0 if side is Side.NORTH else measures.row(side) + measures.height + 3
    hand = f": {pits.hand}" if pits.sower is side else ""
    sheet.write(measures.left, line, f"{side}, {_name(pits, side)}{hand}", Role.LABEL)


def _name(pits: Pits, side: Side) -> str:
    """The player of a side. Pictures have one character per cell, so wide names are left out."""
    owner = pits.owner(side)
    name = showable(pits.players[owner], _LONGEST_NAME)
    return name if display_width(name) == len(name) else PLAYERS[owner]


def _from_the_left(holes: int, side: Side) -> Sequence[int]:
    return range(1, holes + 1) if side is Side.SOUTH else range(holes, 0, -1)


def _label(sheet: Canvas, measures: _Measures, column: int, side: Side, text: str) -> None:
    line = 1 if side is Side.NORTH else measures.row(side) + measures.height + 2
    middle = column + 1 + (measures.inner - len(text)) // 2
    sheet.write(middle, line, text, Role.LABEL)


def _draw_hole(
    sheet: Canvas, measures: _Measures, corner: tuple[int, int], count: int, owner: int
) -> Spot:
    """A hole with its number, and its seeds above if there is room."""
    column, line = corner
    for row in range(measures.height - 1):
        shown = min(max(count - row * _ROW_OF_SEEDS, 0), _ROW_OF_SEEDS)
        start = column + 1 + (measures.inner - _ROW_OF_SEEDS) // 2
        sheet.write(start, line + 1 + row, _SEED * shown, Role.PIECE, owner)
    at = column + 1 + (measures.inner - measures.digits) // 2
    text = str(count).rjust(measures.digits)
    role = Role.PIECE if count else Role.PLACE
    sheet.write(at, line + measures.height, text, role, owner if count else None)
    return Spot(at, line + measures.height, measures.digits)


def _draw_store(
    sheet: Canvas, spots: dict[Place, Spot], measures: _Measures, pits: Pits, side: Side
) -> None:
    right = measures.column(len(pits.holes[0])) + 3
    column = 1 if side is Side.NORTH else right
    text = str(pits.stores[side.value]).rjust(measures.digits)
    sheet.write(column, measures.middle, text, Role.PIECE, pits.owner(side))
    spots[store_place(side)] = Spot(column, measures.middle, measures.digits)
