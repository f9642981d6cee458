"""Colours of players as codes of ANSI escape sequences, for terminals of any depth.

Letters and ground are always a player's colour and black or white, whichever is easier to read
with it, so that no player vanishes on a dark or a light terminal. Which depth a terminal has is
for others to say.
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
    """How many colours a terminal has."""

    NONE = "none"
    BASIC = "16"
    XTERM = "256"
    TRUE = "truecolor"


def player_codes(color: RGB, depth: Depth, *, is_ground: bool) -> tuple[str, str]:
    """Codes for letters and ground: the player's colour and what can be read with it."""
    seen = _seen(color, depth)
    other = _BLACK if _brightness(seen) > 0.18 else _WHITE
    letters, ground = (other, color) if is_ground else (color, other)
    return _code(letters, depth, is_ground=False), _code(ground, depth, is_ground=True)


def _seen(color: RGB, depth: Depth) -> RGB:
    """What becomes of a colour at a depth."""
    if depth is Depth.TRUE:
        return color
    return xterm_color(nearest_256(color) if depth is Depth.XTERM else nearest_16(color))


def _brightness(color: RGB) -> float:
    """How bright a colour is for the eye, from 0 to 1; at 0.18 black and white read alike."""
    red, green, blue = (math.pow(part / 255, 2.2) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _code(color: RGB, depth: Depth, *, is_ground: bool) -> str:
    base = 40 if is_ground else 30
    if depth is Depth.TRUE:
        return f"{base + 8};2;{color.red};{color.green};{color.blue}"
    if depth is Depth.XTERM:
        return f"{base + 8};5;{nearest_256(color)}"
    number = nearest_16(color)
    return str(base + number if number < 8 else base + 60 + number - 8)
