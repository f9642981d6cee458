"""Parses CSS colours: names, ``rgb()``, ``rgba()`` and hex codes."""

from __future__ import annotations

import re

from atlantis_core.support.colors import RGB, find_color

_LATER_NAMES = {"rebeccapurple": RGB(102, 51, 153)}
"""Names that CSS added later; all others are those of SVG."""
_HEX = re.compile(r"#(?:([0-9a-f]{3})[0-9a-f]?|([0-9a-f]{6})(?:[0-9a-f]{2})?)", re.ASCII)
_PART = r"\s*([+-]?\d{1,6}(?:\.\d{1,6})?)(%?)\s*"
_OPACITY = r"(?:[,/]\s*[+-]?\d{0,6}\.?\d{1,6}%?\s*)?"
_RGB = re.compile(
    rf"rgba?\((?:{_PART},{_PART},{_PART}|{_PART}\s{_PART}\s{_PART}){_OPACITY}\)", re.ASCII
)
_LONGEST = 100


def parse_color(text: str) -> RGB | None:
    """The colour of a text; None if it is not a colour. Ignores opacity."""
    plain = text.strip().lower()
    if len(plain) > _LONGEST:
        return None
    return _parse_hex(plain) or _parse_rgb(plain) or _LATER_NAMES.get(plain) or find_color(plain)


def _parse_hex(text: str) -> RGB | None:
    match = _HEX.fullmatch(text)
    if match is None:
        return None
    digits = match[2] or "".join(2 * digit for digit in match[1])
    return RGB(*bytes.fromhex(digits))


def _parse_rgb(text: str) -> RGB | None:
    match = _RGB.fullmatch(text)
    if match is None:
        return None
    given = [group for group in match.groups() if group is not None]
    numbers, percents = given[::2], given[1::2]
    if len(set(percents)) > 1:
        return None
    return RGB(*map(_level, numbers, percents))


def _level(number: str, percent: str) -> int:
    value = float(number) * 255 / 100 if percent else float(number)
    return min(255, max(0, int(value + 0.5)))
