"""Colours pictures with ANSI escape sequences, for terminals and pagers.

The text stays the same and is readable without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.support.colors import RGB
from atlantis_core.support.escape_codes import FAINT, RESET, REVERSE, Depth, player_codes
from .pictures import Line, Picture, Role, Run

_CODES = {
    Role.STROKE: FAINT,
    Role.LABEL: FAINT,
    Role.WATER: FAINT,
    Role.SPECIAL: "1",
    Role.MARK: REVERSE,
}


def render(picture: Picture, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The lines of a picture in the players' colours; plain text for `Depth.NONE`."""
    for line in picture.lines:
        yield "".join(_paint(line, colors, depth)).rstrip()


def _paint(line: Line, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The text of one line; resets all attributes at the end of each run."""
    for run in line:
        codes = "" if depth is Depth.NONE else _codes(run, colors, depth)
        yield f"\x1b[{codes}m{run.text}{RESET}" if codes else run.text


def _codes(run: Run, colors: Sequence[RGB], depth: Depth) -> str:
    if run.player is not None and run.role is Role.PIECE:
        return ";".join(player_codes(colors[run.player], depth, is_background=True))
    return _CODES.get(run.role, "")
