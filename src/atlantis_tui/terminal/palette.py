"""The colours of the players on this terminal, readable on this background.

A file may name any colour, black on black included. What is shown keeps the hue and moves the
lightness until it can be read; on terminals of few colours it is the nearest that is left.
Knows players by number only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color

from atlantis_core.colors import RGB, SVG_COLORS, default_colors, nearest_16
from atlantis_tui.settings.options import Colors

READABLE = 4.0
"""Contrast that small text needs."""
OPEN_TINT = 0.16
"""How much of a player's colour the ground of an open field has."""


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    """How the fields of one player are drawn."""

    name: Style
    """For text outside the board."""
    open: Style
    growing: Style


def player_styles(
    names: Sequence[str | None], background: Color, colors: Colors
) -> tuple[PlayerStyle, ...]:
    """Styles for players whose colours have these SVG names."""
    chosen = (SVG_COLORS[name] for name in default_colors(names))
    match colors:
        case Colors.NONE:
            return tuple(_mono() for _ in names)
        case Colors.FEW:
            return tuple(_few(color) for color in chosen)
        case _:
            return tuple(_many(color, background) for color in chosen)


def _mono() -> PlayerStyle:
    bold = Style(bold=True)
    return PlayerStyle(bold, bold, Style())


def _few(color: RGB) -> PlayerStyle:
    number = nearest_16(color)
    # Black text can be read on all but the darkest of the sixteen.
    ink = RichColor.from_ansi(15 if number in {0, 4, 8} else 0)
    plain = Style(color=RichColor.from_ansi(15 if number == 0 else number), bold=True)
    return PlayerStyle(plain, plain, Style(color=ink, bgcolor=RichColor.from_ansi(number)))


def _many(color: RGB, background: Color) -> PlayerStyle:
    own = Color(*color)
    ground = background.blend(own, OPEN_TINT)
    text = readable(own, ground)
    full = readable(own, background)
    ink = full.get_contrast_text(0.95)
    return PlayerStyle(
        name=Style(color=readable(own, background).rich_color, bold=True),
        open=Style(color=text.rich_color, bgcolor=ground.rich_color, bold=True),
        growing=Style(color=full.blend(ink, 0.9).rich_color, bgcolor=full.rich_color),
    )


def readable(color: Color, ground: Color) -> Color:
    """The colour, made lighter or darker until it can be read on the ground."""
    towards = Color(255, 255, 255) if ground.brightness < 0.5 else Color(0, 0, 0)
    shade = color
    for step in range(1, 11):
        if contrast(shade, ground) >= READABLE:
            break
        shade = color.blend(towards, step / 10)
    return shade


def contrast(one: Color, other: Color) -> float:
    """The ratio of luminances as the accessibility guidelines define it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
