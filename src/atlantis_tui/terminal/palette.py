"""Colours of the players on this terminal, readable on any background.

A file may name any colour, black on black included. The shown colour keeps the hue and changes
the lightness until it is readable; with 16 colours, names are black or white on the nearest one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.color import Color as RichColor
from rich.style import Style
from textual.widget import Widget

from atlantis_core.support.colors import RGB, SVG_COLORS, default_colors, nearest_16, xterm_color
from atlantis_tui.settings.options import Colors
from .contrast import READABLE, VISIBLE, contrast, ink, mix, opposite, rich_color, seen
from .shades import inks

BASIC_BLACK, BASIC_GREY, BASIC_WHITE, BASIC_SILVER = 0, 8, 15, 7
"""Numbers of some of the 16 basic colours."""
BASIC_COLORS = 16
_MUTED = 0.62
"""Share of a player's colour in large areas."""


def player_colors(names: Sequence[str | None]) -> tuple[RGB, ...]:
    """The colours with these SVG names; None picks a default."""
    return tuple(SVG_COLORS[name] for name in default_colors(names))


def player_styles(names: Sequence[str | None], widget: Widget) -> tuple[Style, ...]:
    """Styles for players' names on a widget, from the SVG names of their colours."""
    return styles_of(player_colors(names), widget)


def styles_of(chosen: Sequence[RGB], widget: Widget) -> tuple[Style, ...]:
    """Styles for players' names on a widget, from their colours."""
    colors = _depth(widget)
    match colors:
        case Colors.NONE:
            return (Style(bold=True),) * len(chosen)
        case Colors.FEW:
            return tuple(map(_basic_style, chosen))
        case _:
            background = seen(RGB(*widget.background_colors[1].rgb), colors)
            shades = inks(tuple(chosen), background, colors)
            return tuple(Style(color=rich_color(shade, colors), bold=True) for shade in shades)


def own_color(style: Style) -> RichColor | None:
    """The player's colour in a style: the background unless that is black or missing."""
    back = style.bgcolor
    return style.color if back is None or back.number == BASIC_BLACK else back


def muted(styles: Sequence[Style], widget: Widget) -> tuple[Style, ...]:
    """The players' styles for large areas, mixed with the background: full colours glare.

    Unchanged with few colours, where mixtures of two players could become the same.
    """
    if _depth(widget) is not Colors.TRUE:
        return tuple(styles)
    ground = RGB(*widget.background_colors[1].rgb)
    shades = (color and RGB(*color.get_truecolor()) for color in map(own_color, styles))
    return tuple(
        Style(color=RichColor.from_rgb(*mix(ground, shade, _MUTED))) if shade else style
        for shade, style in zip(shades, styles, strict=True)
    )


def on_ground(style: Style) -> RichColor | None:
    """Black or white, readable on the background of a style; None without one."""
    back = style.bgcolor
    if back is None or back.is_default:
        return None
    if back.number is None:
        return rich_color(opposite(RGB(*back.get_truecolor())), Colors.TRUE)
    front = opposite(xterm_color(back.number))
    if back.number < BASIC_COLORS:
        return RichColor.from_ansi(BASIC_BLACK if sum(front) == 0 else BASIC_WHITE)
    return rich_color(front, Colors.MANY)


def readable(style: Style, widget: Widget) -> Style:
    """The style with its text made readable on its background."""
    colors = _depth(widget)
    if colors in (Colors.NONE, Colors.FEW) or style.color is None or style.bgcolor is None:
        return style
    letters, back = (RGB(*color.get_truecolor()) for color in (style.color, style.bgcolor))
    shade = ink(letters, seen(back, colors), READABLE, colors)
    return style + Style(color=rich_color(shade, colors))


def _depth(widget: Widget) -> Colors:
    depth: Colors = getattr(widget.app, "color_depth", Colors.TRUE)
    return depth


def _basic_style(color: RGB) -> Style:
    # A tile for every player: blue text would be unreadable, and players must look alike.
    front, back = map(RichColor.from_ansi, basic_tile(color))
    return Style(color=front, bgcolor=back, bold=True)


def basic_tile(color: RGB) -> tuple[int, int]:
    """Two of the 16 colours for a stack: black or white on the player's colour."""
    front, back = basic_pair(color)
    tile = front if back == BASIC_BLACK else back
    is_dark = contrast(xterm_color(tile), xterm_color(BASIC_WHITE)) >= READABLE
    return (BASIC_WHITE if is_dark else BASIC_BLACK), tile


def basic_line(color: RGB) -> int:
    """The one of the 16 colours in which lines of a player are visible on black."""
    number = nearest_16(color)
    is_visible = contrast(xterm_color(number), xterm_color(BASIC_BLACK)) >= VISIBLE
    return number if is_visible else number % 8 + 8


def basic_pair(color: RGB) -> tuple[int, int]:
    """Two of the 16 colours, for text and background, one of them the player's.

    The background is black unless the colour is unreadable on black in both shades (blue is).
    """
    number = nearest_16(color)
    for shade in (number, number % 8 + 8):
        if contrast(xterm_color(shade), xterm_color(BASIC_BLACK)) >= READABLE:
            return shade, BASIC_BLACK
    return BASIC_WHITE, number % 8
