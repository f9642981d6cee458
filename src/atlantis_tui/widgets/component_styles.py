"""Styles of component classes that lie over others.

Textual's partial styles ignore transparency (`$foreground 50%`), its full ones also carry
colours that the class never named. What is drawn in layers needs both: only what was named,
mixed with the background that it stands on.
"""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget


def component_style(widget: Widget, name: str) -> Style:
    """What a component class says, and nothing that it does not say."""
    named = widget.get_component_rich_style(name, partial=True)
    mixed = widget.get_component_rich_style(name)
    color = None if named.color is None else mixed.color
    background = None if named.bgcolor is None else mixed.bgcolor
    return named + Style(color=color, bgcolor=background)
