"""Background colours of fields: the board, marks, growing fields and the cursor.

Each kind has its own range of brightness, so that they cannot be confused: marks are close to
the board, the cursor is far from it, the backgrounds of players are in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.color import Color

from atlantis_core.support.colors import RGB
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
"""Contrast between the background of a mark and the board."""
ROOM = 9.0
"""Contrast of black or white on the background of a mark, so that colours on it can differ."""
FAR = 9.0
"""Contrast between the cursor and the board."""
BETWEEN = 1.3
"""Contrast between the cursor and the backgrounds of players."""
_GREY = RGB(128, 128, 128)
_HUES: Mapping[Mark, tuple[RGB, float]] = {
    Mark.CHANGED: (_GREY, 1.35),
    Mark.HINT: (RGB(176, 64, 255), 1.5),
    Mark.PLANNED: (RGB(32, 112, 255), 1.5),
    Mark.EXPLODING: (RGB(255, 24, 24), 1.5),
    Mark.REACHABLE: (RGB(0, 192, 64), 1.6),
    Mark.SOURCE: (_GREY, 1.8),
}
"""Hue of a mark's background, and its contrast with the board."""


@dataclass(frozen=True, slots=True)
class Backgrounds:
    """The background colours of one theme at one colour depth."""

    depth: Colors
    board: RGB
    tile: RGB
    """Background of a field without a border."""
    text: RGB
    water: RGB
    cursor: RGB
    marks: Mapping[Mark, RGB]

    def of_players(self, colors: tuple[RGB, ...]) -> tuple[RGB, ...]:
        """Backgrounds of growing fields: their owners' colours, between board and cursor."""
        return shades.backgrounds(colors, self.board, self.cursor, BETWEEN, self.depth)


def make_backgrounds(variables: Mapping[str, str], depth: Colors) -> Backgrounds:
    """The backgrounds of a theme; variables such as `mark-hint` override those of marks."""
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
    return Backgrounds(depth, board, tile, text, water, cursor, marks)


def _parse(text: str) -> RGB:
    return RGB(*Color.parse(text).rgb)


def _near(ideal: RGB, board: RGB, taken: set[RGB]) -> RGB:
    """The most similar of the 256 colours that `taken` leaves."""
    end = opposite(board)
    free = [
        shade
        for shade in SHADES_256
        if shade not in taken
        and LEAST <= contrast(shade, board) <= MOST
        and contrast(shade, end) >= ROOM
    ]
    return nearest(ideal, free)
