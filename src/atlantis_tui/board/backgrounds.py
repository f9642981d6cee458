"""The grounds that fields stand on: the board's own, those of marks, of growing fields, the cursor.

Each kind keeps to its own range of brightness, so that none passes for another: marks are near
the board, the cursor is far from it, the grounds of players lie between. Whatever stands on a
ground is written in a colour that can be read there, and stones always in their owner's.
Knows themes and marks, no field and no widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.color import Color

from atlantis_core.colors import RGB
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal import shades
from atlantis_tui.terminal.contrast import (
    SHADES_256,
    contrast,
    ink,
    nearest,
    opposite,
    seen,
    shift,
)
from .marks import Mark

LEAST, MOST = 1.1, 1.9
"""How little and how much the ground of a mark stands out from the board."""
ROOM = 9.0
"""The contrast that black or white has on the ground of a mark: room for colours to differ in."""
FAR = 9.0
"""How much the cursor stands out from the board."""
BETWEEN = 1.3
"""How much the cursor stands out from the grounds of players."""
_GREY = RGB(128, 128, 128)
_HUES: Mapping[Mark, tuple[RGB, float]] = {
    Mark.CHANGED: (_GREY, 1.35),
    Mark.HINT: (RGB(176, 64, 255), 1.5),
    Mark.PLANNED: (RGB(32, 112, 255), 1.5),
    Mark.EXPLODING: (RGB(255, 24, 24), 1.5),
    Mark.REACHABLE: (RGB(0, 192, 64), 1.6),
    Mark.SOURCE: (_GREY, 1.8),
}
"""The hue of a mark's ground, and its contrast with the board."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What one theme makes of a board on one kind of terminal."""

    depth: Colors
    board: RGB
    tile: RGB
    """Of a field that has no border."""
    text: RGB
    water: RGB
    cursor: RGB
    marks: Mapping[Mark, RGB]

    def of_players(self, colors: tuple[RGB, ...]) -> tuple[RGB, ...]:
        """The grounds of growing fields: their owners' colours, neither near the board nor far."""
        return shades.grounds(colors, self.board, self.cursor, BETWEEN, self.depth)


def make_grounds(variables: Mapping[str, str], depth: Colors) -> Grounds:
    """The grounds of a theme, from its variables; it may name those of marks (`mark-hint`)."""
    board, tile, text, water = (
        seen(_parse(variables[name]), depth)
        for name in ("background", "surface", "foreground", "primary")
    )
    marks: dict[Mark, RGB] = {}
    # On a board that is neither dark nor light, marks must stay nearer to it.
    share = min(1, max(0, contrast(board, opposite(board)) / ROOM - 1) / (MOST - 1))
    for mark, (hue, distance) in _HUES.items():
        named = variables.get(f"mark-{mark.value}")
        if named:
            marks[mark] = _parse(named)
            continue
        ideal = shift(board, hue, board, 1 + (distance - 1) * share)
        taken = {tile, *marks.values()}
        marks[mark] = _near(ideal, board, taken) if depth is Colors.MANY else ideal
    cursor = ink(text, board, FAR, depth)
    return Grounds(depth, board, tile, text, water, cursor, marks)


def _parse(text: str) -> RGB:
    return RGB(*Color.parse(text).rgb)


def _near(ideal: RGB, board: RGB, taken: set[RGB]) -> RGB:
    """The most similar of 256 colours; darker than a grey board rather than lighter."""
    end = opposite(board)
    free = [
        shade
        for shade in SHADES_256
        if shade not in taken
        and LEAST <= contrast(shade, board) <= MOST
        and contrast(shade, end) >= ROOM
    ]
    return nearest(ideal, free)
