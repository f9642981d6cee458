"""SVG colour names, the default palette, and the nearest terminal colours.

Transcripts use the colour names of SVG 1.1 (R7.6). Terminal colours are returned as numbers;
`escape_codes` makes escape sequences of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple


class RGB(NamedTuple):
    """A colour as red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


DEFAULT_PALETTE = ("crimson", "steelblue", "orange", "cyan", "darkviolet", "palegoldenrod")
"""Six colours in the order in which players get them.

Every pair is distinguishable with any kind of colour vision (the tests simulate it), on black
and on dark backgrounds, and when reduced to 256 or 16 colours.
"""

NEW_GAME_PALETTE = tuple("darkorange" if name == "orange" else name for name in DEFAULT_PALETTE)
"""The colours of new games: no player gets the letter O, because `2O` reads as twenty.

Files without colours keep those of the default palette, and so their letters.
"""


def find_color(name: str) -> RGB | None:
    """The colour with this SVG name in any case ("Blue"), or None if there is none."""
    return SVG_COLORS.get(name.lower()) if len(name) <= _LONGEST_NAME else None


def default_colors(
    chosen: Sequence[str | None], palette: Sequence[str] = DEFAULT_PALETTE
) -> tuple[str, ...]:
    """The colour name of each player in lower case: the chosen one if it is an SVG name.

    The others get the next colour of the palette that no player has chosen (R7.6).
    """
    known = [name.lower() if name is not None and find_color(name) else None for name in chosen]
    spare = iter(_spare_colors((name for name in known if name is not None), palette))
    return tuple(name if name is not None else next(spare) for name in known)


def choose_letters(names: Iterable[str]) -> str:
    """One letter per player: the first unused letter of the colour name, else of the alphabet."""
    letters = ""
    for name in names:
        wanted = name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        letters += next(c for c in wanted if "A" <= c <= "Z" and c not in letters)
    return letters


def _spare_colors(taken: Iterable[str], palette: Sequence[str]) -> Iterable[str]:
    used = {SVG_COLORS[name] for name in taken}
    yield from (name for name in palette if SVG_COLORS[name] not in used)
    while True:
        yield from palette


@lru_cache(maxsize=512)
def nearest_256(color: RGB) -> int:
    """The number of the most similar xterm colour, from 16 to 255.

    Skips the first sixteen, which every terminal defines differently.
    """
    return min(range(16, 256), key=lambda number: difference(xterm_color(number), color))


@lru_cache(maxsize=512)
def nearest_16(color: RGB) -> int:
    """The number of the most similar of the sixteen basic colours, from 0 to 15.

    Colours other than grey never become grey and keep their hue where possible, so that
    players stay distinguishable.
    """
    if max(color) - min(color) <= _VIVID:
        return min(range(16), key=lambda number: difference(_BASIC[number], color))
    vivid = [number for number in range(16) if number not in _GREYS_OF_16]
    return min(vivid, key=lambda number: _hue_difference(_BASIC[number], color))


def xterm_color(number: int) -> RGB:
    """The default xterm colour with this number, from 0 to 255."""
    if number < 16:
        return _BASIC[number]
    if number >= 232:
        level = 8 + 10 * (number - 232)
        return RGB(level, level, level)
    red, rest = divmod(number - 16, 36)
    green, blue = divmod(rest, 6)
    return RGB(_CUBE[red], _CUBE[green], _CUBE[blue])


def difference(one: RGB, other: RGB) -> float:
    """A cheap approximation of perceived difference ("redmean")."""
    mean = (one.red + other.red) / 2
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return (2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2


def _hue_difference(one: RGB, other: RGB) -> float:
    around = abs(_hue(one) - _hue(other))
    return difference(one, other) + _HUE_WEIGHT * min(around, 360 - around) ** 2


def _hue(color: RGB) -> float:
    """The angle on the colour wheel in degrees; red is 0."""
    from colorsys import rgb_to_hsv  # noqa: PLC0415 - only terminals of 16 colours need it

    return 360 * rgb_to_hsv(*(level / 255 for level in color))[0]


_CUBE = (0, 95, 135, 175, 215, 255)
_VIVID = 60
_HUE_WEIGHT = 10
_GREYS_OF_16 = frozenset({0, 7, 8, 15})
_BASIC = (
    RGB(0, 0, 0),
    RGB(205, 0, 0),
    RGB(0, 205, 0),
    RGB(205, 205, 0),
    RGB(0, 0, 238),
    RGB(205, 0, 205),
    RGB(0, 205, 205),
    RGB(229, 229, 229),
    RGB(127, 127, 127),
    RGB(255, 0, 0),
    RGB(0, 255, 0),
    RGB(255, 255, 0),
    RGB(92, 92, 255),
    RGB(255, 0, 255),
    RGB(0, 255, 255),
    RGB(255, 255, 255),
)

_TABLE = {
    "aliceblue": RGB(240, 248, 255),
    "antiquewhite": RGB(250, 235, 215),
    "aqua": RGB(0, 255, 255),
    "aquamarine": RGB(127, 255, 212),
    "azure": RGB(240, 255, 255),
    "beige": RGB(245, 245, 220),
    "bisque": RGB(255, 228, 196),
    "black": RGB(0, 0, 0),
    "blanchedalmond": RGB(255, 235, 205),
    "blue": RGB(0, 0, 255),
    "blueviolet": RGB(138, 43, 226),
    "brown": RGB(165, 42, 42),
    "burlywood": RGB(222, 184, 135),
    "cadetblue": RGB(95, 158, 160),
    "chartreuse": RGB(127, 255, 0),
    "chocolate": RGB(210, 105, 30),
    "coral": RGB(255, 127, 80),
    "cornflowerblue": RGB(100, 149, 237),
    "cornsilk": RGB(255, 248, 220),
    "crimson": RGB(220, 20, 60),
    "cyan": RGB(0, 255, 255),
    "darkblue": RGB(0, 0, 139),
    "darkcyan": RGB(0, 139, 139),
    "darkgoldenrod": RGB(184, 134, 11),
    "darkgray": RGB(169, 169, 169),
    "darkgreen": RGB(0, 100, 0),
    "darkgrey": RGB(169, 169, 169),
    "darkkhaki": RGB(189, 183, 107),
    "darkmagenta": RGB(139, 0, 139),
    "darkolivegreen": RGB(85, 107, 47),
    "darkorange": RGB(255, 140, 0),
    "darkorchid": RGB(153, 50, 204),
    "darkred": RGB(139, 0, 0),
    "darksalmon": RGB(233, 150, 122),
    "darkseagreen": RGB(143, 188, 143),
    "darkslateblue": RGB(72, 61, 139),
    "darkslategray": RGB(47, 79, 79),
    "darkslategrey": RGB(47, 79, 79),
    "darkturquoise": RGB(0, 206, 209),
    "darkviolet": RGB(148, 0, 211),
    "deeppink": RGB(255, 20, 147),
    "deepskyblue": RGB(0, 191, 255),
    "dimgray": RGB(105, 105, 105),
    "dimgrey": RGB(105, 105, 105),
    "dodgerblue": RGB(30, 144, 255),
    "firebrick": RGB(178, 34, 34),
    "floralwhite": RGB(255, 250, 240),
    "forestgreen": RGB(34, 139, 34),
    "fuchsia": RGB(255, 0, 255),
    "gainsboro": RGB(220, 220, 220),
    "ghostwhite": RGB(248, 248, 255),
    "gold": RGB(255, 215, 0),
    "goldenrod": RGB(218, 165, 32),
    "gray": RGB(128, 128, 128),
    "green": RGB(0, 128, 0),
    "greenyellow": RGB(173, 255, 47),
    "grey": RGB(128, 128, 128),
    "honeydew": RGB(240, 255, 240),
    "hotpink": RGB(255, 105, 180),
    "indianred": RGB(205, 92, 92),
    "indigo": RGB(75, 0, 130),
    "ivory": RGB(255, 255, 240),
    "khaki": RGB(240, 230, 140),
    "lavender": RGB(230, 230, 250),
    "lavenderblush": RGB(255, 240, 245),
    "lawngreen": RGB(124, 252, 0),
    "lemonchiffon": RGB(255, 250, 205),
    "lightblue": RGB(173, 216, 230),
    "lightcoral": RGB(240, 128, 128),
    "lightcyan": RGB(224, 255, 255),
    "lightgoldenrodyellow": RGB(250, 250, 210),
    "lightgray": RGB(211, 211, 211),
    "lightgreen": RGB(144, 238, 144),
    "lightgrey": RGB(211, 211, 211),
    "lightpink": RGB(255, 182, 193),
    "lightsalmon": RGB(255, 160, 122),
    "lightseagreen": RGB(32, 178, 170),
    "lightskyblue": RGB(135, 206, 250),
    "lightslategray": RGB(119, 136, 153),
    "lightslategrey": RGB(119, 136, 153),
    "lightsteelblue": RGB(176, 196, 222),
    "lightyellow": RGB(255, 255, 224),
    "lime": RGB(0, 255, 0),
    "limegreen": RGB(50, 205, 50),
    "linen": RGB(250, 240, 230),
    "magenta": RGB(255, 0, 255),
    "maroon": RGB(128, 0, 0),
    "mediumaquamarine": RGB(102, 205, 170),
    "mediumblue": RGB(0, 0, 205),
    "mediumorchid": RGB(186, 85, 211),
    "mediumpurple": RGB(147, 112, 219),
    "mediumseagreen": RGB(60, 179, 113),
    "mediumslateblue": RGB(123, 104, 238),
    "mediumspringgreen": RGB(0, 250, 154),
    "mediumturquoise": RGB(72, 209, 204),
    "mediumvioletred": RGB(199, 21, 133),
    "midnightblue": RGB(25, 25, 112),
    "mintcream": RGB(245, 255, 250),
    "mistyrose": RGB(255, 228, 225),
    "moccasin": RGB(255, 228, 181),
    "navajowhite": RGB(255, 222, 173),
    "navy": RGB(0, 0, 128),
    "oldlace": RGB(253, 245, 230),
    "olive": RGB(128, 128, 0),
    "olivedrab": RGB(107, 142, 35),
    "orange": RGB(255, 165, 0),
    "orangered": RGB(255, 69, 0),
    "orchid": RGB(218, 112, 214),
    "palegoldenrod": RGB(238, 232, 170),
    "palegreen": RGB(152, 251, 152),
    "paleturquoise": RGB(175, 238, 238),
    "palevioletred": RGB(219, 112, 147),
    "papayawhip": RGB(255, 239, 213),
    "peachpuff": RGB(255, 218, 185),
    "peru": RGB(205, 133, 63),
    "pink": RGB(255, 192, 203),
    "plum": RGB(221, 160, 221),
    "powderblue": RGB(176, 224, 230),
    "purple": RGB(128, 0, 128),
    "red": RGB(255, 0, 0),
    "rosybrown": RGB(188, 143, 143),
    "royalblue": RGB(65, 105, 225),
    "saddlebrown": RGB(139, 69, 19),
    "salmon": RGB(250, 128, 114),
    "sandybrown": RGB(244, 164, 96),
    "seagreen": RGB(46, 139, 87),
    "seashell": RGB(255, 245, 238),
    "sienna": RGB(160, 82, 45),
    "silver": RGB(192, 192, 192),
    "skyblue": RGB(135, 206, 235),
    "slateblue": RGB(106, 90, 205),
    "slategray": RGB(112, 128, 144),
    "slategrey": RGB(112, 128, 144),
    "snow": RGB(255, 250, 250),
    "springgreen": RGB(0, 255, 127),
    "steelblue": RGB(70, 130, 180),
    "tan": RGB(210, 180, 140),
    "teal": RGB(0, 128, 128),
    "thistle": RGB(216, 191, 216),
    "tomato": RGB(255, 99, 71),
    "turquoise": RGB(64, 224, 208),
    "violet": RGB(238, 130, 238),
    "wheat": RGB(245, 222, 179),
    "white": RGB(255, 255, 255),
    "whitesmoke": RGB(245, 245, 245),
    "yellow": RGB(255, 255, 0),
    "yellowgreen": RGB(154, 205, 50),
}
SVG_COLORS: Mapping[str, RGB] = MappingProxyType(_TABLE)
"""All 147 colour keywords of SVG 1.1, in lower case."""
_LONGEST_NAME = max(map(len, _TABLE))
