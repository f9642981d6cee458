"""Settings that Textual reads once, when it starts, changed while it runs; the size of a cache.

Depends on Textual's private names; the tests look at what the terminal gets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import textual.screen
from rich.console import COLOR_SYSTEMS
from textual import constants
from textual._styles_cache import StylesCache
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from atlantis_tui.settings.options import COLOR_SYSTEM_NAMES, SLOW_FRAMES, Colors

_USUAL_FRAMES = 60
_MOST_KEPT = 32


def set_color_depth(app: App[None], depth: Colors) -> None:
    """Write escape codes for another number of colours."""
    app.console._color_system = COLOR_SYSTEMS[COLOR_SYSTEM_NAMES[depth]]  # noqa: SLF001 -- as textual reads it


def set_mouse(driver: Driver, *, is_on: bool) -> None:
    """Ask the terminal to report the mouse, or not to."""
    changing: Any = driver  # the methods belong to the drivers of each system
    changing._mouse = True  # noqa: SLF001 -- the methods do nothing without it
    (changing._enable_mouse_support if is_on else changing._disable_mouse_support)()  # noqa: SLF001
    changing._mouse = is_on  # noqa: SLF001


def set_pace(screens: Iterable[Screen[Any]], *, is_slow: bool) -> None:
    """Repaint these and all later screens at most eight times a second, or as often as usual."""
    usual = constants.MAX_FPS if constants.MAX_FPS != SLOW_FRAMES else _USUAL_FRAMES
    frames = min(SLOW_FRAMES, usual) if is_slow else usual
    vars(textual.screen)["UPDATE_PERIOD"] = 1 / frames
    for screen in screens:
        screen._update_timer.stop()  # noqa: SLF001
        vars(screen)["_Screen__update_timer"] = None  # the next one has the new period


def keep_few_closed_widgets() -> None:
    """Shrink a cache of Textual that keeps the lines of up to 1024 closed widgets: 30 MB."""
    caching: Any = StylesCache
    caching.get_inner_outer = lru_cache(_MOST_KEPT)(caching.get_inner_outer.__wrapped__)


def forget_styles(app: App[None]) -> None:
    """Compute all styles again, and paint everything with them."""
    app._invalidate_css()  # noqa: SLF001 -- as for another theme
    app.refresh_css(animate=False)
    for screen in app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            widget.notify_style_update()
            widget.refresh()
