"""The line of keys at the bottom of a screen: as many as fit, the last ones always."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from textual.app import App

from atlantis_tui.settings.key_map import KeyMap
from .text_lines import Piece

R = TypeVar("R")

Key = tuple[str, str, str]
"""How a key is written, what it does, and the action of a click."""
_ARROWS = {"←→": "left right", "↑↓": "up down"}
_GAP = re.compile(r"\s{2,}")


def table_rows(table: str) -> list[list[str]]:
    """The lines of a table whose columns are at least two blanks apart."""
    return [_GAP.split(line.strip()) for line in table.strip().splitlines()]


def parse_foot(table: str) -> tuple[Key, ...]:
    """Keys for a foot: how they are written, what they do and, if there is one, the action."""
    return tuple((written, does, "".join(action)) for written, does, *action in table_rows(table))


def keys_shown(app: App[R], keys: Sequence[Key]) -> list[Key]:
    """Keys as they are written for somebody who has given actions other ones.

    Where only ASCII is sent, arrows are named: their likenesses `<` and `>` are other keys.
    """
    key_map: KeyMap = getattr(app, "key_map", None) or KeyMap()
    names = _ARROWS if getattr(app, "ascii_only", False) else {}
    return [
        (key_map.shown(action, names.get(written, written)), does, action)
        for written, does, action in keys
    ]


def key_line(keys: Sequence[Key], width: int, always: Sequence[Key] = ()) -> Iterator[Piece]:
    """Keys from left to right; those of `always` stand at the end and are never left out."""
    room = width - sum(map(_length, always))
    shown: list[Key] = []
    for key in keys:
        if _length(key) <= room:
            room -= _length(key)
            shown.append(key)
    for written, does, action in (*shown, *always):
        yield Piece(f" {written}", "key", action)
        yield Piece(f" {does} ", "plain", action)


def _length(key: Key) -> int:
    return len(key[0]) + len(key[1]) + 3
