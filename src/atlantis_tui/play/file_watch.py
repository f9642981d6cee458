"""Follows the file of a game for a screen: changes arrive among the screen's messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from atlantis_tui.widgets.base_screen import BaseScreen

Changed = Callable[[FileState], None]


class FileWatch:
    """The follower of a document's file, whichever path that is at the moment."""

    def __init__(self, screen: BaseScreen, document: GameDocument, changed: Changed) -> None:
        self._screen, self._document, self._changed = screen, document, changed
        self._follower: FileFollower | None = None

    def start(self) -> None:
        """Follow the present file, if the document has one."""
        path = self._document.path
        if path is None or (self._follower is not None and self._follower.path == path):
            return
        self.stop()
        self._follower = FileFollower(path, partial(self._screen.call_later, self._changed))
        self._follower.start()

    def stop(self) -> None:
        if self._follower is not None:
            self._follower.stop()
            self._follower = None

    def look(self, found: Changed) -> None:
        """Read the file now, in a thread, for `found` instead of `changed`."""
        path = self._document.path
        if path is not None:
            call = self._screen.call_later
            self._screen.run_worker(lambda: call(found, read_state(path)), thread=True)
