"""Background colours of fields: the board, the sea, marks, overlays, growing fields, the cursor.

All but the cursor are near to the board, so that the tiles of stacks stand out on them. Strokes
have stronger colours than backgrounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from colorsys import rgb_to_hsv
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from textual.color import Color

from atlantis_core.rules.overlays import Hold
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
_TIDE = RGB(0, 120, 200)
_TIDE_CONTRASTS = (1.85, 1.45, 1.2)
"""Contrast with the board of fields that sink in rounds 1 and 2, 3 and 4, and later."""
_STEPS = 50
_TINT_MOST, _TINT_ROOM = 3.4, 4.7
"""Contrasts of a tint with the board, and of black or white on it, with 256 colours."""
_LEAST_CHROMA = 32
"""Greatest minus least part of a colour that has a hue."""
_HUE_RANGE = 15 / 360


class Strength(NamedTuple):
    """Difference of a tint of a player's colour from the board."""

    distance: float
    contrast: float
    most: float
    """The greatest share of the player's colour."""


GROWING = Strength(26.0, 1.35, 0.45)
_HOLDS = {
    Hold.FIRST: Strength(15.0, 1.15, 0.32),
    Hold.ALONE: GROWING,
    Hold.SECURED: Strength(40.0, 1.7, 0.6),
}
_LIGHT_HOLDS = {
    Hold.FIRST: Strength(14.0, 1.2, 0.32),
    Hold.ALONE: Strength(25.0, 1.4, 0.45),
    Hold.SECURED: Strength(38.0, 1.7, 0.6),
}
"""With a fixed share of the colour, cyan would look three times as strong as violet."""


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

    tides: tuple[RGB, ...]
    """Fields that sink soon, later and last."""

    def of_players(self, colors: tuple[RGB, ...], strength: Strength) -> tuple[RGB, ...]:
        """The board with a tint of each player's colour."""
        tints: list[RGB] = []
        for color in colors:
            tints.append(self._tint(color, strength, set(), set(tints)))
        return tuple(tints)

    def of_holds(self, colors: tuple[RGB, ...]) -> Mapping[Hold, tuple[RGB, ...]]:
        """Backgrounds of the fields that players hold; firmer holds have stronger tints."""
        holds = _LIGHT_HOLDS if is_light(self.board) else _HOLDS
        others: set[RGB] = set()
        tints: dict[Hold, tuple[RGB, ...]] = dict.fromkeys(holds, ())
        for color in colors:
            own: set[RGB] = set()
            for hold, strength in holds.items():
                tint = self._tint(color, strength, own, others)
                tints[hold] = (*tints[hold], tint)
                own.add(tint)
            others |= own
        return tints

    def _tint(self, color: RGB, strength: Strength, own: set[RGB], others: set[RGB]) -> RGB:
        """A tint that is if possible neither one of the player's own nor one of others."""
        shares = (strength.most * step / _STEPS for step in range(1, _STEPS + 1))
        tints = [mix(self.board, color, share) for share in shares]
        enough = (tint for tint in tints if self._is_tinted(tint, strength))
        ideal = next(enough, tints[-1])
        if self.depth is not Colors.MANY:
            return ideal
        return _near_hue(color, ideal, self.board, {self.board, self.sea}, (others, own))

    def _is_tinted(self, tint: RGB, strength: Strength) -> bool:
        is_apart = distance(tint, self.board) >= strength.distance
        return is_apart and contrast(tint, self.board) >= strength.contrast


def tide_level(turn: int) -> int:
    """The number of the tide's background in this round."""
    return min((turn - 1) // 2, len(_TIDE_CONTRASTS) - 1)


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
    tides: list[RGB] = []
    for far in _TIDE_CONTRASTS:
        ideal = shift(board, _TIDE, board, 1 + (far - 1) * share)
        is_few = depth is Colors.MANY
        tides.append(
            _near_hue(_TIDE, ideal, board, {board, sea}, [set(tides)]) if is_few else ideal
        )
    tides.sort(key=lambda tide: contrast(tide, board), reverse=True)
    return Backgrounds(depth, board, text, water, sea, cursor, marks, tuple(tides))


def _make_sea(board: RGB, depth: Colors) -> RGB:
    sea = mix(board, _SEA_LIGHT if is_light(board) else _SEA_DARK, _SEA)
    if depth is not Colors.MANY:
        return sea
    return nearest(sea, [shade for shade in SHADES_256 if shade != board])


def _parse(text: str) -> RGB:
    return RGB(*Color.parse(text).rgb)


def _near_hue(
    color: RGB, ideal: RGB, board: RGB, forbidden: set[RGB], taken: Sequence[set[RGB]]
) -> RGB:
    """The most similar of the 256 colours that has the hue of a colour.

    It is none of those that are `taken`, the first more important, unless all are. Most dark
    shades are grey, so a tint may differ more from the board than a mark.
    """
    shades = [shade for shade in _tints(board) if shade not in forbidden]
    shades = [shade for shade in shades if shade in _of_hue(color)]
    if not shades:
        return _near(ideal, board, forbidden.union(*taken))
    for avoided in taken:
        shades = [shade for shade in shades if shade not in avoided] or shades
    return nearest(ideal, shades)


@cache
def _tints(board: RGB) -> Sequence[RGB]:
    """The 256 colours that can tint the fields of a board."""
    end = opposite(board)
    return [
        shade
        for shade in SHADES_256
        if LEAST <= contrast(shade, board) <= _TINT_MOST and contrast(shade, end) >= _TINT_ROOM
    ]


@cache
def _of_hue(color: RGB) -> Collection[RGB]:
    """Those of the 256 colours that have the hue of a colour; none of a grey."""
    return {shade for shade in SHADES_256 if _is_of_hue(shade, color)}


def _is_of_hue(shade: RGB, color: RGB) -> bool:
    if min(max(each) - min(each) for each in (shade, color)) < _LEAST_CHROMA:
        return False
    one, other = (rgb_to_hsv(*each)[0] for each in (shade, color))
    around = abs(one - other)
    return min(around, 1 - around) <= _HUE_RANGE


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
