"""Coloured diagrams: the text is unchanged and readable on any terminal."""

from __future__ import annotations

import re

import pytest

from atlantis_core.diagram import Style, draw
from atlantis_core.diagram.ansi import render
from atlantis_core.support.colors import DEFAULT_PALETTE, RGB, SVG_COLORS
from atlantis_core.support.escape_codes import Depth
from tests.diagram.samples import MIDDLE, ODD
from tests.little_boards import board, fields, position

PALETTE = [SVG_COLORS[name] for name in DEFAULT_PALETTE]
COLORED = [Depth.BASIC, Depth.XTERM, Depth.TRUE]
ESCAPE = re.compile("\x1b\\[([0-9;]*)m")


def text(depth: Depth, *colors: RGB, stacks: str = "a1:2") -> str:
    drawn = draw(position("[a1 a2 b1]", stacks), Style.MINI)
    return "\n".join(render(drawn, colors or PALETTE, depth))


@pytest.mark.parametrize("depth", COLORED)
@pytest.mark.parametrize("style", Style)
def test_colours_do_not_change_the_text(style: Style, depth: Depth) -> None:
    for shown in (MIDDLE, ODD):
        drawn = draw(shown, style, axes=True)
        bare = [ESCAPE.sub("", line).rstrip() for line in render(drawn, PALETTE, depth)]
        assert bare == str(drawn).splitlines()


@pytest.mark.parametrize("depth", COLORED)
def test_attributes_are_reset_on_the_same_line(depth: Depth) -> None:
    for line in render(draw(MIDDLE), PALETTE, depth):
        codes = ESCAPE.findall(line)
        # Every other code is a reset, the last one included.
        assert len(codes) % 2 == 0
        assert codes[1::2] == ["0"] * (len(codes) // 2)
        assert "0" not in codes[::2]


def test_plain_depth_has_no_escapes() -> None:
    drawn = draw(MIDDLE)
    assert list(render(drawn, PALETTE, Depth.NONE)) == str(drawn).splitlines()


@pytest.mark.parametrize(
    ("depth", "codes"),
    [
        (Depth.TRUE, "38;2;0;0;0;48;2;255;0;0"),
        (Depth.XTERM, "38;5;16;48;5;196"),
        (Depth.BASIC, "30;101"),
    ],
)
def test_stacks_have_their_colour_as_background(depth: Depth, codes: str) -> None:
    assert f"\x1b[{codes}mA " in text(depth, RGB(255, 0, 0), stacks="a1:1")


def test_growing_fields_have_their_colour_as_text() -> None:
    growing = text(Depth.TRUE, RGB(255, 0, 0), stacks="a1:-1")
    assert "\x1b[38;2;255;0;0;48;2;0;0;0ma " in growing


@pytest.mark.parametrize(
    ("name", "other"), [("navy", 255), ("black", 255), ("white", 0), ("gold", 0)]
)
def test_letters_are_readable_on_every_colour(name: str, other: int) -> None:
    shown = text(Depth.TRUE, SVG_COLORS[name], stacks="a1:1")
    assert f"38;2;{other};{other};{other};48" in shown


def test_volatile_stacks_are_bold_and_underlined() -> None:
    assert "\x1b[1;4;38;2;0;0;0;48;2;255;0;0m2A" in text(Depth.TRUE, RGB(255, 0, 0), stacks="a1:2")


def test_marks_are_reversed_and_water_is_faint() -> None:
    drawn = draw(position("[a1 a2]", "a1:0"), Style.MINI, marks=dict.fromkeys(fields("a2"), "7"))
    shown = "\n".join(render(drawn, PALETTE, Depth.BASIC))
    assert "\x1b[7m7\x1b[0m" in shown
    assert "\x1b[2m~~\x1b[0m" in shown


def test_segment_borders_are_stronger_than_inner_ones() -> None:
    lines = list(render(draw(board("B2")), PALETTE, Depth.BASIC))
    assert lines[0].strip() == "+---+"
    assert lines[4] == "+\x1b[2m  b3   +---+  c2   \x1b[0m+"
