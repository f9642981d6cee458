"""ANSI escape codes for the colours of players, for terminals of any colour depth.

A player's colour is always combined with black or white, whichever contrasts more, so that it
is readable on dark and light terminals. The caller determines the colour depth.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

from .colors import RGB, nearest_16, nearest_256, xterm_color

RESET: Final = "\x1b[0m"
FAINT: Final = "2"
REVERSE: Final = "7"
_BLACK, _WHITE = RGB(0, 0, 0), RGB(255, 255, 255)


class Depth(Enum):
    """Colour depth of a terminal."""

    NONE = "none"
    BASIC = "16"
    XTERM = "256"
    TRUE = "truecolor"


def player_codes(color: RGB, depth: Depth, *, is_background: bool) -> tuple[str, str]:
    """Codes for text and background: the player's colour, and black or white."""
    other = _BLACK if _brightness(_reduced(color, depth)) > 0.18 else _WHITE
    letters, background = (other, color) if is_background else (color, other)
    return _code(letters, depth, is_background=False), _code(background, depth, is_background=True)


def _reduced(color: RGB, depth: Depth) -> RGB:
    """The colour that a terminal of this depth displays."""
    if depth is Depth.TRUE:
        return color
    return xterm_color(nearest_256(color) if depth is Depth.XTERM else nearest_16(color))


def _brightness(color: RGB) -> float:
    """Relative luminance from 0 to 1; at 0.18 black and white contrast equally."""
    red, green, blue = (math.pow(part / 255, 2.2) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _code(color: RGB, depth: Depth, *, is_background: bool) -> str:
    base = 40 if is_background else 30
    if depth is Depth.TRUE:
        return f"{base + 8};2;{color.red};{color.green};{color.blue}"
    if depth is Depth.XTERM:
        return f"{base + 8};5;{nearest_256(color)}"
    number = nearest_16(color)
    return str(base + number if number < 8 else base + 60 + number - 8)
