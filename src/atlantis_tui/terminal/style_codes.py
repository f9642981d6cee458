"""The shortest control sequence from one text style to the next.

A style is the parameters of an SGR sequence, as Rich renders it: `1;38;2;255;0;0;48;5;4`. Most
neighbouring cells of a board differ only in one colour, which costs half of a whole style.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_ENDS = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29", "53": "55"}
"""The code that ends an attribute."""
_VISIBLE_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""Attributes that change how a blank looks: lines and reverse video."""
_COLOR_LENGTHS = {"2": 5, "5": 3}
"""Number of codes of a colour, by the second of them."""


class _Style(NamedTuple):
    attributes: tuple[str, ...]
    foreground: str
    background: str


@lru_cache(maxsize=4096)
def transition(before: str | None, after: str) -> str:
    """The sequence that changes style `before`, or an unknown one, to style `after`."""
    if before == after:
        return ""
    whole = f"0;{after}" if after else ""
    if before is None:
        return f"\x1b[{whole or '0'}m"
    step = _step(_parse(before), _parse(after))
    return f"\x1b[{whole if step is None or len(whole) <= len(step) else step}m"


def sort_key(style: str) -> tuple[str, tuple[str, ...]]:
    """Key that sorts styles so that neighbours need short transitions: backgrounds first."""
    parsed = _parse(style)
    return parsed.background, parsed.attributes


def erases_blanks(style: str) -> bool:
    """Whether an erased cell looks like a blank of this style: only its background counts."""
    return _VISIBLE_ON_BLANKS.isdisjoint(_parse(style).attributes)


def _step(before: _Style, after: _Style) -> str | None:
    """The codes that change one style to another; None if an attribute cannot be ended."""
    lost = set(before.attributes) - set(after.attributes)
    if not lost <= _ENDS.keys():
        return None
    ends = {_ENDS[attribute] for attribute in lost}
    kept = {one for one in before.attributes if _ENDS.get(one) not in ends} - lost
    codes = sorted(ends) + [one for one in after.attributes if one not in kept]
    if before.foreground != after.foreground:
        codes.append(after.foreground or "39")
    if before.background != after.background:
        codes.append(after.background or "49")
    return ";".join(codes)


@lru_cache(maxsize=1024)
def _parse(style: str) -> _Style:
    attributes, foreground, background = [], "", ""
    for code in _split(style):
        number = int(code.partition(";")[0])
        if number in {38, *range(30, 38), *range(90, 98)}:
            foreground = code
        elif number in {48, *range(40, 48), *range(100, 108)}:
            background = code
        elif number not in {39, 49}:
            attributes.append(code)
    return _Style(tuple(attributes), foreground, background)


def _split(style: str) -> Iterator[str]:
    """The codes of a style; those of a colour stay together."""
    codes = style.split(";") if style else []
    while codes:
        length = _COLOR_LENGTHS[codes[1]] if codes[0] in {"38", "48"} else 1
        yield ";".join(codes[:length])
        del codes[:length]
