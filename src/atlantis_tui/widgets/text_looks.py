"""Named styles ("looks") for text outside the board, from the theme.

Uses theme variables instead of component classes, which cost time for every widget with text.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color
from textual.widget import Widget

_DIM, _HEADING, _CHOSEN, _WATER = 0.55, 0.75, 0.4, 0.1


def text_look(widget: Widget, look: str | Style) -> Style:
    """The style of a look on the background of a widget; returns styles unchanged."""
    if isinstance(look, Style):
        return look
    app = widget.app
    if app.no_color:
        return _MONO.get(look, _PLAIN)
    if app.native_ansi_color:
        return _FEW.get(look, _PLAIN)
    background = widget.background_colors[1]
    variables = app.theme_variables
    return _mixed(look, background, tuple(variables.get(name, "") for name in _VARIABLES))


@lru_cache(maxsize=256)
def _mixed(look: str, background: Color, variables: tuple[str, ...]) -> Style:
    colors = {
        name: Color.parse(value) for name, value in zip(_VARIABLES, variables, strict=True) if value
    }
    text = colors["foreground"]
    match look:
        case "dim":
            return Style(color=background.blend(text, _DIM).rich_color)
        case "heading":
            return Style(color=background.blend(text, _HEADING).rich_color, bold=True)
        case "strong":
            return Style(bold=True)
        case "chosen":
            # The same as the selected row of a list.
            ground = background.blend(colors["primary"], _CHOSEN)
            return Style(color=text.rich_color, bgcolor=ground.rich_color, bold=True)
        case "key":
            return Style(color=colors["accent"].rich_color, bold=True)
        case "water":
            return Style(color=colors["primary"].blend(text, _WATER).rich_color)
        case "good":
            return Style(color=colors["success"].rich_color)
        case "bad":
            return Style(color=colors["error"].rich_color, bold=True)
        case _:
            return _PLAIN


_VARIABLES = ("foreground", "primary", "accent", "success", "error")
_PLAIN = Style()
_BOLD = Style(bold=True)
_MONO = {
    "strong": _BOLD,
    "key": _BOLD,
    "bad": _BOLD,
    "heading": Style(underline=True),
    "chosen": Style(reverse=True),
}
_FEW = {
    "strong": _BOLD,
    "heading": _BOLD,
    "dim": Style(dim=True),
    "key": Style(color=RichColor.from_ansi(3), bold=True),
    "water": Style(color=RichColor.from_ansi(6)),
    "good": Style(color=RichColor.from_ansi(2)),
    "bad": Style(color=RichColor.from_ansi(1), bold=True),
    "chosen": Style(reverse=True),
}


def component_style(widget: Widget, name: str) -> Style:
    """The style of a component class, without colours that the class does not set.

    Textual's partial styles ignore transparency, and its full ones add inherited colours.
    """
    named = widget.get_component_rich_style(name, partial=True)
    mixed = widget.get_component_rich_style(name)
    color = None if named.color is None else mixed.color
    background = None if named.bgcolor is None else mixed.bgcolor
    return named + Style(color=color, bgcolor=background)
