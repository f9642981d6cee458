"""The play screen as people see it: the flow of a game, and what is opened over it.

Typed commands, help, the result, review. Each of them is opened by a key and imported when it
is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from atlantis_core.errors import NotationError
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.keeping_screen import KeepingScreen
from atlantis_tui.play.typed import Command, Word

if TYPE_CHECKING:
    pass

_QUIT, _MENU = "quit", "menu"


class PlayScreen(KeepingScreen):
    """Two people at one keyboard, or one against bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help for where you are"),
        Binding("o", "result", "Show the result of the game"),
        Binding("ctrl+s", "save_as", "Save under another name"),
        Binding("v", "review", "Review the game so far"),
        Binding("Q", "menu", "Leave the game for the start screen"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._is_quitting = True

    # Help and result.

    def action_help(self) -> None:
        from atlantis_tui.play.help import help_lines

        self.app.push_screen(
            self.make_dialog("Help", list(help_lines(self.shown_mode, self.size.width - 8)))
        )

    def finish(self) -> None:
        super().finish()
        self.action_result()

    def action_result(self) -> None:
        ending = self.document.game.outcome
        if ending is None:
            self.say("the game is not over yet")
            return
        from atlantis_tui.play.result import result_lines

        lines = list(result_lines(self.table, self.document.game.position, ending))
        answers = (
            ("enter", "look at the board", ""),
            ("s", "start screen", _MENU),
            ("q", "quit", _QUIT),
        )
        dialog = self.make_dialog("The game is over", lines, answers)
        self.app.push_screen(dialog, self._after_result)

    async def _after_result(self, answer: str | None) -> None:
        if answer == _QUIT:
            await self.action_leave()
        elif answer == _MENU:
            await self.action_menu()

    # Reviewing.

    def action_review(self) -> None:
        """Look back at the game; the plan of this turn stays as it is."""
        if self.mode is Mode.SHOWING:
            return
        from atlantis_tui.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self.document, back=self._after_review))

    def _after_review(self, has_changed_turns: bool) -> None:
        if has_changed_turns:
            self.begin_turn()

    # Typing.

    def action_save_as(self) -> None:
        self.ask_for_name()

    async def obey(self, word: Word, command: Command) -> None:
        match word:
            case Word.UNDO:
                self._undo()
            case Word.REDO:
                self.action_redo_turn()
            case Word.ORDER:
                self._order(command.numbers())
            case Word.SPEED:
                self.action_speed(command.numbers()[0] - self.atlantis.options.speed)
            case Word.THEME:
                self._set_theme(command.argument)
            case Word.SAVE:
                self.save_command(command.argument)
            case Word.QUIT:
                await self.action_leave()
            case _:
                await super().obey(word, command)

    def _undo(self) -> None:
        """A planned move if there is one, else the last turn."""
        if self.entry is not None and self.entry.plan.moves:
            self.action_take_back()
        else:
            self.action_undo_turn()

    def _order(self, numbers: tuple[int, ...]) -> None:
        if self.entry is None:
            return
        moves = self.entry.plan.moves
        if sorted(numbers) != list(range(1, len(moves) + 1)):
            given = " ".join(map(str, numbers))
            raise NotationError(given, "order", f"each number from 1 to {len(moves)} once")
        self.entry.clear()
        self.plan_moves(tuple(moves[number - 1] for number in numbers))

    def _set_theme(self, name: str) -> None:
        if name not in self.app.available_themes:
            known = ", ".join(sorted(self.app.available_themes))
            self.say(f"no such theme: '{name}' (expected one of {known})", "bad")
        else:
            self.atlantis.set_options(replace(self.atlantis.options, theme=name))
