"""The play screen as people see it: the flow of a game, and everything around it.

Typed commands, help, the result, saving under another name, leaving. Each of them is opened
by a key and imported when it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError, NotationError
from atlantis_core.grid import Field, parse_field
from atlantis_tui.arguments import read_zoom
from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.flow_screen import FlowScreen
from atlantis_tui.play.typed import Command, Word, complete, parse_command
from atlantis_tui.text_lines import Line

if TYPE_CHECKING:
    from atlantis_tui.dialogs import Dialog
    from atlantis_tui.play.command_line import CommandLine

_KEEP, _DROP, _OVERWRITE, _QUIT, _MENU = "keep", "drop", "overwrite", "quit", "menu"


class PlayScreen(FlowScreen):
    """Two people at one keyboard, or one against bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon,m", "type", "Type a move or a command"),
        Binding("question_mark,f1", "help", "Help for where you are"),
        Binding("o", "result", "Show the result of the game"),
        Binding("ctrl+s", "save_as", "Save under another name"),
        Binding("v", "review", "Review the game so far"),
        Binding("Q", "menu", "Leave the game for the start screen"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._typed: list[str] = []
        self._is_quitting = True

    @staticmethod
    def _dialog(
        title: str, lines: Sequence[Line], answers: Sequence[tuple[str, str, str]] = ()
    ) -> Dialog:
        from atlantis_tui.dialogs import Answer, Dialog

        return Dialog(title, lines, [Answer(*answer) for answer in answers])

    # Help and result.

    def action_help(self) -> None:
        from atlantis_tui.play.help import help_lines

        self.app.push_screen(
            self._dialog("Help", list(help_lines(self.shown_mode, self.size.width - 8)))
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
        self.app.push_screen(self._dialog("The game is over", lines, answers), self._after_result)

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

    @on(PlayBoard.TypingWanted)
    def _typing_wanted(self) -> None:
        self.action_type()

    def action_type(self, begin: str = "") -> None:
        if self.query("#command"):
            return
        from atlantis_tui.play.command_line import CommandLine

        line = CommandLine(self._complete, self._typed)
        line.value = begin
        self.board.release_keys(line.take_key)
        self.query_one("#message").display = False
        self.mount(line, after="#message")
        line.focus()

    def action_save_as(self) -> None:
        self.action_type("save as ")

    def _complete(self, text: str) -> str | None:
        legal = () if self.entry is None else self.entry.plan.legal_moves()
        return complete(text, legal, self.document.game.start.board.fields)

    async def on_command_line_entered(self, event: CommandLine.Entered) -> None:
        self.board.redirect = None
        await self.query("#command").remove()
        self.query_one("#message").display = True
        self.board.focus()
        if event.text:
            await self.carry_out(event.text)

    async def carry_out(self, text: str) -> None:
        """Do what a typed line says; what it cannot mean is said and changes nothing."""
        try:
            command = parse_command(text)
            if command.word is None:
                self.plan_moves(command.moves)
            else:
                await self._obey(command.word, command)
        except IllegalMoveError as error:
            self.refuse(error)
        except (AtlantisError, ValueError) as error:
            self.say(str(error), "bad")

    async def _obey(self, word: Word, command: Command) -> None:  # noqa: C901, PLR0912 -- a table of words
        match word:
            case Word.PASS:
                self._pass()
            case Word.END:
                self.action_end_turn()
            case Word.UNDO:
                self._undo()
            case Word.REDO:
                self.action_redo_turn()
            case Word.TAKE_BACK:
                self.action_take_back()
            case Word.DROP:
                self.action_drop_move(command.numbers()[0] - 1)
            case Word.ORDER:
                self._order(command.numbers())
            case Word.CLEAR:
                self._clear()
            case Word.GOTO:
                self.go_to(parse_field(command.argument.lower()))
            case Word.ZOOM:
                self.board.zoom = read_zoom(command.argument)
            case Word.PREVIEW:
                self.action_preview()
            case Word.HINT:
                self.action_hint()
            case Word.LABELS:
                self.action_toggle_labels()
            case Word.SPEED:
                self.action_speed(command.numbers()[0] - self.atlantis.options.speed)
            case Word.THEME:
                self._set_theme(command.argument)
            case Word.SAVE:
                self._save(command.argument)
            case Word.HELP:
                self.action_help()
            case Word.QUIT:
                await self.action_leave()

    def go_to(self, field: Field) -> None:
        """Put the cursor on a field."""
        if field not in self.document.game.start.board:
            self.say(f"there is no field '{field}' on this board", "bad")
        else:
            self.board.cursor = field

    def _undo(self) -> None:
        """A planned move if there is one, else the last turn."""
        if self.entry is not None and self.entry.plan.moves:
            self.action_take_back()
        else:
            self.action_undo_turn()

    def _pass(self) -> None:
        self._clear()
        self.action_end_turn()

    def _clear(self) -> None:
        if self.entry is not None:
            self.entry.clear()
            self.plan_changed()

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

    # Files.

    def _save(self, argument: str) -> None:
        name = argument.removeprefix("as").strip()
        if not name:
            self.document.save()
            where = self.document.path
            self.say(f"saved: {where}" if where else "this game has no file: save as NAME")
            return
        self.save_to(Path(name).expanduser())

    @work
    async def save_to(self, path: Path) -> None:
        """Save under another name; asks before it replaces another file."""
        is_replacing = False
        if self._would_replace(path):
            lines = [(f"'{path}' exists.",)]
            answers = (("r", "replace it", _OVERWRITE), ("enter", "keep it", ""))
            answer = await self.app.push_screen_wait(self._dialog("Save as", lines, answers))
            is_replacing = answer == _OVERWRITE
            if not is_replacing:
                return
        try:
            self.document.save_as(path, is_replacing=is_replacing or path == self.document.path)
        except (OSError, AtlantisError) as error:
            self.say(str(error), "bad")
            return
        if self.entry is not None:
            self.document.keep_plan(self.entry.plan)
        self.paint_bars()
        self.say(f"saved: {path}; the game goes on there")

    def _would_replace(self, path: Path) -> bool:
        return path.exists() and path != self.document.path

    def saving_failed(self, error: Exception) -> None:
        super().saving_failed(error)
        from atlantis_core.transcript.errors import SaveConflictError

        if isinstance(error, SaveConflictError):
            self._ask_about_conflict(error)

    @work
    async def _ask_about_conflict(self, error: AtlantisError) -> None:
        lines = [(str(error),), (), ("Your turn is still planned and nothing is lost.",)]
        answers = (
            ("o", "overwrite it with this game", _OVERWRITE),
            ("enter", "leave it alone", ""),
        )
        answer = await self.app.push_screen_wait(
            self._dialog("The file has changed", lines, answers)
        )
        if answer == _OVERWRITE:
            try:
                self.document.overwrite()
            except (OSError, AtlantisError) as failure:
                self.say(str(failure), "bad")
                return
            self.say("overwritten; t ends the turn now")

    # Leaving.

    async def action_leave(self) -> None:
        """Quit at once, unless something would be lost."""
        self._is_quitting = True
        await self._leave_unless_lost()

    async def action_menu(self) -> None:
        """Leave the game for the start screen, unless something would be lost."""
        self._is_quitting = False
        await self._leave_unless_lost()

    async def _leave_unless_lost(self) -> None:
        document = self.document
        if self.app.screen is not self:
            return
        if document.unsaved_turns:
            self._ask_about_turns()
        elif document.path is None and document.game.turns:
            self._ask_about_game()
        else:
            self.leave()

    def leave(self) -> None:
        self.mode = Mode.OVER
        self.thinker.close()
        if self._is_quitting:
            self.app.exit()
        else:
            from atlantis_tui.start.ways import go_to_start

            go_to_start(self.atlantis)

    @work
    async def _ask_about_turns(self) -> None:
        count = self.document.unsaved_turns
        turns = "a turn" if count == 1 else f"{count} turns"
        lines = [(f"You took back {turns} that the file still has.",)]
        answers = (
            ("k", "keep them in the file", _KEEP),
            ("d", "drop them", _DROP),
            ("enter", "stay", ""),
        )
        answer = await self.app.push_screen_wait(self._dialog("Quit", lines, answers))
        if answer == _DROP:
            try:
                self.document.save()
            except (OSError, AtlantisError) as error:
                self.say(str(error), "bad")
                return
        if answer:
            self.leave()

    @work
    async def _ask_about_game(self) -> None:
        lines = [("This game has no file and would be lost.",)]
        answers = (
            ("s", "save it", _KEEP),
            ("d", "drop it", _DROP),
            ("enter", "stay", ""),
        )
        answer = await self.app.push_screen_wait(self._dialog("Quit", lines, answers))
        if answer == _KEEP:
            self.action_save_as()
        elif answer == _DROP:
            self.leave()
