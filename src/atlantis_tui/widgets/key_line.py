"""The line of keys at the bottom of a screen: as many as fit, the last ones always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from textual.app import App

from atlantis_tui.settings.key_map import KeyMap
from atlantis_tui.widgets.text_lines import Piece

R = TypeVar("R")

Key = tuple[str, str, str]
"""How a key is written, what it does, and the action of a click."""


def keys_shown(app: App[R], keys: Sequence[Key]) -> list[Key]:
    """Keys as they are written for somebody who has given actions other ones."""
    key_map: KeyMap = getattr(app, "key_map", None) or KeyMap()
    return [(key_map.shown(action, written), does, action) for written, does, action in keys]


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
