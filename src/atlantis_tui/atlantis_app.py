"""The application: options, themes and filters for all screens, and the way from one to another.

Screens are opened here and nowhere else, each imported when it is first needed, so that the
first board is on the screen before the rest of the program is read. Knows no rule.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from atlantis_tui.arguments import Arguments
from atlantis_tui.filters import NoColors, OnlyAscii
from atlantis_tui.options import Colors, Options, default_path, save_options
from atlantis_tui.themes import THEMES, theme_for

if TYPE_CHECKING:
    from textual.command import Provider


def _screen_actions() -> type[Provider]:
    """Imported with the first palette, not with the first frame."""
    from atlantis_tui.palette_commands import ScreenActions

    return ScreenActions


class AtlantisApp(App[None]):
    """One app for playing, reviewing, setting up and learning."""

    TITLE = "Atlantis"
    CSS_PATH = "atlantis.tcss"
    COMMANDS = App.COMMANDS | {_screen_actions}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(
        self,
        named: Arguments | None = None,
        options: Options | None = None,
        depth: Colors = Colors.TRUE,
        problems: Sequence[str] = (),
    ) -> None:
        self._atlantis_filters: list[LineFilter] = []
        super().__init__()
        self.named = named or Arguments(None, None, None, (), {})
        self.options = options or Options()
        self.color_depth = depth
        self.no_color = depth is Colors.NONE
        self.ascii_only = self.options.ascii or not _writes_unicode()
        self._problems = tuple(problems)
        if self.no_color:
            self._atlantis_filters.append(NoColors())
        if self.ascii_only:
            self._atlantis_filters.append(OnlyAscii())
        for theme in THEMES:
            self.register_theme(theme)
        wanted = theme_for(self.options.theme, depth)
        if wanted not in self.available_themes:
            self._problems += (f"no such theme: '{wanted}'",)
            wanted = theme_for(Options().theme, depth)
        self.theme = wanted

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._atlantis_filters]

    def on_mount(self) -> None:
        from atlantis_tui.opening import open_first

        open_first(self)
        for problem in self._problems:
            self.notify(problem, severity="warning", markup=False)

    def set_options(self, options: Options, *, keep: bool = True) -> None:
        """Use other options from now on; `keep` also writes them to the user's file."""
        self.options = options
        self.theme = theme_for(options.theme, self.color_depth)
        if keep:
            try:
                save_options(options, default_path())
            except OSError as error:
                self.notify(f"options not saved: {error.strerror}", severity="warning")

    def open_path(self, path: Path, turn: int | None = None) -> None:
        """Show a file: a running game to play on, a finished one to look at."""
        from atlantis_tui.opening import open_path

        open_path(self, path, turn)

    async def action_quit(self) -> None:
        await self.action_leave()

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
