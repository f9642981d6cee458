"""The app for a guest: one game, and nothing that reaches beyond it.

Has no navigation, no palette, no options to keep, no hints, no programs and no other screens than
the game with its help and its result: what is not there needs no refusing.
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
    """A game for somebody who is not at home here."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, document: GameDocument, options: Options, depth: Colors) -> None:
        super().__init__(options, depth)
        self._document = document

    def get_default_screen(self) -> Screen[None]:
        return RemotePlayScreen(self._document)


def open_remotely(path: Path, own: str | None) -> GameDocument:
    """The game of a guest, who watches unless told otherwise; raises what opening raises."""
    document = GameDocument.load(path)
    document.ownership = parse_ownership(own or WATCH, document.cast.names)
    return document
