"""Hints: the best few turns that the strongest bot sees, with everybody's chances.

Serves wherever a turn is planned, in a game and when a turn of the past is tried. A hint is
shown and marked on the board; planning it is a second decision.
"""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.grid import Move, format_moves
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.thinker import Advice, Thinker
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.message import add_as_fits, list_as_fits
from atlantis_tui.play.side import Row
from atlantis_tui.play.table_screen import LINES_IF_LOW, LOW, MOST_LINES
from atlantis_tui.play.typing_screen import TypingScreen
from atlantis_tui.widgets.text_lines import Piece
from atlantis_tui.widgets.wrapping import wrap


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
        self._is_looking = False

    def on_unmount(self) -> None:
        self.thinker.close()

    def action_hint(self) -> None:
        """Ask the strongest bot; a second time plans what it said."""
        if self.entry is None or self.mode is not Mode.PLANNING:
            return
        if self.hint is None:
            self._ask_for_hints()
        else:
            self._plan_hint(self.entry, self.hint)

    def _plan_hint(self, entry: TurnEntry, moves: tuple[Move, ...]) -> None:
        """Plan what the hint says; what was planned before can be brought back."""
        try:
            is_replacing = entry.replace(moves)
        except IllegalMoveError as error:
            self.refuse(error)
            return
        self.plan_changed()
        said = "the hint is planned" if moves else "nothing is planned: the hint is to pass"
        if is_replacing:
            said += "; u brings your own plan back"
        self.say(f"{said}; t ends the turn")

    @property
    def has_hint(self) -> bool:
        """Whether a hint is shown or looked for: something that Escape can drop."""
        return self._is_looking or self.hint is not None

    def action_release(self) -> None:
        """Escape puts stones back first, and then drops the hint, or the search for one."""
        if self._is_looking:
            self._is_looking = False
            self.thinker.cancel()
            self.say("no hint")
            return
        entry = self.entry
        is_busy = entry is not None and (entry.lifted is not None or entry.is_preview)
        if self.hint is None or is_busy:
            super().action_release()
            return
        self.hint = None
        self._message = None
        self.paint()

    def action_toggle_side(self) -> None:
        super().action_toggle_side()
        if self.hint is not None:
            self.say(self._hint_text())

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
        self._is_looking = True
        try:
            hints = await self.thinker.advise(self.document.game, self.table.cast.names)
        except AtlantisError as error:
            if self._is_looking:
                self.say(f"no hint: {error}", "bad")
            self._is_looking = False
            return
        # Escape may have come too early to stop the bot: nobody wants its answer any more.
        is_wanted, self._is_looking = self._is_looking, False
        if is_wanted and self.entry is not None and self.document.game.turn_number == number:
            self._hints, self._hinted_turn = hints, number
            self._show_hint(0)

    def _show_hint(self, number: int) -> None:
        self._hint_number = number % len(self._hints)
        self.hint = self._hints[self._hint_number].turn
        self.paint()
        self.say(self._hint_text())

    # What is said about a hint: in short below the board, in full in the panel if there is one.

    @property
    def _hint_place(self) -> str:
        return f"{self._hint_number + 1} of {len(self._hints)}"

    def _hint_text(self) -> str:
        """What matters first; the reasons, as far as there is room and the panel has none."""
        advice = self._hints[self._hint_number]
        width = self.size.width - 2
        most = LINES_IF_LOW if self.size.height < LOW else MOST_LINES
        player = self.document.game.position.to_move
        chance = f"{self.table.cast[player]} {_percent(advice.chances[player])}"
        keys = "h plans it, H the next" if len(self._hints) > 1 else "h plans it"
        moves = format_moves(advice.turn).split()
        before, after = f"hint {self._hint_place}: ", f"; {chance}; {keys}"
        text = list_as_fits(before, moves, after, width, most)
        if self.query_one("#side").display:
            return text
        return add_as_fits(text, advice.reasons, width, most)

    def hint_rows(self, width: int) -> list[Row]:
        if self.hint is None or not self._knows_hints:
            return []
        advice = self._hints[self._hint_number]
        by_name = zip(self.table.cast.names, advice.chances, strict=True)
        chances = ", ".join(f"{name} {_percent(chance)}" for name, chance in by_name)
        rows: list[Row] = [(Piece("Hint", "heading"), f" {self._hint_place}")]
        for text in (format_moves(advice.turn), f"chances: {chances}"):
            rows += [(line,) for line in wrap(text, width)]
        for reason in advice.reasons:
            first, *others = wrap(reason, width - 2)
            rows += [(f"- {first}",), *((f"  {line}",) for line in others)]
        return rows


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
