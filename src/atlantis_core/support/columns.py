"""Text in terminal columns: tables, padding, cutting and wrapping.

Measures terminal columns, not characters, so that wide and combining characters keep rows
aligned. Callers make entries safe to show first (see `safe_text`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

Row = Sequence[str | int]


def format_table(header: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """The lines of a table. A column of numbers is right-aligned, its heading included.

    A heading may have several lines; it is aligned to the bottom.
    """
    cells = [[str(entry) for entry in row] for row in rows]
    lines = [*_heading_lines(header), *cells]
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    is_number = [
        bool(rows) and all(isinstance(row[column], int) for row in rows)
        for column in range(len(header))
    ]
    return ["  ".join(map(_pad, line, widths, is_number)).rstrip() for line in lines]


def _heading_lines(header: Sequence[str]) -> list[list[str]]:
    parts = [heading.split("\n") for heading in header]
    height = max(map(len, parts))
    return [
        [part[line - height] if height - line <= len(part) else "" for part in parts]
        for line in range(height)
    ]


def display_width(text: str) -> int:
    """The number of terminal columns that a text occupies."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def clusters(text: str) -> Iterator[str]:
    """The characters of a text, each with the combining marks that follow it."""
    start = 0
    for place, character in enumerate(text):
        if place > start and _character_width(character):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


def pad(text: str, width: int) -> str:
    """The text with blanks up to a width."""
    return text + " " * (width - display_width(text))


def clip(text: str, width: int) -> str:
    """The beginning of a text that fits."""
    if text.isascii():
        return text[: max(width, 0)]
    left = width
    for place, character in enumerate(text):
        left -= _character_width(character)
        if left < 0:
            return text[:place]
    return text


def wrap(
    text: str, width: int, indent: str = "", *, begin: str = "", breaks_words: bool = True
) -> list[str]:
    """Lines of at most `width` columns: `begin` before the first, `indent` before the others."""
    if text.isascii():
        import textwrap  # noqa: PLC0415 - few commands wrap

        return textwrap.wrap(
            text,
            width,
            initial_indent=begin,
            subsequent_indent=indent,
            break_long_words=breaks_words,
            break_on_hyphens=False,
        )
    lines: list[str] = []
    line = begin
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if display_width(longer) <= width:
            line = longer
            continue
        if line.strip():
            lines.append(line)
        line = (indent if lines else begin) + word
        while breaks_words and display_width(line) > width:
            part = clip(line, width)
            lines.append(part)
            line = indent + line[len(part) :]
    return [*lines, line] if line.strip() else lines


@lru_cache(maxsize=4096)
def _character_width(character: str) -> int:
    import unicodedata  # noqa: PLC0415 - most names are ASCII

    if unicodedata.category(character) in _MARKS or character in _JOINED:
        return 0
    is_wide = unicodedata.east_asian_width(character) in "WF" or character in _WIDE
    return 2 if is_wide else 1


_MARKS = frozenset({"Mn", "Me", "Mc"})
_JOINED = frozenset(map(chr, (*range(0x1161, 0x1200), *range(0xD7B0, 0xD800))))
_JOINED |= frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Parts of Korean syllables and skin tones: drawn in the cell of the character before."""
_WIDE = frozenset(
    map(chr, (*range(0x2630, 0x2638), *range(0x268A, 0x2690), *range(0x4DC0, 0x4E00)))
)
_WIDE |= frozenset(map(chr, range(0x1D300, 0x1D377)))
"""Wide since Unicode 16, which Python may not know yet."""


def _pad(text: str, width: int, is_number: bool) -> str:  # noqa: FBT001 - called by map
    return " " * (width - display_width(text)) + text if is_number else pad(text, width)
