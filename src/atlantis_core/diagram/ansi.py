"""Diagrams in colour, for terminals and pagers: text with ANSI escape sequences.

Colour only adds: the text stays the same and everything can be read without it. Stacks are
written on a ground of their player's colour, growing fields the other way round, in letters of
that colour; the second colour is always black or white, whichever is easier to read, so that no
player vanishes on a dark or a light terminal. Which depth a terminal has is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from atlantis_core.colors import RGB
from atlantis_core.escape_codes import FAINT, RESET, REVERSE, Depth, player_codes
from .drawing import Diagram, Run
from .faces import Role

_LOUD = ("1", "4")
_FAINT_ROLES = frozenset({Role.INNER_BORDER, Role.AXIS, Role.EMPTY, Role.DEAD, Role.LABEL})


def render(diagram: Diagram, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The lines of a diagram, with the colours of the players; without any for `Depth.NONE`."""
    if depth is Depth.NONE:
        yield from diagram.lines()
        return
    palette = _Palette(colors, depth)
    for line in range(diagram.layout.height):
        yield "".join(palette.paint(diagram.runs(line))).rstrip()


Kind = tuple[Role, int | None, bool]
"""What the look of a run depends on: its role, its player, whether the field is volatile."""


class _Palette:
    """Escape sequences by what a run is, each made once."""

    def __init__(self, colors: Sequence[RGB], depth: Depth) -> None:
        self._colors = colors
        self._depth = depth
        self._find = cache(self._make)

    def paint(self, runs: Iterable[Run]) -> Iterator[str]:
        """The text of one line; what is switched on is always switched off again."""
        before = ""
        for text, role, _, player, is_volatile in runs:
            codes = self._find((role, player, is_volatile))
            if codes != before:
                yield (RESET if before else "") + (f"\x1b[{codes}m" if codes else "")
                before = codes
            yield text
        if before:
            yield RESET

    def _make(self, kind: Kind) -> str:
        """What to switch on, as in `1;31`; nothing for plain text."""
        role, player, is_volatile = kind
        if role is Role.MARK:
            return REVERSE
        if role not in (Role.STACK, Role.GROWING) or player is None:
            return FAINT if role in _FAINT_ROLES else ""
        pair = player_codes(self._colors[player], self._depth, is_ground=role is Role.STACK)
        return ";".join((*(_LOUD if is_volatile else ()), *pair))
