"""Base of the local and the remote app: themes, filters, diffed output, keys, signals.

Opens no screens, files or programs: the subclasses in `atlantis_app` and `remote_app` decide what
their users can reach.
"""

from __future__ import annotations

import asyncio
import codecs
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
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
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.screen import Screen
from textual.theme import Theme
from textual.worker import WorkerFailed

from atlantis_core.support.safe_text import showable
from atlantis_tui.crash_report import RecentInput, describe, save_open_games
from atlantis_tui.settings.key_map import KEY_NAMES, KeyMap, character_of, parse_keys
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.settings.themes import theme_for, themes_for
from atlantis_tui.terminal.filters import NoColors, OnlyAscii, OnlyHarmless
from atlantis_tui.terminal.input_queue import InputQueue
from atlantis_tui.terminal.live_settings import (
    forget_styles,
    keep_few_closed_widgets,
    set_color_depth,
    set_mouse,
    set_pace,
)
from atlantis_tui.terminal.notifications import notification
from atlantis_tui.terminal.thin_output import ThinOutput, erases_with_background
from atlantis_tui.widgets.notifications import TimedNotifications
from atlantis_tui.widgets.screen_actions import bindings_in_force

PATIENCE_SECONDS = 6.0
"""Time to exit properly after a signal; longer than agents get to end."""
_HANG_UP = 1
"""Number of SIGHUP, which Windows lacks."""
_NO_KEY = "ignore"
"""A key that nothing is bound to."""
ALWAYS = Binding.Group("Always available")
_STYLE_SHEET = Path(__file__).parent / "atlantis.tcss"


class BaseApp(App[None]):
    """An app without screens; see the module."""

    TITLE = "Atlantis"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "repaint", "Redraw the screen", group=ALWAYS),
        Binding("ctrl+q", "leave", "Quit", priority=True, group=ALWAYS),
    ]

    def __init__(
        self,
        options: Options | None = None,
        depth: Colors = Colors.TRUE,
        problems: Sequence[str] = (),
    ) -> None:
        self._atlantis_filters: list[LineFilter] = []
        self._thin_output = ThinOutput(can_erase=erases_with_background(os.environ))
        self.color_depth = self.usual_depth = depth
        """The colour depth in use, and that of the option `auto`."""
        self._themes: dict[str, Theme] = {}
        self._input_queue = InputQueue(self)
        self._recent_input = RecentInput()
        self.crash = ""
        """The crash report, if an unexpected error ended the app."""
        keep_few_closed_widgets()
        super().__init__(css_path=_STYLE_SHEET)
        self._notifications = TimedNotifications()
        self.options = options or Options()
        self._problems = tuple(problems)
        self.key_map = KeyMap()
        self._is_ending = False
        self.farewell = ""
        """Printed after the terminal has been restored."""
        self._use_depth(depth)
        set_pace((), is_slow=self.options.slow)
        self._has_focus: bool | None = None
        """Whether the terminal has the focus; None if it does not report that."""

    def _use_depth(self, depth: Colors) -> None:
        """Choose filters and themes for a colour depth, and for ASCII only."""
        self.color_depth, self.no_color = depth, depth is Colors.NONE
        self.ascii_only = self.options.ascii or not _writes_unicode()
        wanted = [(NoColors, self.no_color), (OnlyAscii, self.ascii_only)]
        self._atlantis_filters[:] = [OnlyHarmless(), *(kind() for kind, is_on in wanted if is_on)]
        self._themes = {}
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
        # Restrict the themes only now: Textual's default had to be available before.
        self._themes = fitting

    def take_keys(self, table: object) -> None:
        """Use the keys of a table; reports invalid entries."""
        self.key_map, problems = parse_keys(table, "config.toml")
        self._problems += problems

    def get_key_display(self, binding: Binding) -> str:
        return KEY_NAMES.get(binding.key) or super().get_key_display(binding)

    async def on_event(self, event: events.Event) -> None:
        if self._input_queue.holds(event):
            return
        if not event.is_forwarded:
            self._recent_input.add(event, self.focused if self.screen_stack else None)
        if isinstance(event, events.Key) and not event.is_forwarded and self._is_asked_for(event):
            return
        if self.key_map and isinstance(event, events.Key) and not event.is_forwarded:
            event = self._translated(event)
        await super().on_event(event)

    def _is_asked_for(self, event: events.Key) -> bool:
        """Pass a key to the dialog that asks for one; returns whether there is one."""
        take_key = getattr(self.screen, "take_key", None) if self.screen_stack else None
        if take_key is not None:
            take_key(event)
        return take_key is not None

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
        """Themes for this colour depth; themes for 16 colours look broken with more."""
        return self._themes or super().available_themes

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Textual's own filter converts the 16 basic colours cell by cell. Themes that use them
        # are only available where the terminal shall get them unchanged.
        return self._atlantis_filters

    def on_ready(self) -> None:
        gc.enable()

    def on_mount(self) -> None:
        # Another program may have written to the terminal meanwhile.
        self.app_suspend_signal.subscribe(self, lambda _: self._thin_output.forget())
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if not self.is_headless:
            self._listen_to_signals()
        for problem in self._problems:
            self.notify(problem, severity="warning", markup=False)

    def _listen_to_signals(self) -> None:
        """Exit properly on SIGHUP and SIGTERM.

        Otherwise bots and agents would keep running, and the terminal would not be restored.
        """
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None:
                # Not the event loop's handlers: it may be blocked writing to a closed terminal.
                signal.signal(number, partial(self._on_signal, loop))
        # Python's handlers run when the main thread does, and the system may give a signal to
        # another thread. With a handler of its own, the loop wakes up for every signal; this one
        # is otherwise ignored.
        with suppress(NotImplementedError, AttributeError):  # Windows
            loop.add_signal_handler(signal.SIGURG, int)

    def _on_signal(self, loop: asyncio.AbstractEventLoop, number: int, _: object) -> None:
        self._end(loop, 128 + number)

    def terminal_lost(self) -> None:
        """Exit as after SIGHUP: the terminal was closed without that signal."""
        self._end(asyncio.get_running_loop(), 128 + _HANG_UP)

    def _end(self, loop: asyncio.AbstractEventLoop, status: int) -> None:
        if not self._is_ending:
            self._is_ending = True
            Thread(target=self._force_exit, args=(status,), daemon=True).start()
            with suppress(RuntimeError):  # the app has already ended
                loop.call_soon_threadsafe(self.exit, None, status)

    def _force_exit(self, status: int) -> None:
        """Last resort: Textual may wait forever for a closed terminal."""
        sleep(PATIENCE_SECONDS)
        for screen in self.screen_stack:
            thinker = getattr(screen, "thinker", None)
            if thinker is not None:
                thinker.close()
        os._exit(status)

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver; on POSIX terminals one that reads more tolerantly."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from atlantis_tui.terminal.driver import TerminalDriver

        return TerminalDriver

    def _handle_exception(self, error: Exception) -> None:
        reason = error.error if isinstance(error, WorkerFailed) else error
        if self._exit and isinstance(reason, NoMatches):
            return  # raised by a screen that was still opening when the app closed it
        if not self.crash:
            save_open_games(self.screen_stack)
            self.crash = describe(error, self.screen_stack, self._recent_input)
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        # The report replaces Textual's traceback, which shows the values of local variables.
        if self.crash and not self.is_headless:
            self._exit_renderables.clear()
        super()._print_error_renderables()

    def action_repaint(self) -> None:
        """Repaint the whole screen, after another program has written to the terminal."""
        self._thin_output.forget()
        self.refresh(layout=True)

    def on_resize(self) -> None:
        # Terminals move or clear their contents when they are resized.
        self._thin_output.forget()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send only the changed cells of an update to the terminal."""
        self._place_terminal_cursor()
        update: object = renderable
        is_sent = not (self.is_inline or self.is_headless or self._batch_count)
        if is_sent and isinstance(update, CompositorUpdate):
            thinned = self._thin_output.thin(update, self.console, self.size)
            renderable = cast("RenderableType", thinned)
        super()._display(screen, renderable)

    def _place_terminal_cursor(self) -> None:
        """Put the terminal's own cursor where braille displays and magnifiers should look."""
        at = getattr(self.focused, "terminal_cursor", None)
        if isinstance(at, Offset):
            self.cursor_position = at

    def remember_option(self, name: str, value: object) -> None:
        """Change one option, for boards made from now on."""
        self.options = replace(self.options, **{name: value})  # type: ignore[arg-type]  # its type

    def set_options(self, options: Options) -> None:
        """Use other options from now on, also on the open screens."""
        before, self.options = self.options, options
        depth = self.usual_depth if options.colors is Colors.AUTO else options.colors
        if depth is not self.color_depth or options.ascii is not before.ascii:
            self._use_depth(depth)
            set_color_depth(self, depth)
            self._thin_output = ThinOutput(can_erase=erases_with_background(os.environ))
            forget_styles(self)
        else:
            self.theme = theme_for(options.theme, depth)
        if options.mouse is not before.mouse and self._driver is not None and not self.is_headless:
            set_mouse(self._driver, is_on=options.mouse)
        if options.slow is not before.slow:
            set_pace(self.screen_stack, is_slow=options.slow)
        self.show_changes(before)

    def show_changes(self, before: Options | None = None) -> None:
        """Let all open screens show changed options and keys."""
        from atlantis_tui.board.view import BoardView

        for screen in self.screen_stack:
            for board in screen.query(BoardView):
                board.follow_options(before or self.options, self.options)
            show = getattr(screen, "show_changes", None)
            if show is not None and screen.is_running:
                show()

    def alert(self, said: str) -> None:
        """Call the user, who may have looked away, with the bell and a desktop notification."""
        if self.options.bell:
            self.bell()
        if self._driver is not None and not self.is_headless and not self._has_focus:
            wanted = self.options.desktop
            self._driver.write(notification(self.TITLE or "", said, wanted, os.environ))

    def on_app_focus(self) -> None:
        self._has_focus = True

    def on_app_blur(self) -> None:
        self._has_focus = False

    def set_window_title(self, text: str) -> None:
        """Set the title of the terminal window; `text` must be sanitised."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b]0;{text}\x07")

    def say_who_is_here(self, news: str) -> None:
        """Show which players of a hosted game joined or left."""
        self.notify(news, markup=False)

    def go_back(self) -> None:
        """Close the screen on top, if there is one below it."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    async def action_quit(self) -> None:
        await self.action_leave()

    def action_help_quit(self) -> None:
        """Ctrl+C: show the key that quits."""
        self.notify(f"{self.key_map.shown('leave', 'Ctrl+Q')} quits", markup=False)

    async def action_leave(self) -> None:
        """Quit, after the screen has asked about unsaved work."""
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
