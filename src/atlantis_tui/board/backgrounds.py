"""Background colours of fields: the board, the sea, marks, growing fields and the cursor.

Marks, growing fields and the sea are near to the board, so that the tiles of stacks stand out on
all of them; the cursor is farther away. Strokes have stronger colours than backgrounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.color import Color

from atlantis_core.support.color_vision import distance
from atlantis_core.support.colors import RGB
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.contrast import (
    SHADES_256,
    contrast,
    is_light,
    mix,
    nearest,
    opposite,
    seen,
    shift,
)
from .marks import Mark

LEAST, MOST = 1.1, 1.9
"""Contrast between the background of a mark and the board."""
ROOM = 7.5
"""Contrast of black or white on the background of a mark."""
CURSOR = 2.6
"""Contrast between the cursor and the board."""
_GREY = RGB(128, 128, 128)
_HUES: Mapping[Mark, tuple[RGB, float]] = {
    Mark.CHANGED: (_GREY, 1.2),
    Mark.DEPARTURE: (RGB(112, 96, 255), 1.25),
    Mark.ARRIVAL: (RGB(160, 112, 255), 1.6),
    Mark.HINT: (RGB(255, 32, 208), 1.5),
    Mark.PLANNED: (RGB(32, 112, 255), 1.5),
    Mark.EXPLODING: (RGB(255, 72, 0), 1.5),
    Mark.REACHABLE: (RGB(0, 192, 64), 1.6),
    Mark.SOURCE: (_GREY, 1.8),
}
"""Hue of a mark's background, and its contrast with the board."""
FRAMES: Mapping[Mark, RGB] = {
    Mark.DEPARTURE: RGB(144, 128, 255),
    Mark.ARRIVAL: RGB(201, 184, 255),
    Mark.HINT: RGB(255, 112, 224),
    Mark.PLANNED: RGB(96, 168, 255),
    Mark.EXPLODING: RGB(255, 122, 61),
    Mark.REACHABLE: RGB(111, 220, 140),
    Mark.SOURCE: RGB(255, 195, 77),
}
"""Colour of a mark's strokes, before it is made readable. Other changed fields are too many."""
_LIGHT_SHARE = 0.6
"""Contrasts look stronger on a light board, so they are smaller there."""
_SEA_DARK, _SEA_LIGHT = RGB(0, 40, 96), RGB(96, 192, 240)
_SEA = 0.5
"""Share of the colour of water in the sea."""
_TINT_DISTANCE, _TINT_CONTRAST, _MOST_TINT = 26.0, 1.35, 0.45
"""Distance and contrast of growing fields to the board, and the greatest share of a colour."""
_STEPS = 50


@dataclass(frozen=True, slots=True)
class Backgrounds:
    """The background colours of one theme at one colour depth."""

    depth: Colors
    board: RGB
    text: RGB
    water: RGB
    sea: RGB
    cursor: RGB
    marks: Mapping[Mark, RGB]

    def of_players(self, colors: tuple[RGB, ...]) -> tuple[RGB, ...]:
        """Backgrounds of growing fields: the board with a tint of their owners' colours."""
        return tuple(self._tint(color) for color in colors)

    def _tint(self, color: RGB) -> RGB:
        shares = (_MOST_TINT * step / _STEPS for step in range(1, _STEPS + 1))
        tints = [mix(self.board, color, share) for share in shares]
        enough = (tint for tint in tints if self._is_tinted(tint))
        ideal = next(enough, tints[-1])
        if self.depth is not Colors.MANY:
            return ideal
        return _near(ideal, self.board, {self.board, self.sea})

    def _is_tinted(self, tint: RGB) -> bool:
        is_apart = distance(tint, self.board) >= _TINT_DISTANCE
        return is_apart and contrast(tint, self.board) >= _TINT_CONTRAST


def make_backgrounds(variables: Mapping[str, str], depth: Colors) -> Backgrounds:
    """The backgrounds of a theme; its variables `sea` and `mark-...` override computed ones."""
    board, text, water = (
        seen(_parse(variables[name]), depth) for name in ("background", "foreground", "primary")
    )
    marks: dict[Mark, RGB] = {}
    # On a board that is neither dark nor light, marks must stay nearer to it.
    share = min(1, max(0, contrast(board, opposite(board)) / ROOM - 1))
    if is_light(board) and depth is not Colors.MANY:
        share *= _LIGHT_SHARE
    sea = _parse(variables["sea"]) if "sea" in variables else _make_sea(board, depth)
    for mark, (hue, far) in _HUES.items():
        named = variables.get(f"mark-{mark.value}")
        if named:
            marks[mark] = _parse(named)
            continue
        ideal = shift(board, hue, board, 1 + (far - 1) * share)
        taken = {sea, *marks.values()}
        marks[mark] = _near(ideal, board, taken) if depth is Colors.MANY else ideal
    cursor = seen(shift(board, _GREY, board, 1 + (CURSOR - 1) * share), depth)
    return Backgrounds(depth, board, text, water, sea, cursor, marks)


def _make_sea(board: RGB, depth: Colors) -> RGB:
    sea = mix(board, _SEA_LIGHT if is_light(board) else _SEA_DARK, _SEA)
    if depth is not Colors.MANY:
        return sea
    return nearest(sea, [shade for shade in SHADES_256 if shade != board])


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
