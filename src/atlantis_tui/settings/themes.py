"""The themes of the app, each for 16 million colours and for 256.

Textual's own themes can be chosen as well; with 16 colours or fewer, only those of the terminal.
A new theme is two more columns: NAME for 16 million colours, NAME/256 for 256. `sea` and
`mark-...` are backgrounds on the board where they were chosen by hand; all others are computed.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.color import Color
from textual.theme import Theme

from .options import Colors

# Of the 256 colours only greys are dark and unsaturated, so the backgrounds are grey. Greys are
# written slightly lighter than they appear, because terminal colours are rounded down.
_COLORS = """
    variable         atlantis atlantis-light atlantis/256 atlantis-light/256
    primary          #3f8fb5  #1f6f94        #5fafd7      #005f87
    secondary        #2f6f8f  #7fb3c8        #5f8787      #87afaf
    accent           #e0a63b  #b87a12        #d7af5f      #af5f00
    warning          #e8c35a  #c79a1e        #ffd75f      #af8700
    error            #d1495b  #c0394b        #ff5f5f      #af0000
    success          #58a87a  #3d8b5f        #87af5f      #005f00
    foreground       #d8e2e8  #16252e        #dedede      #262626
    background       #0c1820  #f4f1e8        #1c1c1c      #f5f5f5
    surface          #122430  #e9e4d6        #262626      #e9e9e9
    panel            #1a3140  #ddd6c4        #303030      #d6d6d6
    sea              -        -              #00005f      #afd7ff
    mark-changed     -        -              #303030      #dadada
    mark-departure   -        -              #5f005f      #d7d7ff
    mark-arrival     -        -              #5f0087      #d7afff
    mark-hint        -        -              #87005f      #ffd7ff
    mark-planned     -        -              #000087      #d7ffff
    mark-exploding   -        -              #5f0000      #ffd7d7
    mark-reachable   -        -              #005f00      #d7ffd7
    mark-source      -        -              #444444      #c6c6c6
"""


def _read_themes(*, is_256: bool) -> Iterator[Theme]:
    names, *rows = (line.split() for line in _COLORS.strip().splitlines())
    for column, name in enumerate(names):
        if column and name.endswith("/256") is is_256:
            colors = {row[0]: row[column] for row in rows if row[column] != "-"}
            ours = [key for key in colors if key == "sea" or key.startswith("mark-")]
            marks = {key: colors.pop(key) for key in ours}
            dark = Color.parse(colors["background"]).brightness < 0.5
            title = name.removesuffix("/256")
            yield Theme(title, dark=dark, variables=marks, **colors)  # type: ignore[arg-type]  # all are str


_THEMES = tuple(_read_themes(is_256=False))
_THEMES_256 = tuple(_read_themes(is_256=True))
SIXTEEN = "ansi-dark"


def themes_for(depth: Colors) -> tuple[Theme, ...]:
    """Atlantis' themes for a colour depth."""
    return _THEMES_256 if depth is Colors.MANY else _THEMES


def theme_for(wanted: str, depth: Colors) -> str:
    """The theme to use; with 16 colours or fewer, one of the terminal's own."""
    if depth in (Colors.FEW, Colors.NONE) and not wanted.startswith("ansi-"):
        return SIXTEEN
    return wanted
