"""Taking something along: pictures to files, turns and positions as text.

Which picture follows from the name of the file: `.svg` is drawn, everything else is text in
the style that is asked for. Never replaces a file without being told to. Knows no screen.
"""

from __future__ import annotations

from pathlib import Path

from atlantis_core.colors import SVG_COLORS
from atlantis_core.diagram import Look, Style, draw
from atlantis_core.diagram.svg import draw_svg
from atlantis_core.errors import AtlantisError
from atlantis_core.grid import format_moves
from atlantis_core.review.walk import Walk
from atlantis_core.safe_text import showable

SVG_SUFFIX = ".svg"


class ExportError(AtlantisError):
    """Something that cannot be taken along, with the reason."""


def picture(walk: Walk, style: Style, letters: str) -> str:
    """The board as text."""
    return f"{draw(walk.position, style, axes=True, look=Look(letters or 'A'))}\n"


def drawing(walk: Walk, letters: str) -> str:
    """The board as SVG."""
    colors = [SVG_COLORS[name] for name in walk.tree.transcript.colors]
    return draw_svg(walk.position, colors, letters)


def turn_text(walk: Walk) -> str:
    """The moves of the turn, as one would type them."""
    if not walk.turn:
        raise ExportError("the start has no moves")
    return format_moves(walk.line.moves_of(walk.turn))


def export(walk: Walk, words: str, letters: str, *, replace: bool = False) -> str:
    """Write a picture to a file, given as ``NAME [STYLE]``; says what was written where."""
    name, _, wanted = words.strip().rpartition(" ")
    styles = {style.value: style for style in Style}
    if wanted not in styles or not name:
        name, wanted = words.strip(), Style.SPEC.value
    if not name:
        raise ExportError("expected a file name, for example 'board.svg' or 'board.txt compact'")
    path = Path(name).expanduser()
    if path.exists() and not replace:
        raise ExportError(f"'{showable(name, 60)}' exists already (choose another name)")
    is_svg = path.suffix.lower() == SVG_SUFFIX
    text = drawing(walk, letters) if is_svg else picture(walk, styles[wanted], letters)
    path.write_text(text, encoding="utf-8")
    return f"{'SVG' if is_svg else wanted} written to {showable(str(path), 80)}"
