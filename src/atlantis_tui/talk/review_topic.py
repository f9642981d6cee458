"""The review of a game: the dialogue of `atlantis read`, saved through the game's document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from atlantis_core.dialogue import Dialogue
from atlantis_core.dialogue.conversation import VERBS
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import Lines
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from .conversation import Talk, Topic

if TYPE_CHECKING:
    from atlantis_core.transcript.model import Transcript
    from atlantis_tui.game.document import GameDocument


class ReviewTopic(Topic):
    """Reviews a game; every edit is saved at once."""

    vocabulary = VERBS

    def __init__(
        self, talk: Talk, document: GameDocument, left: Callable[[], None] | None = None
    ) -> None:
        """`left` is called when the review ends."""
        super().__init__(talk)
        self._document = document
        self._left = left
        tree = GameTree(document.transcript, document.game.positions, document.problem)
        self._dialogue = Dialogue(
            DialogueState(ReplayCursor(tree), document.cast, self._save, is_brief=talk.is_brief)
        )

    def greet(self) -> Lines:
        return ["Review; type 'leave' to return.", *self._dialogue.greet()[:-1]]

    def answer(self, line: str) -> Lines:
        if line == "leave":
            return self.talk.leave()
        failures = self._dialogue.failures
        lines = self._dialogue.answer(line)
        self.talk.failures += self._dialogue.failures - failures
        return lines

    def explain(self, word: str) -> Lines:
        return [*VERBS.explain(word), *([] if word else ["leave: return to the game"])]

    def close(self) -> None:
        if self._left is not None:
            self._left()

    def _save(self, transcript: Transcript) -> str:
        main = self._dialogue.state.replay.tree.main
        if transcript.turns != self._document.transcript.turns:
            self._document.adopt(transcript, main.turn_number, main.problem)
        else:
            self._document.edit(transcript)
        self._document.save_edits()
        return "saved"
