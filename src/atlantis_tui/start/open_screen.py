"""File browser with recent files, folders, collections and previews."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from atlantis_core.files.collections import containing_file, is_collection
from atlantis_core.support.errors import NotationError
from atlantis_tui import routes
from atlantis_tui.game.background import is_quickly_read, run_in_background
from atlantis_tui.settings.folders import games_folder, parse_path
from atlantis_tui.settings.kept_lists import load_recent
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import RowList
from .file_rows import (
    collection_rows,
    first_choice,
    folder_rows,
    key_of,
    path_of,
    recent_rows,
)
from .preview import Preview
from .summaries import Summary, summarise

Pick = Callable[[Path], object]
A_COLLECTION = "A collection of games. Press Enter to list them."


class OpenScreen(BaseScreen):
    """Opens the selected file in place of this screen, or passes it to `pick`."""

    BINDINGS = parse_bindings("""
        backspace    up    Parent folder                  parent folder
        slash,colon  type  Type a path                    type a path
        a            all   Show all files, or only games  all files
        b            search_library  Search these games in the library, and sort them  search
    """)
    foot = (("Enter", "open", "screen.take"),)
    DEFAULT_CSS = """
    OpenScreen {
        & #files { width: 45; padding: 1 1 0 0; }
        & #preview { padding: 1 1 0 1; }
    }
    """

    def __init__(self, folder: Path | None = None, pick: Pick | None = None) -> None:
        """`pick` receives the path of a board file instead of opening it."""
        super().__init__()
        self.folder = (folder or _first_folder()).absolute()
        self._has_recent = folder is None
        self._is_all = False
        self._pick = pick
        self._looked_at: Path | None = None

    def compose(self) -> ComposeResult:
        body = Horizontal(RowList(id="files"), Preview(id="preview"), id="body")
        return self.page("Use the board of a file" if self._pick else "Open", body)

    def on_mount(self) -> None:
        self.paint()

    def paint(self, chosen: str | None = None) -> None:
        """Refresh the list."""
        recent = recent_rows(load_recent()) if self._has_recent else ()
        is_file = self.folder.is_file()
        listed = (
            collection_rows(self.folder)
            if is_file
            else folder_rows(self.folder, is_all=self._is_all)
        )
        rows = [*recent, *listed]
        self.rows.show_rows(rows, chosen or first_choice(rows, self.folder))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        path = path_of(event.key)
        self._looked_at = path
        if path is None or not Path(containing_file(path)).is_file():
            self.query_one(Preview).show(Summary())
        elif is_collection(path):
            self.query_one(Preview).show(Summary(lines=(A_COLLECTION,)))
        elif is_quickly_read(path):
            self.query_one(Preview).show(summarise(path))
        else:
            self.query_one(Preview).show(Summary(lines=("opening ...",)))
            self._look_into(path)

    @work(exclusive=True, group="preview")
    async def _look_into(self, path: Path) -> None:
        summary = await run_in_background(lambda: summarise(path))
        if self._looked_at == path:
            self.query_one(Preview).show(summary)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        path = path_of(event.key)
        if path is not None:
            self._go_to(path)

    def enter(self, folder: Path) -> None:
        """Show a folder or a collection; selects the previous one if it was inside."""
        left = self.folder
        self.folder = folder.absolute()
        self._has_recent = False
        self.paint(key_of(left) if left.parent == self.folder else None)

    def action_up(self) -> None:
        self.enter(self.folder.parent)

    def action_all(self) -> None:
        self._is_all = not self._is_all
        self.paint()

    def action_search_library(self) -> None:
        """List the games of the folder or collection in the library, which indexes them first."""
        if self._pick is None:
            name = str(self.folder).replace('"', "")
            self.atlantis.open(routes.LibraryRoute(f'file:"{name}"', self.folder))

    def action_type(self) -> None:
        self._ask_for_path()

    @work
    async def _ask_for_path(self) -> None:
        text = await self.ask_text("Open", f"{self.folder}/", "a file or a folder")
        if text:
            try:
                self._go_to(parse_path(text))
            except (OSError, NotationError) as error:
                self.notify(str(error), severity="warning", markup=False)

    def _go_to(self, path: Path) -> None:
        if path.is_dir() or is_collection(path):
            self.enter(path)
        elif self._pick is not None:
            self.app.pop_screen()
            self._pick(path)
        else:
            self.atlantis.replace(routes.File(path))


def _first_folder() -> Path:
    games = games_folder()
    return games if games.is_dir() else Path.cwd()
