"""What the app shows first, and what it shows for a path.

Other screens for other kinds of files find their way in here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_tui.document import GameDocument

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp


def open_first(app: AtlantisApp) -> None:
    """The screen for the command line."""
    if app.named.path is not None:
        open_path(app, app.named.path, app.named.turn)
    else:
        open_document(app, GameDocument.default())


def open_path(app: AtlantisApp, path: Path, turn: int | None = None) -> None:
    """The screen for a file."""
    open_document(app, GameDocument.load(path), turn)


def open_document(app: AtlantisApp, document: GameDocument, turn: int | None = None) -> None:
    """The screen for a game that is already open."""
    from atlantis_tui.play.screen import PlayScreen

    app.push_screen(PlayScreen(document, turn))
