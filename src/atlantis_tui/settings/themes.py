"""The themes of the app: dark and light, each for 16 million colours and for 256.

Textual's own themes can be chosen as well; with sixteen colours or none only those of the
terminal itself. A new theme is one more value here. `mark-...` are the grounds of marks on the
board where they were chosen by hand; elsewhere they are worked out.
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
# Of 256 colours only greys are dark and quiet: every other one is saturated. So the grounds are
# grey, and colour is left to what stands on them. Greys are written a little lighter than they
# come out, where the terminal's colours are chosen by rounding down.
DARK_256 = Theme(
    name=DARK.name,
    primary="#5fafd7",
    secondary="#5f8787",
    accent="#d7af5f",
    warning="#ffd75f",
    error="#ff5f5f",
    success="#87af5f",
    foreground="#dedede",
    background="#1c1c1c",
    surface="#262626",
    panel="#303030",
    dark=True,
    variables={
        "mark-changed": "#303030",
        "mark-hint": "#5f005f",
        "mark-planned": "#00005f",
        "mark-exploding": "#5f0000",
        "mark-reachable": "#444444",
        "mark-source": "#4e4e4e",
    },
)
LIGHT_256 = Theme(
    name=LIGHT.name,
    primary="#005f87",
    secondary="#87afaf",
    accent="#af5f00",
    warning="#af8700",
    error="#af0000",
    success="#005f00",
    foreground="#262626",
    background="#f5f5f5",
    surface="#e9e9e9",
    panel="#d6d6d6",
    dark=False,
    variables={
        "mark-changed": "#dadada",
        "mark-hint": "#ffd7ff",
        "mark-planned": "#d7d7ff",
        "mark-exploding": "#ffd7d7",
        "mark-reachable": "#d7ffd7",
        "mark-source": "#c6c6c6",
    },
)
SIXTEEN = "ansi-dark"


def themes_for(depth: Colors) -> tuple[Theme, ...]:
    """Our own themes, made for this terminal."""
    return (DARK_256, LIGHT_256) if depth is Colors.MANY else (DARK, LIGHT)


def theme_for(wanted: str, depth: Colors) -> str:
    """The theme to use: with sixteen colours or none only those of the terminal itself."""
    if depth in (Colors.FEW, Colors.NONE) and not wanted.startswith("ansi-"):
        return SIXTEEN
    return wanted
