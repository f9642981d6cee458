"""Shades of the players' colours on one background: all readable, any two distinguishable.

Every player keeps the chosen hue and gets the nearest shade that differs enough from those of
the players before it, also with colour blindness and when a file names two similar colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice

from atlantis_core.support.color_vision import distance, lab, least_distance
from atlantis_core.support.colors import RGB, SVG_COLORS, difference, xterm_color
from atlantis_tui.settings.options import Colors
from .contrast import READABLE, SHADES_256, VISIBLE, contrast, mix

APART = 10.0
"""Distance between any two players, with the worst kind of colour vision, where possible."""
_LEVELS = 24
_HUE_STEP = 30.0
"""Degrees by which one of the 256 colours may miss the hue without counting as worse."""
_GREY = 9.0
"""Colours with less chroma than this have no hue."""
_CHOSEN_256 = {
    SVG_COLORS["crimson"]: (160, 167, 203, 210, 217, 125, 89),
    SVG_COLORS["steelblue"]: (67, 110, 153, 25, 24, 17),
    SVG_COLORS["orange"]: (214, 220, 94, 58),
    SVG_COLORS["cyan"]: (51, 123, 23),
    SVG_COLORS["darkviolet"]: (135, 177, 219, 92, 55),
    SVG_COLORS["palegoldenrod"]: (229, 230, 237, 236),
}
"""Shades of the default colours for dark and light backgrounds.

Chosen by hand: the computed nearest ones look wrong, since the 256 colours are far apart.
"""
_MOST_TRIED = 96
_WORST = 9

Shades = Callable[[RGB], bool]


@lru_cache(maxsize=256)
def inks(colors: tuple[RGB, ...], background: RGB, depth: Colors) -> tuple[RGB, ...]:
    """Text colours of the players on a background."""
    return _choose(colors, lambda shade: contrast(shade, background) >= READABLE, depth)


@lru_cache(maxsize=64)
def tiles(colors: tuple[RGB, ...], board: RGB, depth: Colors) -> tuple[RGB, ...]:
    """Background colours of the players' stacks, distinct from the board."""
    return _choose(colors, lambda shade: contrast(shade, board) >= VISIBLE, depth)


@lru_cache(maxsize=64)
def growing_inks(
    colors: tuple[RGB, ...], grounds: tuple[RGB, ...], depth: Colors
) -> tuple[RGB, ...]:
    """Text colours of the players, each on its own background."""
    fits = [partial(_is_readable, ground) for ground in grounds]
    return _choose_each(colors, fits, depth)


def _is_readable(ground: RGB, shade: RGB) -> bool:
    return contrast(shade, ground) >= READABLE


def _choose(colors: Sequence[RGB], is_fit: Shades, depth: Colors) -> tuple[RGB, ...]:
    return _choose_each(colors, [is_fit] * len(colors), depth)


def _choose_each(colors: Sequence[RGB], fits: Sequence[Shades], depth: Colors) -> tuple[RGB, ...]:
    chosen: list[RGB] = []
    for color, is_fit in zip(colors, fits, strict=True):
        shades = _fit_shades(color, is_fit, depth)
        apart = (s for s in shades if all(least_distance(s, other) >= APART for other in chosen))
        found = next(apart, None)
        if found is None:
            shades = _fit_shades(color, is_fit, depth)
            found = max(shades, key=lambda shade: _margin(shade, chosen))
        chosen.append(found)
    return tuple(chosen)


def _margin(shade: RGB, others: Iterable[RGB]) -> float:
    return min((least_distance(shade, other) for other in others), default=math.inf)


def _fit_shades(color: RGB, is_fit: Shades, depth: Colors) -> Iterator[RGB]:
    """The most similar shades that `is_fit` accepts, at most `_MOST_TRIED`."""
    return islice(filter(is_fit, _shades(color, depth)), _MOST_TRIED)


@lru_cache(maxsize=64)
def _shades(color: RGB, depth: Colors) -> tuple[RGB, ...]:
    """All shades of a colour, most similar first."""
    if depth is Colors.MANY:
        chosen = map(xterm_color, _CHOSEN_256.get(color, ()))
        others = sorted(SHADES_256, key=lambda s: (_hue_steps(color, s), distance(s, color)))
        return (*chosen, *others)
    ends = (RGB(0, 0, 0), RGB(255, 255, 255))
    mixed = (mix(color, end, step / _LEVELS) for step in range(_LEVELS + 1) for end in ends)
    return tuple(sorted(mixed, key=lambda shade: difference(shade, color)))


def _hue_steps(color: RGB, shade: RGB) -> int:
    """Hue difference in steps; grey versus coloured counts as the worst."""
    (_, a1, b1), (_, a2, b2) = lab(color), lab(shade)
    is_grey, is_shade_grey = (math.hypot(a, b) < _GREY for a, b in ((a1, b1), (a2, b2)))
    if is_grey or is_shade_grey:
        return 0 if is_grey and is_shade_grey else _WORST
    turn = abs(math.degrees(math.atan2(b1, a1) - math.atan2(b2, a2))) % 360
    return int(min(turn, 360 - turn) / _HUE_STEP)
