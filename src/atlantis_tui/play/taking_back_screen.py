"""Taking back whole turns and playing them again.

Against bots that leads to where a person has something to decide; where only bots play, it goes
turn by turn, because there is nobody to go back to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.play.bars import Mode
from atlantis_tui.play.flow_screen import FlowScreen


class TakingBackScreen(FlowScreen):
    """A game whose turns can be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("U", "undo_turn", "Take back the last turn"),
        Binding("R", "redo_turn", "Play a turn taken back again"),
    ]

    def action_undo_turn(self) -> None:
        """Take back turns until a person has something to decide."""
        game = self.document.game
        if not game.can_undo:
            self.say("there is no turn to take back")
            return
        self._interrupt()
        count = self._jump(game.undo, lambda: game.can_undo)
        message = f"{_turns(count)} taken back; R plays {'it' if count == 1 else 'them'} again"
        if self.is_persons_turn:
            self.begin_turn()
            self.say(message)
        else:
            self.pause_bot(f"{message}, {self.resume_words}")

    def action_redo_turn(self) -> None:
        """Play turns again that were taken back, until a person has something to decide.

        If it is a bot's turn then, it thinks: that is how it was before the turns were taken
        back. Bots among themselves wait, so that the next turn can be played again too.
        """
        game = self.document.game
        if not game.can_redo:
            self.say("there is no turn to play again")
            return
        self._interrupt()
        message = f"{_turns(self._jump(game.redo, lambda: game.can_redo))} played again"
        if self.is_among_bots and not game.is_over:
            self.pause_bot(f"{message}; {self.resume_words}")
            return
        self.begin_turn()
        if self.shown_mode is not Mode.PAUSED:
            self.say(message)

    def _jump(self, step: Callable[[], object], is_possible: Callable[[], bool]) -> int:
        count = 0
        while is_possible() and not (count and (self.is_among_bots or self.is_persons_turn)):
            step()
            count += 1
        return count

    def _interrupt(self) -> None:
        self.stop_showing()
        if self.mode is Mode.THINKING:
            self.thinker.cancel()
        self.mode = Mode.PLANNING


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
