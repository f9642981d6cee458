"""Line filters: strip control characters, remove colours, replace non-ASCII characters.

Filters also reach Textual's own frames and scroll bars, so that `--mono` and `--ascii` hold for
every cell of every screen.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import east_asian_width, normalize

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from atlantis_core.support.safe_text import is_safe_to_show, showable


class OnlyHarmless(LineFilter):
    """Last line of defence: strips control characters that unsanitised text may contain.

    Also covers text that a user pastes into an input.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 -- textual's signature
        return [
            segment
            if segment.control or is_safe_to_show(segment.text)
            else Segment(showable(segment.text, len(segment.text)), *segment[1:])
            for segment in segments
        ]


class NoColors(LineFilter):
    """Removes all colours; keeps bold, underlined and reversed text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 -- textual's signature
        return [
            Segment(text, None if style is None else _colorless(style), control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=1024)
def _colorless(style: Style) -> Style:
    return style.without_color


class OnlyAscii(LineFilter):
    """Replaces frames and symbols by similar ASCII characters, all others by `?`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 -- textual's signature
        return [
            segment if segment.text.isascii() else Segment(to_ascii(segment.text), *segment[1:])
            for segment in segments
        ]


@lru_cache(maxsize=4096)
def to_ascii(text: str) -> str:
    """The text in ASCII, with the same number of cells."""
    return "".join(map(_similar, text))


def _similar(character: str) -> str:
    if character.isascii():
        return character
    found = _SIMILAR.get(character)
    if found is not None:
        return found
    code = ord(character)
    if 0x2500 <= code < 0x2580:
        return "+"
    if 0x2580 <= code < 0x25A0:
        return " "
    plain = normalize("NFKD", character)[0]
    shown = plain if plain.isascii() and plain.isprintable() else "?"
    return shown * 2 if east_asian_width(character) in "WF" else shown


_SIMILAR = {
    **dict.fromkeys("─━╌╍┄┅┈┉═╴╶╸╺▁▔", "-"),
    **dict.fromkeys("│┃╎╏┆┇┊┋║╵╷╹╻▏▕▎▍", "|"),
    **dict.fromkeys("·•∙", "."),
    **dict.fromkeys("█▌▐", "#"),
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}": "/",
    "╲": "\\",
    "≈": "~",
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "▲": "^",
    "▼": "v",
    "▶": ">",
    "◀": "<",
    "●": "*",
    "○": "o",
    "\N{EN DASH}": "-",
    "—": "-",
    "…": "~",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "✓": "x",
    "🔎": "? ",
}
