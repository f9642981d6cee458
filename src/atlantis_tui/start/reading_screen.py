"""Placeholder screen while a large file is read; Escape cancels."""

from __future__ import annotations

from pathlib import Path

from textual import work
from textual.app import ComposeResult

from atlantis_core.review.places import Place
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_tui import routes
from atlantis_tui.game.background import run_in_background
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.text_lines import TextLines
from . import opened_file


class ReadingScreen(BaseScreen):
    """Reads a file in a thread, then switches to the screen for it."""

    foot, foot_always = (("Esc", "cancel", "screen.close"),), ()

    def __init__(self, path: Path, at: Place | None = None, own: str | None = None) -> None:
        """`own` names the seats that this window plays in a shared game."""
        super().__init__()
        self._own = own
        self._path = path
        self._at = at
        self._is_read = False

    def compose(self) -> ComposeResult:
        said = f" opening '{showable(self._path.name)}' ..."
        return self.page("Open", TextLines((said,), id="message"))

    def on_mount(self) -> None:
        self._read()

    @work
    async def _read(self) -> None:
        try:
            opened = await run_in_background(lambda: opened_file.open_path(self._path))
            self._show(routes.Opened(opened, self._at, self._own))
        except OSError as error:
            self._show(routes.StartRoute.unreadable(self._path, error))
        except AtlantisError as error:
            self._show(routes.StartRoute(str(error)))

    def _show(self, route: routes.Route) -> None:
        if self.is_current:
            self.atlantis.replace(route)
            self._is_read = True

    def on_screen_resume(self) -> None:
        # As the app's first screen it stays below the opened one; leaving that leaves this too.
        if self._is_read:
            self.atlantis.go_back()
