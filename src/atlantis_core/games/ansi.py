"""Pictures in colour, for terminals and pagers: text with ANSI escape sequences.

Colour only adds: the text stays the same and everything can be read without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.colors import RGB
from atlantis_core.escape_codes import FAINT, RESET, REVERSE, Depth, player_codes
from .pictures import Line, Picture, Role, Run

_CODES = {
    Role.STROKE: FAINT,
    Role.LABEL: FAINT,
    Role.WATER: FAINT,
    Role.SPECIAL: "1",
    Role.MARK: REVERSE,
}


def render(picture: Picture, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The lines of a picture, with the colours of the players; without any for `Depth.NONE`."""
    for line in picture.lines:
        yield "".join(_paint(line, colors, depth)).rstrip()


def _paint(line: Line, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """What is switched on is always switched off again."""
    for run in line:
        codes = "" if depth is Depth.NONE else _codes(run, colors, depth)
        yield f"\x1b[{codes}m{run.text}{RESET}" if codes else run.text


def _codes(run: Run, colors: Sequence[RGB], depth: Depth) -> str:
    if run.player is not None and run.role is Role.PIECE:
        return ";".join(player_codes(colors[run.player], depth, is_background=True))
    return _CODES.get(run.role, "")
