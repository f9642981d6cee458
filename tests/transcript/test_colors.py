"""SVG colour names, and a palette that is distinguishable on every terminal."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.support.color_vision import JUST_DIFFERENT, Eyes, distance, linear
from atlantis_core.support.colors import (
    DEFAULT_PALETTE,
    NEW_GAME_PALETTE,
    RGB,
    SVG_COLORS,
    choose_letters,
    default_colors,
    find_color,
    nearest_16,
    nearest_256,
    xterm_color,
)

LEVELS = st.integers(0, 255)


def test_all_147_svg_names_are_known() -> None:
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


BOTH = pytest.mark.parametrize("palette", [DEFAULT_PALETTE, NEW_GAME_PALETTE], ids=["old", "new"])


@BOTH
@pytest.mark.parametrize("eyes", Eyes)
def test_default_palette_is_distinguishable_with_any_colour_vision(
    eyes: Eyes, palette: tuple[str, ...]
) -> None:
    colors = [SVG_COLORS[name] for name in palette]
    for one, other in combinations(colors, 2):
        assert distance(one, other, eyes) > 10 * JUST_DIFFERENT, (one, other)


@BOTH
def test_default_palette_is_readable_on_black(palette: tuple[str, ...]) -> None:
    for name in palette:
        red, green, blue = (linear(level) for level in SVG_COLORS[name])
        luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        assert (luminance + 0.05) / 0.05 >= 3, name


@BOTH
def test_default_palette_is_distinguishable_in_256_and_16_colors(palette: tuple[str, ...]) -> None:
    colors = [SVG_COLORS[name] for name in palette]
    assert len({nearest_256(color) for color in colors}) == 6
    assert len({nearest_16(color) for color in colors}) == 6


@given(st.integers(16, 255))
def test_xterm_colors_are_their_own_nearest(number: int) -> None:
    assert xterm_color(nearest_256(xterm_color(number))) == xterm_color(number)


@pytest.mark.parametrize("number", range(16))
def test_basic_colors_are_their_own_nearest(number: int) -> None:
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


def test_letters_of_new_games_are_not_taken_for_digits() -> None:
    for players in range(2, 7):
        letters = choose_letters(default_colors([None] * players, NEW_GAME_PALETTE))
        assert not set(letters) & set("OI")
    assert choose_letters(default_colors([None] * 3)) == "CSO"  # files without colours keep theirs


def test_rgb_is_formatted_as_hexadecimal() -> None:
    assert str(RGB(255, 5, 160)) == "#ff05a0"
