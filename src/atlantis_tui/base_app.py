"""What every app of ours has, whoever sits before it: themes, filters, thin output, signals.

Opens no screen, reads and writes no file and starts no program: what can be reached from an app
is decided by the two that stand on this one, `atlantis_app` and `guest_app`.
"""

from __future__ import annotations

import asyncio
import codecs
import gc
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from time import sleep
from typing import ClassVar, cast

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from atlantis_core.safe_text import showable
from atlantis_tui.settings.key_map import KEY_NAMES, KeyMap, character_of, parse_keys
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.settings.themes import theme_for, themes_for
from atlantis_tui.terminal.filters import NoColors, OnlyAscii, OnlyHarmless
from atlantis_tui.terminal.thin_output import ThinOutput
from atlantis_tui.widgets.screen_actions import bindings_in_force

PATIENCE_SECONDS = 6.0
"""For leaving properly after a signal; programs have a little less to say goodbye."""
_NO_KEY = "ignore"
"""A key that nothing is bound to."""
_STYLE_SHEET = Path(__file__).parent / "atlantis.tcss"


class BaseApp(App[None]):
    """Themes, filters, thin output, signals."""

    TITLE = "Atlantis"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "repaint", "Redraw the screen"),
        Binding("ctrl+q", "leave", "Quit", priority=True),
    ]

    def __init__(
        self,
        options: Options | None = None,
        depth: Colors = Colors.TRUE,
        problems: Sequence[str] = (),
    ) -> None:
        self._atlantis_filters: list[LineFilter] = [OnlyHarmless()]
        self._thin_output = ThinOutput()
        self.color_depth = depth
        self._themes: dict[str, Theme] = {}
        super().__init__(css_path=_STYLE_SHEET)
        self.options = options or Options()
        self.no_color = depth is Colors.NONE
        self.ascii_only = self.options.ascii or not _writes_unicode()
        self._problems = tuple(problems)
        self.key_map = KeyMap()
        self._is_told_to_end = False
        self.farewell = ""
        """What is to be said once the terminal is as it was before."""
        if self.no_color:
            self._atlantis_filters.append(NoColors())
        if self.ascii_only:
            self._atlantis_filters.append(OnlyAscii())
        for theme in themes_for(depth):
            self.register_theme(theme)
        self._choose_theme(theme_for(self.options.theme, depth))

    def _choose_theme(self, wanted: str) -> None:
        is_few = self.color_depth in (Colors.FEW, Colors.NONE)
        fitting = {n: theme for n, theme in self.available_themes.items() if theme.ansi is is_few}
        if wanted not in fitting:
            self._problems += (f"no such theme: '{showable(wanted, 40)}'",)
            wanted = theme_for(Options().theme, self.color_depth)
        self.theme = wanted
        # From now on only these: before, Textual's own default must be among them.
        self._themes = fitting

    def take_keys(self, table: object) -> None:
        """Use other keys for some actions; tells what cannot be used."""
        from atlantis_tui.settings.key_actions import ACTIONS

        self.key_map, problems = parse_keys(table, "config.toml", ACTIONS)
        self._problems += problems

    def get_key_display(self, binding: Binding) -> str:
        return KEY_NAMES.get(binding.key) or super().get_key_display(binding)

    async def on_event(self, event: events.Event) -> None:
        if self.key_map and isinstance(event, events.Key) and not event.is_forwarded:
            event = self._translated(event)
        await super().on_event(event)

    def _translated(self, event: events.Key) -> events.Event:
        focused = self.focused
        if focused is not None and focused.check_consume_key(event.key, event.character):
            return event
        key = self.key_map.translate(event.key, bindings_in_force(self.screen))
        return events.Key(_NO_KEY, None) if key is None else events.Key(key, character_of(key))

    @property
    def draws_fine_lines(self) -> bool:
        """Whether boards are drawn with Unicode lines."""
        return self.options.fine_lines and not self.ascii_only

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Themes made for this terminal: those of few colours look broken on many."""
        return self._themes or super().available_themes

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Textual's own translates the sixteen basic colours, cell by cell. Themes that have
        # them are only used where the terminal is to get them as they are.
        return self._atlantis_filters

    def on_ready(self) -> None:
        gc.enable()

    def on_mount(self) -> None:
        # Whoever had the terminal meanwhile may have written anywhere.
        self.app_suspend_signal.subscribe(self, lambda _: self._thin_output.forget())
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if not self.is_headless:
            self._listen_to_signals()
        for problem in self._problems:
            self.notify(problem, severity="warning", markup=False)

    def _listen_to_signals(self) -> None:
        """Leave as if asked to when the terminal is closed or the process is told to end.

        Otherwise bots and programs would go on thinking, and the terminal would stay as it is.
        """
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None:
                # Not the loop's own handlers: it may be stuck, writing to a terminal that has gone.
                signal.signal(number, partial(self._told_to_end, loop))

    def _told_to_end(self, loop: asyncio.AbstractEventLoop, number: int, _: object) -> None:
        if not self._is_told_to_end:
            self._is_told_to_end = True
            status = 128 + number
            Thread(target=self._end_anyway, args=(status,), daemon=True).start()
            loop.call_soon_threadsafe(self.exit, None, status)

    def _end_anyway(self, status: int) -> None:
        """The last resort: Textual can wait for ever for a terminal that has gone."""
        sleep(PATIENCE_SECONDS)
        for screen in self.screen_stack:
            thinker = getattr(screen, "thinker", None)
            if thinker is not None:
                thinker.close()
        os._exit(status)

    def action_repaint(self) -> None:
        """Send everything again: another program has written on the terminal."""
        self._thin_output.forget()
        self.refresh(layout=True)

    def on_resize(self) -> None:
        # Terminals shift and clear what they show when their size changes.
        self._thin_output.forget()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send an update to the terminal, without what it already shows."""
        update: object = renderable
        is_sent = not (self.is_inline or self.is_headless or self._batch_count)
        if is_sent and isinstance(update, CompositorUpdate):
            thinned = self._thin_output.thin(update, self.console, self.size.width)
            renderable = cast("RenderableType", thinned)
        super()._display(screen, renderable)

    def set_options(self, options: Options) -> None:
        """Use other options from now on."""
        self.options = options
        self.theme = theme_for(options.theme, self.color_depth)

    def set_window_title(self, text: str) -> None:
        """Say something where the terminal shows it beside other windows; must be safe to show."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b]0;{text}\x07")

    def go_back(self) -> None:
        """Close the screen on top, if there is one below it."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    async def action_quit(self) -> None:
        await self.action_leave()

    def action_help_quit(self) -> None:
        """Ctrl+C, which ends other programs: say which key does so here."""
        self.notify(f"{self.key_map.shown('leave', 'Ctrl+Q')} quits", markup=False)

    async def action_leave(self) -> None:
        """Quit; a screen that would lose something may ask first."""
        leave = getattr(self.screen, "action_leave", None)
        if leave is None:
            self.exit()
        else:
            await leave()


def _writes_unicode() -> bool:
    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
    try:
        return codecs.lookup(encoding).name.startswith("utf")
    except LookupError:
        return False
