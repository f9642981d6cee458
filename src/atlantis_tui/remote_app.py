"""The app for a remote player: one game and nothing else.

Has no navigation, command palette, saved options, hints or agents; only the game with its help
and result. What does not exist needs no access control.
"""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.play.remote_screen import RemotePlayScreen
from atlantis_tui.settings.options import Colors, Options
from .base_app import BaseApp


class RemoteApp(BaseApp):
    """Shows one game to a remote player or spectator."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, document: GameDocument, options: Options, depth: Colors) -> None:
        super().__init__(options, depth)
        self._document = document

    def get_default_screen(self) -> Screen[None]:
        return RemotePlayScreen(self._document)


def open_remotely(path: Path, own: str | None) -> GameDocument:
    """Load the game for a remote player, who watches unless `own` names seats."""
    document = GameDocument.load(path)
    document.ownership = parse_ownership(own or WATCH, document.cast.names)
    return document
