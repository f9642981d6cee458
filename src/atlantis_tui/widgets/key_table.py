"""Help pages: keys with their descriptions, grouped and wrapped to a given width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.binding import Binding

from atlantis_tui.settings.key_map import KeyMap, action_name, key_name
from .line_breaks import wrap
from .text_lines import Piece, Row

KeyGroup = tuple[str, Sequence[tuple[str, str]]]
"""A heading, and keys with their descriptions."""
ALWAYS = "Always available"
"""Heading of the last group."""
_MOST_BESIDE = 20
"""Longest key column; longer lists of keys have their description below."""
_LEAST_ROOM = 24
"""With less room beside the keys, all descriptions go below."""


class HelpKeys:
    """The keys of a help page, with the user's key table applied."""

    def __init__(self, bindings: Iterable[Binding], key_map: KeyMap) -> None:
        self._table = list(bindings)
        self._key_map = key_map

    def groups(self) -> list[KeyGroup]:
        """All keys below their headings. "Zoom: in" and "Zoom: out" share a row."""
        groups: dict[str, dict[str, tuple[dict[str, None], dict[str, None]]]] = {}
        for binding in self._table:
            heading = binding.group.description if binding.group else ""
            subject, _, detail = binding.description.partition(": ")
            keys, details = groups.setdefault(heading, {}).setdefault(subject, ({}, {}))
            keys[self._written(binding)] = None
            details.update({detail: None} if detail else {})
        return [
            (heading, [_row(subject, *columns) for subject, columns in groups[heading].items()])
            for heading in sorted(groups, key=lambda heading: (heading == ALWAYS, heading != ""))
        ]

    def of(self, actions: str) -> str:
        """The keys of actions, separated by blanks; of several actions the shortest of each."""
        found = [self._keys_of(action) for action in actions.split()]
        return " ".join(found[0] if len(found) == 1 else (min(k, key=len) for k in found if k))

    def _keys_of(self, action: str) -> list[str]:
        own = (b for b in self._table if action_name(b.action) == action)
        return list(dict.fromkeys(map(self._written, own)))

    def _written(self, binding: Binding) -> str:
        return self._key_map.shown(binding.action, key_name(binding.key))


def _row(subject: str, keys: Iterable[str], details: Iterable[str]) -> tuple[str, str]:
    return " ".join(keys), ": ".join(filter(None, (subject, ", ".join(details))))


def key_page(groups: Sequence[KeyGroup], width: int) -> Iterator[Row]:
    """Rows of all groups, each below its heading, with one column for all keys."""
    lengths = [len(keys) + 2 for _, rows in groups for keys, _ in rows]
    beside = max((length for length in lengths if length <= _MOST_BESIDE), default=0)
    for number, (heading, rows) in enumerate(groups):
        if number:
            yield ()
        if heading:
            yield (Piece(heading, "heading"),)
        for keys, description in rows:
            yield from _key_rows(keys, description, width, beside)


def _key_rows(keys: str, description: str, width: int, beside: int) -> Iterator[Row]:
    if width - beside < _LEAST_ROOM or len(keys) >= beside:
        yield from ((Piece(line, "key"),) for line in wrap(keys, width))
        indent = 2 if width - beside < _LEAST_ROOM else beside
        yield from ((" " * indent + line,) for line in wrap(description, width - indent))
        return
    first, *others = wrap(description, width - beside)
    yield (Piece(f"{keys:<{beside}}", "key"), Piece(first))
    yield from ((" " * beside + line,) for line in others)
