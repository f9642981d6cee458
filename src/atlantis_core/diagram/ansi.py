"""Colours diagrams with ANSI escape sequences, for terminals and pagers.

The text stays the same and is readable without colour. Stacks have their player's colour as
background, growing fields have it as text colour. The other colour of the pair is black or white,
whichever contrasts more, so that no player vanishes on a dark or a light terminal. The caller knows
the terminal's colour depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from atlantis_core.support.colors import RGB
from atlantis_core.support.escape_codes import FAINT, RESET, REVERSE, Depth, player_codes
from .drawing import Diagram, Run
from .faces import Role

_LOUD = ("1", "4")
_FAINT_ROLES = frozenset({Role.INNER_BORDER, Role.AXIS, Role.EMPTY, Role.DEAD, Role.LABEL})


def render(diagram: Diagram, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The lines of a diagram in the players' colours; plain text for `Depth.NONE`."""
    if depth is Depth.NONE:
        yield from diagram.lines()
        return
    palette = _Palette(colors, depth)
    for line in range(diagram.layout.height):
        yield "".join(palette.paint(diagram.runs(line))).rstrip()


Kind = tuple[Role, int | None, bool]
"""What determines the colour of a run: role, player, whether the field is volatile."""


class _Palette:
    """Cache of escape sequences by kind of run."""

    def __init__(self, colors: Sequence[RGB], depth: Depth) -> None:
        self._colors = colors
        self._depth = depth
        self._find = cache(self._make)

    def paint(self, runs: Iterable[Run]) -> Iterator[str]:
        """The text of one line; resets all attributes at its end."""
        before = ""
        for text, role, _, player, is_volatile in runs:
            # An underlined blank would look like a symbol.
            codes = self._find((role, player, is_volatile and not text.isspace()))
            if codes != before:
                yield (RESET if before else "") + (f"\x1b[{codes}m" if codes else "")
                before = codes
            yield text
        if before:
            yield RESET

    def _make(self, kind: Kind) -> str:
        """SGR codes such as `1;31`; empty for plain text."""
        role, player, is_volatile = kind
        if role is Role.MARK:
            return REVERSE
        if role not in (Role.STACK, Role.GROWING) or player is None:
            return FAINT if role in _FAINT_ROLES else ""
        pair = player_codes(self._colors[player], self._depth, is_background=role is Role.STACK)
        return ";".join((*(_LOUD if is_volatile else ()), *pair))
