"""The play screen: ends turns, shows them, lets forced players and bots have theirs."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.entry_screen import EntryScreen


class PlayScreen(EntryScreen):
    """Two people at one keyboard, or one against bots."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, document: GameDocument, turn: int | None = None) -> None:
        super().__init__(document)
        self.wanted_turn = turn

    def on_mount(self) -> None:
        self.board.focus()
        self.begin_turn()

    def begin_turn(self) -> None:
        """Let whoever is to move have the turn."""
        game = self.document.game
        if game.is_over or not game.position.players:
            self.mode = Mode.OVER
            self.set_plan(None)
        else:
            self.mode = Mode.PLANNING
            self.set_plan(self.document.recall_plan())
        if self.board.cursor is None:
            self.board.cursor = self.board.nearest_to_middle()
        self.paint()
