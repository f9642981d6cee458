"""Hints: the best few turns that the strongest bot sees, with everybody's chances.

Serves wherever a turn is planned, in a game and when a turn of the past is tried. A hint is
shown and marked on the board; planning it is a second decision.
"""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError
from atlantis_core.grid import format_moves
from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.thinker import Advice, Thinker
from atlantis_tui.play.typing_screen import TypingScreen

REASONS = 2
"""Of a hint, the most telling ones."""


class HintingScreen(TypingScreen):
    """A board on which a bot can be asked what to do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Ask for a hint, then plan it"),
        Binding("H", "next_hint", "Show the next best turn"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self.thinker = Thinker()
        self._hints: tuple[Advice, ...] = ()
        self._hint_number = 0
        self._hinted_turn = -1

    def on_unmount(self) -> None:
        self.thinker.close()

    def action_hint(self) -> None:
        """Ask the strongest bot; a second time plans what it said."""
        if self.entry is None or self.mode is not Mode.PLANNING:
            return
        if self.hint is not None:
            moves = self.hint
            self.entry.clear()
            if self.plan_moves(moves) and not moves:
                self.say("nothing is planned: the hint is to pass; t ends the turn")
        else:
            self._ask_for_hints()

    def action_next_hint(self) -> None:
        """The next best turn; after the last one the best again."""
        if self.entry is None or self.mode is not Mode.PLANNING:
            return
        if not self._knows_hints:
            self._ask_for_hints()
            return
        # A hint that has been planned or dropped is shown again before the next one.
        self._show_hint(self._hint_number + (self.hint is not None))

    @property
    def _knows_hints(self) -> bool:
        return bool(self._hints) and self._hinted_turn == self.document.game.turn_number

    def _ask_for_hints(self) -> None:
        self.say("looking for a hint ...")
        self._look_for_hints()

    @work(exclusive=True, group="thinking")
    async def _look_for_hints(self) -> None:
        number = self.document.game.turn_number
        try:
            hints = await self.thinker.advise(self.document.game)
        except AtlantisError as error:
            self.say(f"no hint: {error}", "bad")
            return
        if self.entry is not None and self.document.game.turn_number == number:
            self._hints, self._hinted_turn = hints, number
            self._show_hint(0)

    def _show_hint(self, number: int) -> None:
        self._hint_number = number % len(self._hints)
        advice = self._hints[self._hint_number]
        self.hint = advice.turn
        self.paint()
        self.say(self._hint_text(advice))

    def _hint_text(self, advice: Advice) -> str:
        place = f"{self._hint_number + 1} of {len(self._hints)}"
        why = "; ".join(advice.reasons[:REASONS])
        by_name = zip(self.table.cast.names, advice.chances, strict=True)
        chances = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in by_name)
        keys = "h plans it, H shows the next" if len(self._hints) > 1 else "h plans it"
        return f"hint {place}: {format_moves(advice.turn)} ({why}). Chances: {chances}. {keys}"
