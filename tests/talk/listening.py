"""A listener: knows the game only from the lines that the conversation prints."""

from __future__ import annotations

from atlantis_tui.talk.conversation import Talk
from atlantis_tui.talk.menu_topic import MenuTopic


class Listener:
    """Types lines and keeps the answers."""

    def __init__(self, *, is_brief: bool = False) -> None:
        self.talk = Talk(is_brief=is_brief)
        self.talk.topics.append(MenuTopic(self.talk))
        self.heard: list[str] = []

    def type(self, line: str) -> list[str]:
        answer = list(self.talk.answer(line))
        self.heard += answer
        return answer

    def legal_moves(self) -> list[str]:
        """The moves that the answer to 'moves' names."""
        _, *stacks = self.type("moves")
        return [
            f"{stack.split(' ')[0]}-{destination}"
            for stack in stacks
            for destination in stack.split(": ")[1].split()
        ]

    @property
    def has_heard_the_end(self) -> bool:
        return any(line.startswith("The game is over") for line in self.heard)
