"""Keys with what they do beside them, as lines that fit: for the pages of help.

Pure functions to lines of a given width. Nothing is cut: what is long goes on below itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .line_breaks import wrap
from .text_lines import Piece, Row

KeyGroup = tuple[str, Iterable[tuple[str, str]]]
"""A heading, and keys with what they do."""
_LEAST_ROOM = 24
"""With less room beside the key the text stands below it."""


def key_table(keys: Iterable[tuple[str, str]], width: int, beside: int) -> Iterator[Row]:
    """Each key in a column `beside` characters wide, and what it does."""
    for key, does in keys:
        if width - beside < _LEAST_ROOM:
            yield (Piece(key, "key"),)
            yield from ((f"  {line}",) for line in wrap(does, width - 2))
            continue
        first, *others = wrap(does, width - beside)
        yield (Piece(f"{key:<{beside}}", "key"), Piece(first))
        yield from ((" " * beside + line,) for line in others)


def key_page(parts: Iterable[KeyGroup], width: int, beside: int) -> Iterator[Row]:
    """Groups of keys below their headings."""
    for number, (heading, keys) in enumerate(parts):
        if number:
            yield ()
        yield (Piece(heading, "heading"),)
        yield from key_table(keys, width, beside)
