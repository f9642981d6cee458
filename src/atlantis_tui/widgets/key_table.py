"""Tables of keys and their descriptions for help pages, wrapped to a given width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .line_breaks import wrap
from .text_lines import Piece, Row

KeyGroup = tuple[str, Iterable[tuple[str, str]]]
"""A heading, and keys with their descriptions."""
_LEAST_ROOM = 24
"""With less room beside the key, the description goes below it."""


def key_table(keys: Iterable[tuple[str, str]], width: int, beside: int) -> Iterator[Row]:
    """Rows of keys, in a column `beside` characters wide, and their descriptions."""
    for key, description in keys:
        if width - beside < _LEAST_ROOM:
            yield (Piece(key, "key"),)
            yield from ((f"  {line}",) for line in wrap(description, width - 2))
            continue
        first, *others = wrap(description, width - beside)
        yield (Piece(f"{key:<{beside}}", "key"), Piece(first))
        yield from ((" " * beside + line,) for line in others)


def key_page(parts: Iterable[KeyGroup], width: int, beside: int) -> Iterator[Row]:
    """Rows of all groups, each below its heading."""
    for number, (heading, keys) in enumerate(parts):
        if number:
            yield ()
        yield (Piece(heading, "heading"),)
        yield from key_table(keys, width, beside)
