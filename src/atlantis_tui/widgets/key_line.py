"""The key line at the bottom of a screen: as many keys as fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from textual.app import App

from atlantis_tui.settings.key_map import KeyMap
from .text_lines import Piece

R = TypeVar("R")

Key = tuple[str, str, str]
"""A key as written, its label, and the action of a click."""
_IMPORTANT = 4
"""Keys at the beginning that matter more than all but the first that always stay."""
_ARROWS = {"←→": "left right", "↑↓": "up down"}
_GAP = re.compile(r"\s{2,}")


def table_rows(table: str) -> list[list[str]]:
    """The cells of a table whose columns are separated by at least two blanks."""
    return [_GAP.split(line.strip()) for line in table.strip().splitlines()]


def parse_foot(table: str) -> tuple[Key, ...]:
    """Keys of a key line from a table: key, label and, optionally, action."""
    return tuple((written, label, "".join(action)) for written, label, *action in table_rows(table))


def keys_shown(app: App[R], keys: Sequence[Key]) -> list[Key]:
    """The keys as the user's key table assigns them.

    In ASCII mode arrows are spelled out: `<` and `>` would be other keys.
    """
    key_map: KeyMap = getattr(app, "key_map", None) or KeyMap()
    names = _ARROWS if getattr(app, "ascii_only", False) else {}
    return [
        (key_map.shown(action, names.get(written, written)), label, action)
        for written, label, action in keys
    ]


def key_line(keys: Sequence[Key], width: int, always: Sequence[Key] = ()) -> Iterator[Piece]:
    """As many keys as fit, followed by those of `always`.

    Without room for the most important keys, only the first of `always` stays.
    """
    wanted = sum(map(_length, keys[:_IMPORTANT]))
    if wanted + sum(map(_length, always)) > width:
        always = always[:1]
    room = width - sum(map(_length, always))
    shown: list[Key] = []
    for key in keys:
        if _length(key) <= room:
            room -= _length(key)
            shown.append(key)
    for written, label, action in (*shown, *always):
        yield Piece(f" {written}", "key", action)
        yield Piece(f" {label} ", "plain", action)


def _length(key: Key) -> int:
    return len(key[0]) + len(key[1]) + 3
