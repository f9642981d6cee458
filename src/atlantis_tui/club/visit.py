"""A member or spectator at one game of a club: chat and comments, but not playing.

Does not import Textual: the screens and plain text share it.
"""

from __future__ import annotations

from pathlib import Path

from atlantis_core.support.errors import AtlantisError, NotationError, SetupError
from atlantis_core.support.safe_text import showable
from atlantis_tui.game.document import GameDocument
from . import chat, store
from .chat import Message
from .members import ClubError
from .store import ClubTerms


class Visit:
    """One game, as it is open for one person."""

    def __init__(self, path: Path, member: str | None, terms: ClubTerms) -> None:
        self.path, self.member, self.terms = path, member, terms
        self._seen = chat.chat_size(path)

    @property
    def has_chat(self) -> bool:
        return self.terms.has_chat

    @property
    def can_write(self) -> bool:
        return self.member is not None and self.has_chat

    def messages(self) -> tuple[Message, ...]:
        """The chat at the game; none if the host has switched chats off."""
        return chat.read_chat(self.path) if self.terms.has_chat else ()

    def news(self) -> str:
        """The latest message of another member, if there are new ones since the last call."""
        size = chat.chat_size(self.path)
        if size == self._seen:
            return ""
        self._seen = size
        last = next(reversed(self.messages()), None)
        return f"{last.name}: {last.text}" if last and last.name != self.member else ""

    def say(self, text: str) -> str:
        """Write a message. Returns '' or why it is not possible."""
        if self.member is None or not self.terms.has_chat:
            return "only members can write" if self.terms.has_chat else "this club has no chat"
        try:
            chat.say(self.path, self.member, text)
        except (OSError, AtlantisError) as error:
            return explain(error)
        return ""

    def own_comment(self, turn: int) -> str:
        """The member's comment on a turn, or ''."""
        document = store.open_game(self.path, self.member)
        return store.own_comment(document.transcript, turn, self.member or "")

    def comment(self, turn: int, text: str) -> GameDocument:
        """Write about a turn; returns the game as it is now. Raises AtlantisError and OSError."""
        if self.member is None:
            raise ClubError("only members can write")
        store.write_comment(self.path, self.member, turn, text)
        return store.open_game(self.path, self.member)


def explain(error: Exception) -> str:
    """An error in words for a member; those of the file system name paths, which stay hidden."""
    is_theirs = isinstance(error, (ClubError, NotationError, SetupError))
    return showable(str(error), 200) if is_theirs else "this did not work; try again"
