"""Draws a state as a picture of hexagons: tiles with kind and number, harbours, roads, buildings.

Borders are drawn where there is land on a side; a road replaces the strokes by its player's digit.
Villages are written as `v1` and cities as `C1`, so that none looks like a coordinate (`c3`); in the
small size their digit covers a stroke. Corners, borders and harbours have fixed places around their
tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from atlantis_core.games.pictures import Canvas, Picture, Role, Spot
from .model import Border, Corner, Harbour, Kind, State, Tile

_NO_NUMBER = "--"


@dataclass(frozen=True, slots=True)
class Pitch:
    """Offsets in columns from a tile's left border, and in lines from its number."""

    across: int
    slopes: dict[str, tuple[int, int]]
    """Columns of the strokes of a border, two lines and one line above the number."""
    inside: dict[str, int]
    """Column of a harbour's label if the named tile is the sea."""
    outside: dict[str, int]
    """Column of a harbour's label if the tile on the other side is the sea."""
    name: tuple[int, int]
    number: tuple[int, int]
    coordinate: tuple[int, int]
    robber: int
    robber_symbol: str
    corner: int
    words: dict[Kind, str]

    def left(self, tile: Tile) -> int:
        return self.across * tile.column + self.across // 2 * tile.row


_WORDS = {kind: kind.word for kind in Kind}
LARGE = Pitch(
    10,
    {"nw": (3, 1), "ne": (7, 9)},
    {"nw": 3, "ne": 6, "w": 1},
    {"nw": 1, "ne": 8, "w": -2},
    (2, 7),
    (1, 9),
    (3, 4),
    7,
    "R!",
    4,
    _WORDS,
)
SMALL = Pitch(
    8,
    {"nw": (3, 1), "ne": (5, 7)},
    {"nw": 2, "ne": 5, "w": 1},
    {"nw": 1, "ne": 6, "w": -2},
    (2, 5),
    (1, 6),
    (2, 4),
    6,
    "!",
    4,
    {**_WORDS, Kind.LUMBER: "lumbr", Kind.DESERT: "desrt"},
)
PITCHES = (SMALL, LARGE)


@lru_cache(maxsize=16)
def draw_state(state: State, size: int) -> Picture:
    """The board in one of the sizes, smallest first; cached, because every key redraws."""
    return _Drawing(state, PITCHES[size]).draw()


class _Drawing:
    def __init__(self, state: State, pitch: Pitch) -> None:
        self._state = state
        self._pitch = pitch
        self._canvas = Canvas()

    def draw(self) -> Picture:
        state = self._state
        numbers = dict(state.numbers)
        spots = {}
        for tile, kind in state.tiles():
            self._draw_tile(tile, kind, numbers.get(tile))
            start, width = self._pitch.number
            spots[str(tile)] = Spot(self._column(tile) + start + 1, self._line(tile), width - 2)
        for border in {border for tile, _ in state.tiles() for border in _borders(tile)}:
            if any(map(state.is_land, border.tiles())):
                self._draw_border(border, None)
        for harbour in state.harbours:
            self._draw_harbour(harbour)
        for player, holdings in enumerate(state.players, 1):
            for road in holdings.roads:
                self._draw_border(road, player)
        for player, holdings in enumerate(state.players, 1):
            for letter, corners in (("v", holdings.villages), ("C", holdings.cities)):
                for corner in corners:
                    text = f"{letter}{player}"
                    self._canvas.write(*self._corner(corner), text, Role.PIECE, player - 1)
        return self._canvas.cropped(spots)

    def _column(self, place: Tile | Corner | Border) -> int:
        return self._pitch.left(Tile(place.column, place.row))

    def _line(self, place: Tile | Corner | Border) -> int:
        return 3 * place.row

    def _draw_tile(self, tile: Tile, kind: Kind, number: int | None) -> None:
        pitch, column, line = self._pitch, self._column(tile), self._line(tile)
        if kind is Kind.SEA:
            self._canvas.write(column + pitch.across // 2 - 1, line, "~~~", Role.WATER)
        else:
            start, width = pitch.name
            self._canvas.write(
                column + start, line - 1, _centred(pitch.words[kind], width), Role.PLACE
            )
            start, width = pitch.number
            text = _NO_NUMBER if number is None else str(number)
            self._canvas.write(column + start, line, _centred(text, width), Role.SPECIAL)
            start, width = pitch.coordinate
            self._canvas.write(column + start, line + 1, _centred(str(tile), width), Role.LABEL)
        if tile == self._state.robber:
            self._canvas.write(column + pitch.robber, line, pitch.robber_symbol, Role.SPECIAL)

    def _draw_border(self, border: Border, player: int | None) -> None:
        column, line = self._column(border), self._line(border)
        role = Role.STROKE if player is None else Role.PIECE
        owner = None if player is None else player - 1
        if border.side == "w":
            self._canvas.write(column, line, "|" if player is None else str(player), role, owner)
            return
        stroke = "/" if border.side == "nw" else "\\"
        for at, up in zip(self._pitch.slopes[border.side], (2, 1), strict=True):
            self._canvas.write(
                column + at, line - up, stroke if player is None else str(player), role, owner
            )

    def _draw_harbour(self, harbour: Harbour) -> None:
        border = harbour.border
        column, line = self._column(border), self._line(border)
        named, _ = border.tiles()
        text = f"{harbour.resource.value}2" if harbour.resource else "?3"
        is_outside = self._state.is_land(named)
        across = self._pitch.outside if is_outside else self._pitch.inside
        up = 0 if border.side == "w" else 1 + is_outside
        self._canvas.write(column + across[border.side], line - up, text, Role.LABEL)

    def _corner(self, corner: Corner) -> tuple[int, int]:
        down = -2 if corner.side == "n" else 2
        return self._column(corner) + self._pitch.corner, self._line(corner) + down


def _borders(tile: Tile) -> tuple[Border, ...]:
    """The six borders of a tile."""
    q, r = tile
    return (
        Border(q, r, "nw"),
        Border(q, r, "ne"),
        Border(q, r, "w"),
        Border(q + 1, r, "w"),
        Border(q, r + 1, "nw"),
        Border(q - 1, r + 1, "ne"),
    )


def _centred(text: str, width: int) -> str:
    """Centred, rather left than right, without trailing blanks that could cover other cells."""
    return text if len(text) >= width else " " * ((width - len(text)) // 2) + text
