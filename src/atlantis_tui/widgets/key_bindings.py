"""Keys written down as a table: a line each, as in a manual.

    a key, or several    the action    what it does    what stands at the foot, if anything does

Columns are at least two blanks apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.binding import Binding, BindingType
from textual.keys import format_key

from .key_line import Key, table_rows


def parse_bindings(table: str) -> list[BindingType]:
    """The bindings of a table."""
    return [
        Binding(keys, action, does, tooltip="".join(at_foot))
        for keys, action, does, *at_foot in table_rows(table)
    ]


def keys_at_foot(bindings: Iterable[BindingType]) -> Iterator[Key]:
    """The keys of a screen that stand at its foot."""
    for binding in bindings:
        if isinstance(binding, Binding) and binding.tooltip:
            key = binding.key.partition(",")[0]
            sign = format_key(key)
            written = sign if len(sign) == 1 and sign.isascii() else key.capitalize()
            yield written, binding.tooltip, f"screen.{binding.action}"
