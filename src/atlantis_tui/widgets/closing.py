"""Closing a window: once, however many keys were pressed before it had gone."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

R = TypeVar("R")


def close_once(screen: Screen[R], result: R | None = None) -> bool:
    """Close a screen and give its result; False for a second key that finds it closed."""
    is_open = screen.is_attached and screen.app.screen is screen
    if is_open:
        screen.dismiss(result)
    return is_open
