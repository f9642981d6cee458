"""Perceived distance between colours, for normal vision and three kinds of colour blindness.

Distances are measured in CIELAB. Colour blindness is simulated with the matrices of Machado,
Oliveira and Fernandes (2009, full severity).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from .colors import RGB

Matrix = tuple[tuple[float, float, float], ...]
Lab = tuple[float, float, float]


class Eyes(Enum):
    """Kinds of colour vision, each with its matrix for linear red, green and blue."""

    ALL_CONES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


JUST_DIFFERENT = 2.3
"""The just noticeable difference."""


def linear(level: int) -> float:
    """Convert an sRGB level from 0 to 255 to linear light from 0 to 1."""
    share = level / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=4096)
def lab(color: RGB, eyes: Eyes = Eyes.ALL_CONES) -> Lab:
    """The colour in CIELAB as these eyes see it."""
    light = [linear(level) for level in color]
    matrix: Matrix = eyes.value
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in matrix
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: RGB, other: RGB, eyes: Eyes = Eyes.ALL_CONES) -> float:
    """CIELAB distance of two colours as these eyes see them."""
    (l1, a1, b1), (l2, a2, b2) = lab(one, eyes), lab(other, eyes)
    return float(((l1 - l2) ** 2 + (a1 - a2) ** 2 + (b1 - b2) ** 2) ** 0.5)


def least_distance(one: RGB, other: RGB) -> float:
    """The smallest distance of two colours over all kinds of vision."""
    return min(distance(one, other, eyes) for eyes in Eyes)
