"""Contrast between colours, and colours with enough of it, also among the 256.

The ratio is that of the accessibility guidelines (WCAG), from 1 to 21. A colour that is
unreadable on its background keeps its hue and changes its lightness.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem

from atlantis_core.support.colors import RGB, difference, nearest_256, xterm_color
from atlantis_tui.settings.options import Colors

READABLE = 4.5
"""Least contrast of stones and names."""
VISIBLE = 3.0
"""Least contrast of everything else that must be visible."""
_BLACK, _WHITE = RGB(0, 0, 0), RGB(255, 255, 255)
_STEPS = 64


@lru_cache(maxsize=4096)
def luminance(color: RGB) -> float:
    """Relative luminance of a colour, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_light(background: RGB) -> bool:
    """Whether black is more readable on it than white."""
    return contrast(background, _BLACK) > contrast(background, _WHITE)


def opposite(background: RGB) -> RGB:
    """Black or white, whichever is more readable."""
    return _BLACK if is_light(background) else _WHITE


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """A mixture of two colours; `share` is that of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return RGB(red, green, blue)


def shift(start: RGB, towards: RGB, background: RGB, least: float) -> RGB:
    """The first colour from `start` towards another with enough contrast to the background."""
    shades = (mix(start, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((shade for shade in shades if contrast(shade, background) >= least), towards)


@lru_cache(maxsize=1024)
def ink(color: RGB, background: RGB, least: float, depth: Colors) -> RGB:
    """The readable colour nearest to `color` that the terminal has."""
    end = opposite(background)
    ideal = shift(color, end, background, least)
    if depth is not Colors.MANY:
        return ideal
    enough = [shade for shade in SHADES_256 if contrast(shade, background) >= least]
    return nearest(ideal, enough or [end])


def seen(color: RGB, depth: Colors) -> RGB:
    """The colour that the terminal shows for a colour of the theme."""
    if depth is not Colors.MANY:
        return color
    number = RichColor.from_rgb(*color).downgrade(ColorSystem.EIGHT_BIT).number
    return color if number is None else xterm_color(number)


def rich_color(color: RGB, depth: Colors) -> RichColor:
    """The colour as Rich sends it."""
    if depth is Colors.MANY:
        return RichColor.from_ansi(nearest_256(color))
    return RichColor.from_rgb(*color)


def nearest(ideal: RGB, choices: Iterable[RGB]) -> RGB:
    return min(choices, key=lambda choice: difference(choice, ideal))


SHADES_256 = tuple(xterm_color(number) for number in range(16, 256))
"""The 256 colours without the first 16, which differ between terminals."""
