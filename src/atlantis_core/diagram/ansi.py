"""Diagrams in colour, for terminals and pagers: text with ANSI escape sequences.

Colour only adds: the text stays the same and everything can be read without it. Stacks are
written on a ground of their player's colour, growing fields the other way round, in letters of
that colour; the second colour is always black or white, whichever is easier to read, so that no
player vanishes on a dark or a light terminal. Which depth a terminal has is for others to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, unique

from atlantis_core.colors import RGB, nearest_16, nearest_256, xterm_color
from atlantis_core.diagram.drawing import Diagram, Run
from atlantis_core.diagram.faces import Role

_RESET = "\x1b[0m"
_FAINT = "2"
_REVERSE = "7"
_LOUD = ("1", "4")
_BLACK, _WHITE = RGB(0, 0, 0), RGB(255, 255, 255)
_FAINT_ROLES = frozenset({Role.INNER_BORDER, Role.AXIS, Role.EMPTY, Role.DEAD, Role.LABEL})


@unique
class Depth(Enum):
    """How many colours a terminal has."""

    NONE = "none"
    BASIC = "16"
    XTERM = "256"
    TRUE = "truecolor"


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
        self._known: dict[Kind, str] = {}

    def paint(self, runs: Iterable[Run]) -> Iterator[str]:
        """The text of one line; what is switched on is always switched off again."""
        before = ""
        for text, role, _, player, is_volatile in runs:
            codes = self._find((role, player, is_volatile))
            if codes != before:
                yield (_RESET if before else "") + (f"\x1b[{codes}m" if codes else "")
                before = codes
            yield text
        if before:
            yield _RESET

    def _find(self, kind: Kind) -> str:
        codes = self._known.get(kind)
        if codes is None:
            codes = self._known[kind] = self._make(kind)
        return codes

    def _make(self, kind: Kind) -> str:
        """What to switch on, as in `1;31`; nothing for plain text."""
        role, player, is_volatile = kind
        if role is Role.MARK:
            return _REVERSE
        if role not in (Role.STACK, Role.GROWING) or player is None:
            return _FAINT if role in _FAINT_ROLES else ""
        pair = _player_codes(self._colors[player], self._depth, is_ground=role is Role.STACK)
        return ";".join((*(_LOUD if is_volatile else ()), *pair))


def _player_codes(color: RGB, depth: Depth, *, is_ground: bool) -> tuple[str, str]:
    """Codes for letters and ground: the player's colour and what can be read with it."""
    seen = _seen(color, depth)
    other = _BLACK if _brightness(seen) > 0.18 else _WHITE
    letters, ground = (other, color) if is_ground else (color, other)
    return _code(letters, depth, is_ground=False), _code(ground, depth, is_ground=True)


def _seen(color: RGB, depth: Depth) -> RGB:
    """What becomes of a colour at a depth."""
    if depth is Depth.TRUE:
        return color
    return xterm_color(nearest_256(color) if depth is Depth.XTERM else nearest_16(color))


def _brightness(color: RGB) -> float:
    """How bright a colour is for the eye, from 0 to 1; at 0.18 black and white read alike."""
    red, green, blue = (math.pow(part / 255, 2.2) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _code(color: RGB, depth: Depth, *, is_ground: bool) -> str:
    base = 40 if is_ground else 30
    if depth is Depth.TRUE:
        return f"{base + 8};2;{color.red};{color.green};{color.blue}"
    if depth is Depth.XTERM:
        return f"{base + 8};5;{nearest_256(color)}"
    number = nearest_16(color)
    return str(base + number if number < 8 else base + 60 + number - 8)
