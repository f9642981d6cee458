"""Bindings written as a table with one line each:

    key, or several    action    description    label in the key line (optional)

At least two blanks separate the columns. A line with one column is the heading of the next keys
on help pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.binding import Binding, BindingType
from textual.keys import format_key

from .key_line import Key, table_rows


def parse_bindings(table: str) -> list[BindingType]:
    found: list[BindingType] = []
    group = None
    for row in table_rows(table):
        if len(row) == 1:
            group = Binding.Group(row[0])
        else:
            keys, action, description, *label = row
            found.append(Binding(keys, action, description, tooltip="".join(label), group=group))
    return found


def keys_at_foot(bindings: Iterable[BindingType]) -> Iterator[Key]:
    """The bindings that have a label for the key line."""
    for binding in bindings:
        if isinstance(binding, Binding) and binding.tooltip:
            key = binding.key.partition(",")[0]
            symbol = format_key(key)
            written = symbol if len(symbol) == 1 and symbol.isascii() else key.capitalize()
            yield written, binding.tooltip, f"screen.{binding.action}"
