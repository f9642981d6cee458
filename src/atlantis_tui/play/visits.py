"""What a remote player can do at a game besides playing, where a club offers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class GameVisit(Protocol):
    """One game of a club, as it is open for one person; texts are safe to show."""

    @property
    def has_chat(self) -> bool:
        """Whether there is a chat at the game."""

    @property
    def can_write(self) -> bool:
        """Whether the person may write in the chat."""

    def messages(self) -> Sequence[object]:
        """The messages of the chat, oldest first; `str` gives their lines."""

    def news(self) -> str:
        """The latest message of another person since the last call, or ''."""

    def say(self, text: str) -> str:
        """Write a message. Returns '' or why it is not possible."""
