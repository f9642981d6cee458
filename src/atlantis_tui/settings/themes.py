"""The themes of the app: dark and light for many colours, one for sixteen, one for none.

Textual's own themes can be chosen as well. A new theme is one more value here.
"""

from __future__ import annotations

from textual.theme import Theme

from atlantis_tui.settings.options import Colors

DARK = Theme(
    name="atlantis",
    primary="#3f8fb5",
    secondary="#2f6f8f",
    accent="#e0a63b",
    warning="#e8c35a",
    error="#d1495b",
    success="#58a87a",
    foreground="#d8e2e8",
    background="#0c1820",
    surface="#122430",
    panel="#1a3140",
    dark=True,
)
LIGHT = Theme(
    name="atlantis-light",
    primary="#1f6f94",
    secondary="#7fb3c8",
    accent="#b87a12",
    warning="#c79a1e",
    error="#c0394b",
    success="#3d8b5f",
    foreground="#16252e",
    background="#f4f1e8",
    surface="#e9e4d6",
    panel="#ddd6c4",
    dark=False,
)
SIXTEEN = "ansi-dark"
THEMES = (DARK, LIGHT)


def theme_for(wanted: str, depth: Colors) -> str:
    """The theme to use: with sixteen colours or none only those of the terminal itself."""
    if depth in (Colors.FEW, Colors.NONE) and not wanted.startswith("ansi-"):
        return SIXTEEN
    return wanted
