"""Styles of component classes for drawing in layers.

Textual's partial styles ignore transparency (`$foreground 50%`), and its full styles include
colours that the class does not set. Layers need only the colours that the class sets, blended
with the background.
"""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget


def component_style(widget: Widget, name: str) -> Style:
    """The style of a component class, without colours that the class does not set."""
    named = widget.get_component_rich_style(name, partial=True)
    mixed = widget.get_component_rich_style(name)
    color = None if named.color is None else mixed.color
    background = None if named.bgcolor is None else mixed.bgcolor
    return named + Style(color=color, bgcolor=background)
