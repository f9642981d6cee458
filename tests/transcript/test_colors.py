"""Colours by name, and that players stay apart on every terminal and for all eyes."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.colors import (
    DEFAULT_PALETTE,
    RGB,
    SVG_COLORS,
    default_colors,
    find_color,
    nearest_16,
    nearest_256,
    xterm_color,
)

LEVELS = st.integers(0, 255)
# Machado, Oliveira and Fernandes (2009), severity 1.0: what people with one kind of cone
# missing see, on linear red, green and blue.
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
JUST_DIFFERENT = 2.3
"""The smallest distance in CIELAB that people notice."""


def _linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _seen(color: RGB, eyes: str) -> tuple[float, float, float]:
    """The colour in CIELAB as these eyes see it."""
    light = [_linear(level) for level in color]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _distance(one: RGB, other: RGB, eyes: str) -> float:
    pairs = zip(_seen(one, eyes), _seen(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_there_are_all_147_names() -> None:
    assert len(SVG_COLORS) == 147
    assert all(name == name.lower() for name in SVG_COLORS)
    for name in SVG_COLORS:
        if "gray" in name:
            assert SVG_COLORS[name] == SVG_COLORS[name.replace("gray", "grey")]


@pytest.mark.parametrize(
    ("name", "color"),
    [
        ("red", RGB(255, 0, 0)),
        ("Blue", RGB(0, 0, 255)),
        ("CORNFLOWERBLUE", RGB(100, 149, 237)),
        ("papayawhip", RGB(255, 239, 213)),
        ("lime", RGB(0, 255, 0)),
        ("green", RGB(0, 128, 0)),
        ("rebeccapurple", None),
        ("", None),
        ("red ", None),
        ("#ff0000", None),
        ("r" * 10_000_000, None),
    ],
)
def test_r7_6_names_are_found_in_any_case(name: str, color: RGB | None) -> None:
    assert find_color(name) == color


@pytest.mark.parametrize("eyes", EYES)
def test_the_default_palette_stays_apart_for_all_eyes(eyes: str) -> None:
    colors = [SVG_COLORS[name] for name in DEFAULT_PALETTE]
    for one, other in combinations(colors, 2):
        assert _distance(one, other, eyes) > 10 * JUST_DIFFERENT, (one, other)


def test_the_default_palette_can_be_read_on_black() -> None:
    for name in DEFAULT_PALETTE:
        red, green, blue = (_linear(level) for level in SVG_COLORS[name])
        luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        assert (luminance + 0.05) / 0.05 >= 3, name


def test_the_default_palette_stays_apart_in_256_and_in_16_colors() -> None:
    colors = [SVG_COLORS[name] for name in DEFAULT_PALETTE]
    assert len({nearest_256(color) for color in colors}) == 6
    assert len({nearest_16(color) for color in colors}) == 6


@given(st.integers(16, 255))
def test_the_colors_of_the_terminal_are_their_own_nearest(number: int) -> None:
    assert xterm_color(nearest_256(xterm_color(number))) == xterm_color(number)


@pytest.mark.parametrize("number", range(16))
def test_the_basic_colors_are_their_own_nearest(number: int) -> None:
    assert nearest_16(xterm_color(number)) == number


@given(LEVELS, LEVELS, LEVELS)
def test_every_color_has_a_nearest(red: int, green: int, blue: int) -> None:
    assert 16 <= nearest_256(RGB(red, green, blue)) <= 255
    assert 0 <= nearest_16(RGB(red, green, blue)) <= 15


def test_vivid_colors_do_not_turn_grey() -> None:
    greys = {0, 7, 8, 15}
    vivid = [color for color in SVG_COLORS.values() if max(color) - min(color) > 60]
    assert not {nearest_16(color) for color in vivid} & greys


def test_r7_6_missing_and_unknown_colors_come_from_the_palette() -> None:
    first, second, third, *_ = DEFAULT_PALETTE
    assert default_colors([None, None]) == (first, second)
    assert default_colors([None, "Blue", "no such"]) == (first, "blue", second)
    assert default_colors([first.upper(), None]) == (first, second)
    assert default_colors([None, second, None]) == (first, second, third)
    assert default_colors(["aqua", *[None] * 5]) == (
        "aqua",
        *[name for name in DEFAULT_PALETTE if name != "cyan"],
    )
    assert len(set(default_colors([None] * 6))) == 6


def test_a_color_is_written_as_in_style_sheets() -> None:
    assert str(RGB(255, 5, 160)) == "#ff05a0"
