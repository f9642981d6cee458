"""Diagrams in colour, for terminals and pagers: text with ANSI escape sequences.

Colour only adds: the text stays the same and everything can be read without it. Stacks are
written on a ground of their player's colour, growing fields the other way round, in letters of
that colour; the second colour is always black or white, whichever is easier to read, so that no
player vanishes on a dark or a light terminal. Which depth a terminal has is for others to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum, unique
from functools import lru_cache
from itertools import groupby

from atlantis_core.colors import RGB, nearest_16, nearest_256, xterm_color
from atlantis_core.diagram.drawing import Diagram, Run
from atlantis_core.diagram.faces import Role

_RESET = "\x1b[0m"
_FAINT = "2"
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
    for line in range(diagram.layout.height):
        yield _render_line(diagram, line, colors, depth)


def _render_line(diagram: Diagram, line: int, colors: Sequence[RGB], depth: Depth) -> str:
    styled = ((_codes(run, colors, depth), run.text) for run in diagram.runs(line))
    texts = []
    for codes, group in groupby(styled, key=lambda item: item[0]):
        text = "".join(text for _, text in group)
        texts.append(f"\x1b[{codes}m{text}{_RESET}" if codes else text)
    return "".join(texts).rstrip()


def _codes(run: Run, colors: Sequence[RGB], depth: Depth) -> str:
    """What to switch on for a run, as in `1;31`; nothing for plain text."""
    if run.role is Role.MARK:
        return "7"
    if run.role not in (Role.STACK, Role.GROWING) or run.player is None:
        return _FAINT if run.role in _FAINT_ROLES else ""
    pair = _player_codes(colors[run.player], depth, is_ground=run.role is Role.STACK)
    return ";".join((*(_LOUD if run.is_volatile else ()), *pair))


@lru_cache(maxsize=256)
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
