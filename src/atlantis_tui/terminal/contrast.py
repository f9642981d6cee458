"""Contrast between colours, and colours that have enough of it, also where there are only 256.

The ratio is that of the accessibility guidelines, from 1 to 21. A colour that cannot be read on
its ground keeps its hue and moves its lightness. Knows numbers only: no theme, no player.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem

from atlantis_core.colors import RGB, difference, nearest_256, xterm_color
from atlantis_tui.settings.options import Colors

READABLE = 4.5
"""What stones and names need."""
VISIBLE = 3.0
"""What everything else needs that is to be seen."""
_BLACK, _WHITE = RGB(0, 0, 0), RGB(255, 255, 255)
_STEPS = 64


@lru_cache(maxsize=4096)
def luminance(color: RGB) -> float:
    """How much light a colour gives, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_light(ground: RGB) -> bool:
    """Whether black can be read better on it than white."""
    return contrast(ground, _BLACK) > contrast(ground, _WHITE)


def opposite(ground: RGB) -> RGB:
    """Black or white, whichever can be read."""
    return _BLACK if is_light(ground) else _WHITE


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """The first colour with a share of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return RGB(red, green, blue)


def shift(start: RGB, towards: RGB, ground: RGB, least: float) -> RGB:
    """The first colour on the way from one to another that has a contrast with the ground."""
    shades = (mix(start, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((shade for shade in shades if contrast(shade, ground) >= least), towards)


@lru_cache(maxsize=1024)
def ink(color: RGB, ground: RGB, least: float, depth: Colors) -> RGB:
    """A colour as it can be read on a ground, among those that the terminal has."""
    end = opposite(ground)
    ideal = shift(color, end, ground, least)
    if depth is not Colors.MANY:
        return ideal
    enough = [shade for shade in SHADES_256 if contrast(shade, ground) >= least]
    return nearest(ideal, enough or [end])


def seen(color: RGB, depth: Colors) -> RGB:
    """What becomes of a colour of the theme on this terminal."""
    if depth is not Colors.MANY:
        return color
    number = RichColor.from_rgb(*color).downgrade(ColorSystem.EIGHT_BIT).number
    return color if number is None else xterm_color(number)


def rich_color(color: RGB, depth: Colors) -> RichColor:
    """The colour as it is sent."""
    if depth is Colors.MANY:
        return RichColor.from_ansi(nearest_256(color))
    return RichColor.from_rgb(*color)


def nearest(ideal: RGB, choices: Iterable[RGB]) -> RGB:
    return min(choices, key=lambda choice: difference(choice, ideal))


SHADES_256 = tuple(xterm_color(number) for number in range(16, 256))
"""All colours that look the same on every terminal of 256."""
