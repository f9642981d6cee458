"""Following the file of a game on a screen: what somebody else writes is taken over and shown.

The follower looks in its own thread; what it finds waits for its turn among the messages of the
screen, and what becomes of it is decided here, once for every screen on which a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable

from atlantis_core.phrases import counted
from atlantis_tui.game.document import FileChange
from atlantis_tui.game.events import Event
from atlantis_tui.game.file_follower import (
    FileFollower,
    FileGone,
    FileNews,
    FileRead,
    FileUnreadable,
    read_news,
)
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.widgets.base_screen import BaseScreen

_OFFERED = (FileChange.MORE_TURNS, FileChange.FEWER_TURNS, FileChange.OTHER_TURNS)
"""What a window that has the game for itself does not take over unasked."""


class FileWatch:
    """Looks after the file of a game for one screen."""

    def __init__(
        self,
        screen: BaseScreen,
        flow: GameFlow,
        say: Callable[[str, str], None],
        found: Callable[[FileNews], None],
    ) -> None:
        """`found` is called when the follower has found something."""
        self._screen, self._flow, self._say, self._found = screen, flow, say, found
        self._follower: FileFollower | None = None
        self._has_trouble = False
        self._is_agreed = False
        """Somebody wants what is there now, whatever it costs here."""

    def start(self) -> None:
        """Follow the file that the game has now; one without a file is followed once it has."""
        path = self._flow.document.path
        if path is None or (self._follower is not None and self._follower.path == path):
            return
        self.stop()
        self._follower = FileFollower(path, self._tell)
        self._follower.start()

    def stop(self) -> None:
        if self._follower is not None:
            self._follower.stop()
            self._follower = None

    def look(self) -> None:
        """Look now, and take over what is there: somebody else was quicker."""
        self._is_agreed = True
        path = self._flow.document.path
        if path is not None:
            self._screen.run_worker(lambda: self._tell(read_news(path)), thread=True)

    def _tell(self, news: FileNews) -> None:
        self._screen.call_later(self._found, news)

    def hear(self, news: FileNews, planned: int) -> Event | None:
        """Take over what was found, if it can be; gives what comes next in the game.

        `planned` is how many moves are planned here and would be dropped.
        """
        match news:
            case FileGone():
                self._complain("the file is gone; it is looked for again and again")
                return None
            case FileUnreadable(reason):
                self._complain(f"the file cannot be read now: {reason}")
                return None
            case FileRead():
                if self._has_trouble:
                    self._has_trouble = False
                    self._say("", "plain")
                return self._take_over(news, planned)

    def _complain(self, why: str) -> None:
        """Nothing comes of it in the game."""
        self._has_trouble = True
        self._say(why, "bad")

    def _take_over(self, found: FileRead, planned: int) -> Event | None:
        document = self._flow.document
        change = document.compare(found)
        is_agreed, self._is_agreed = self._is_agreed or document.ownership.is_shared, False
        if change in _OFFERED and not is_agreed:
            self._complain("somebody else has played in this file; t asks what to do")
            return None
        dropped = "; your plan was dropped" if planned else ""
        match change:
            case FileChange.NOTHING:
                return None
            case FileChange.ONLY_NOTES:
                document.take_over(found)
                return None
            case FileChange.OTHER_GAME:
                self._complain("the file holds another game now: open it again to see it")
                return None
            case FileChange.MORE_TURNS:
                note = "your plan was dropped: the turn was played elsewhere" if planned else ""
                return self._flow.overtaken(document.take_over(found), note)
            case FileChange.FEWER_TURNS | FileChange.OTHER_TURNS:
                fewer = document.game.turn_number - found.game.turn_number
                document.take_over(found)
                if change is FileChange.FEWER_TURNS:
                    said = f"{counted(fewer, 'turn')} taken back elsewhere{dropped}"
                else:
                    said = f"the file has other turns now{dropped}"
                return self._flow.moved_elsewhere(said)
