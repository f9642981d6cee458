"""Helpers for widgets whose picture may be larger or smaller than themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import events
from textual.scroll_view import ScrollView

KeyTaker = Callable[[events.Key], bool]
"""Offered a key before the widget handles it; returns whether it took the key."""


def shift_of(view: ScrollView, width: int, height: int) -> tuple[int, int]:
    """Position of a picture's first column and line in a view; centred if it fits."""
    room, offset = view.size, view.scroll_offset
    left = (room.width - width) // 2 if width <= room.width else -offset.x
    top = (room.height - height) // 2 if height <= room.height else -offset.y
    return left, top


def scroll_shown(scroll: int, room: int, start: int, length: int, margin: int) -> int:
    """The scroll offset that shows a range: unchanged if it is visible, else centred."""
    if scroll + margin <= start and start + length <= scroll + room - margin:
        return scroll
    if start < scroll + margin and scroll == 0 and start >= 0 and start + length <= room:
        return 0
    return max(start + length // 2 - room // 2, 0)


def offer_key(event: events.Key, takers: Iterable[KeyTaker]) -> None:
    """Offer a key to each taker; stops the event if one takes it."""
    if any(take(event) for take in takers):
        event.stop()
        event.prevent_default()
