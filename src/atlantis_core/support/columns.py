"""Text tables for terminals: columns fit their widest entry, numbers are right-aligned.

Measures terminal columns, not characters, so that wide and combining characters keep rows
aligned. Callers make entries safe to show first (see `safe_text`).
"""

from __future__ import annotations

from collections.abc import Sequence

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
    if text.isascii():
        return len(text)
    import unicodedata  # noqa: PLC0415 - most names are ASCII

    bases = [character for character in text if not unicodedata.combining(character)]
    return len(bases) + sum(unicodedata.east_asian_width(character) in "WF" for character in bases)


def _pad(text: str, width: int, is_number: bool) -> str:  # noqa: FBT001 - called by map
    blanks = " " * (width - display_width(text))
    return blanks + text if is_number else text + blanks
