"""Typing on a board: the command line, and the words that serve wherever a turn is planned.

The board holds keys back as soon as typing is wanted, so a screen that did not open the line
would never hear a key again; that is why this stands below all screens that have such a board.
What a word does beyond the plan is decided on top of this.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.grid import Field, parse_field
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.entry_screen import EntryScreen
from atlantis_tui.play.typed import Command, Word, complete, parse_command
from atlantis_tui.settings.arguments import read_zoom

if TYPE_CHECKING:
    from atlantis_tui.play.command_line import CommandLine

_ACTIONS: Mapping[Word, str] = MappingProxyType(
    {
        Word.END: "end_turn",
        Word.UNDO: "take_back",
        Word.TAKE_BACK: "take_back",
        Word.PREVIEW: "preview",
        Word.HINT: "hint",
        Word.LABELS: "toggle_labels",
        Word.HELP: "help",
    }
)
"""Words that say the same as a key."""


class TypingScreen(EntryScreen):
    """A board on which a turn can be planned in words as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon,m", "type", "Type a move or a command"),
    ]

    placeholder: ClassVar[str | None] = None
    """What the empty line suggests; None leaves that to the line."""

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._typed: list[str] = []

    @on(PlayBoard.TypingWanted)
    def _typing_wanted(self) -> None:
        self.action_type()

    def action_type(self, begin: str = "") -> None:
        if self.query("#command"):
            return
        from atlantis_tui.play.command_line import CommandLine

        line = CommandLine(self._complete, self._typed)
        line.value = begin
        if self.placeholder is not None:
            line.placeholder = self.placeholder
        self.board.release_keys(line.take_key)
        self.query_one("#message").display = False
        self.mount(line, after="#message")
        line.focus()

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
                await self.obey(command.word, command)
        except IllegalMoveError as error:
            self.refuse(error)
        except (AtlantisError, ValueError) as error:
            self.say(str(error), "bad")

    async def obey(self, word: Word, command: Command) -> None:
        """Do what a word says that serves on every such board."""
        match word:
            case Word.PASS:
                self.clear_plan()
                await self.run_action("end_turn")
            case Word.DROP:
                self.action_drop_move(command.numbers()[0] - 1)
            case Word.CLEAR:
                self.clear_plan()
            case Word.GOTO:
                self.go_to(parse_field(command.argument.lower()))
            case Word.ZOOM:
                self.board.zoom = read_zoom(command.argument)
            case _ if word in _ACTIONS:
                await self.run_action(_ACTIONS[word])
            case _:
                self.say(f"'{word.value}' is for games (expected for example 'b2-b4')", "bad")

    def go_to(self, field: Field) -> None:
        """Put the cursor on a field."""
        if field not in self.document.game.start.board:
            self.say(f"there is no field '{field}' on this board", "bad")
        else:
            self.board.cursor = field

    def clear_plan(self) -> None:
        """Forget all planned moves."""
        if self.entry is not None:
            self.entry.clear()
            self.plan_changed()
