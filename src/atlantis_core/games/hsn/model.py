"""The data of a state, and the geometry of tiles, corners and borders.

Tiles are pointy-topped hexagons in axial coordinates: columns lean, rows go down. Every corner and
every border has exactly one name, that of a tile and a side; the tile need not be on the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from atlantis_core.support.phrases import number_in_letters


class Kind(Enum):
    """The kind of a tile, by its letter."""

    SEA = "S"
    DESERT = "D"
    BRICK = "B"
    GRAIN = "G"
    LUMBER = "L"
    ORE = "O"
    WOOL = "W"

    @property
    def is_producing(self) -> bool:
        return self not in (Kind.SEA, Kind.DESERT)

    @property
    def word(self) -> str:
        return self.name.lower()


RESOURCES = (Kind.BRICK, Kind.GRAIN, Kind.LUMBER, Kind.ORE, Kind.WOOL)
RESOURCE_WORDS = {kind.value: kind.word for kind in RESOURCES}
CARD_WORDS = {
    "Dk": "knight",
    "Dm": "monopoly",
    "Dr": "road building",
    "Dv": "victory point",
    "Dy": "year of plenty",
}
ITEM_WORDS = {"V": "village", "C": "city", "R": "road"}


class Tile(NamedTuple):
    """A tile of the grid, by column and row from 1."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{number_in_letters(self.column)}{self.row}"

    def neighbours(self) -> tuple[Tile, ...]:
        """From the left one clockwise: w, nw, ne, e, se, sw."""
        q, r = self
        around = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1))
        return tuple(Tile(q + across, r + down) for across, down in around)


class Corner(NamedTuple):
    """The top (``n``) or bottom (``s``) corner of a tile."""

    column: int
    row: int
    side: str

    def __str__(self) -> str:
        return f"{Tile(self.column, self.row)}{self.side}"

    def tiles(self) -> tuple[Tile, Tile, Tile]:
        """The three tiles that meet there."""
        q, r, side = self
        if side == "n":
            return Tile(q, r), Tile(q, r - 1), Tile(q + 1, r - 1)
        return Tile(q, r), Tile(q - 1, r + 1), Tile(q, r + 1)

    def borders(self) -> tuple[Border, Border, Border]:
        """The three borders that end there."""
        q, r, side = self
        if side == "n":
            return Border(q, r, "nw"), Border(q, r, "ne"), Border(q + 1, r - 1, "w")
        return Border(q, r + 1, "w"), Border(q - 1, r + 1, "ne"), Border(q, r + 1, "nw")

    def neighbours(self) -> tuple[Corner, ...]:
        """The three corners at the other ends."""
        return tuple(
            corner for border in self.borders() for corner in border.corners() if corner != self
        )


class Border(NamedTuple):
    """The upper left (``nw``), upper right (``ne``) or left (``w``) side of a tile."""

    column: int
    row: int
    side: str

    def __str__(self) -> str:
        return f"{Tile(self.column, self.row)}{self.side}"

    def tiles(self) -> tuple[Tile, Tile]:
        """The named tile, and the one on the other side."""
        q, r, side = self
        across, down = {"nw": (0, -1), "ne": (1, -1), "w": (-1, 0)}[side]
        return Tile(q, r), Tile(q + across, r + down)

    def corners(self) -> tuple[Corner, Corner]:
        q, r, side = self
        if side == "nw":
            return Corner(q, r, "n"), Corner(q, r - 1, "s")
        if side == "ne":
            return Corner(q, r, "n"), Corner(q + 1, r - 1, "s")
        return Corner(q, r - 1, "s"), Corner(q - 1, r + 1, "n")


_SIDES = {"n": 0, "s": 1, "nw": 0, "ne": 1, "w": 2}


def place_order(place: Corner | Border) -> tuple[int, int, int]:
    """Sort key: by row, then column; on one tile n before s, and nw, ne, w."""
    return place.row, place.column, _SIDES[place.side]


class Harbour(NamedTuple):
    """A trading place: two of a resource for one, or three of any for one."""

    border: Border
    resource: Kind | None


Formula: TypeAlias = tuple[tuple[str, int], ...]
"""Codes in canonical order, each with a count from 1."""


class Duty(Enum):
    """Duty of the current player."""

    NOTHING = "."
    STEAL = "S"
    MOVE_ROBBER = "M"
    DISCARD = "D"
    PLACE = "P"


@dataclass(frozen=True, slots=True)
class Must:
    """A duty, and the players or items concerned."""

    duty: Duty = Duty.NOTHING
    players: tuple[int, ...] = ()
    items: Formula = ()


@dataclass(frozen=True, slots=True)
class Holdings:
    """The property of one player, on the board and in the hand."""

    cities: tuple[Corner, ...] = ()
    villages: tuple[Corner, ...] = ()
    roads: tuple[Border, ...] = ()
    resources: Formula = ()
    cards: Formula = ()
    knights: int = 0

    def built(self) -> tuple[tuple[str, tuple[object, ...]], ...]:
        """The buildings and roads on the board, by noun."""
        return ("city", self.cities), ("village", self.villages), ("road", self.roads)


@dataclass(frozen=True, slots=True)
class State:
    """The content of one HSN, in canonical order."""

    rows: tuple[tuple[Kind | None, ...], ...]
    """Row by row; None for no tile."""
    numbers: tuple[tuple[Tile, int], ...]
    harbours: tuple[Harbour, ...]
    players: tuple[Holdings, ...]
    robber: Tile
    largest_army: int
    longest_road: int
    """Players from 1; 0 is the bank."""
    turn: int
    has_rolled: bool
    must: Must
    bought: Formula
    placeable: Formula

    def kind(self, tile: Tile) -> Kind | None:
        """The kind of a tile; None outside the map."""
        if not 1 <= tile.row <= len(self.rows):
            return None
        row = self.rows[tile.row - 1]
        return row[tile.column - 1] if 1 <= tile.column <= len(row) else None

    def tiles(self) -> tuple[tuple[Tile, Kind], ...]:
        """All tiles of the map, row by row."""
        return tuple(
            (Tile(column, row), kind)
            for row, kinds in enumerate(self.rows, 1)
            for column, kind in enumerate(kinds, 1)
            if kind is not None
        )

    def is_land(self, tile: Tile) -> bool:
        return self.kind(tile) not in (None, Kind.SEA)
