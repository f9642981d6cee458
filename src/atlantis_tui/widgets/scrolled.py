"""What widgets share that show a picture, larger than themselves or smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import events
from textual.scroll_view import ScrollView

KeyTaker = Callable[[events.Key], bool]
"""Takes a key before a widget does, and says whether it did."""


def shift_of(view: ScrollView, width: int, height: int) -> tuple[int, int]:
    """Where the first column and line of a picture are in a view: in the middle if it fits."""
    room, offset = view.size, view.scroll_offset
    left = (room.width - width) // 2 if width <= room.width else -offset.x
    top = (room.height - height) // 2 if height <= room.height else -offset.y
    return left, top


def offer_key(event: events.Key, takers: Iterable[KeyTaker]) -> None:
    """Let the first one have a key that wants it, and nobody else."""
    if any(take(event) for take in takers):
        event.stop()
        event.prevent_default()
