"""Trying a turn: the entry of the play screen, on a board out of a game that is reviewed.

The same keys, the same typed moves, the same checks, the same live consequences as when
playing; only that ending the turn hands the moves to the review instead of to the game. The
board holds keys back as soon as typing is wanted, so a screen that did not open the line would
never hear a key again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.game import Game
from atlantis_core.grid import Field, Move, parse_field
from atlantis_core.planning import TurnPlan
from atlantis_core.review.walking import Walk
from atlantis_tui.arguments import read_zoom
from atlantis_tui.dialogs import Dialog
from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.command_line import CommandLine
from atlantis_tui.play.entry_screen import EntryScreen
from atlantis_tui.play.typed import Command, Word, complete, parse_command
from atlantis_tui.review.bars import Key, key_bar
from atlantis_tui.text_lines import Piece, TextLines

_KEYS: tuple[Key, ...] = (
    ("Enter", "lift, land", "screen.choose"),
    ("t", "end the turn", "screen.end_turn"),
    ("Esc", "back", "screen.release"),
    (":", "type", "screen.type"),
    ("x", "preview", "screen.preview"),
    ("u", "take back", "screen.take_back"),
    ("qweasd", "go", ""),
    ("Tab", "next stack", "screen.walk(1)"),
)
PLACEHOLDER = "b2-b4, pass, end, back, clear, goto c5, preview, quit"


class TryScreen(EntryScreen):
    """Plans one turn from a position of the past."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "end_turn", "End the turn: it becomes a variation"),
        Binding("colon,m", "type", "Type moves"),
        Binding("h", "hint", "Hints are for games", show=False),
        Binding("question_mark,f1", "help", "Help"),
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False),
    ]

    def __init__(self, walk: Walk, done: Callable[[tuple[Move, ...]], None]) -> None:
        bare = walk.tree.transcript.with_turns(())
        super().__init__(GameDocument(bare, Game(walk.position)))
        self._turn = walk.turn + 1
        self._done = done
        self._typed: list[str] = []

    def on_mount(self) -> None:
        self.mode = Mode.PLANNING
        self.set_plan(TurnPlan(self.document.game.position))
        self.board.focus()
        self.board.cursor = self.board.nearest_to_middle()
        self.action_walk(1)
        self.paint()

    def paint_bars(self) -> None:
        position = self.document.game.position
        player = position.to_move
        self.query_one("#title", TextLines).show_line(
            Piece(f" trying turn {self._turn} ", "strong"),
            Piece(f"{self.table.cast.full_name(player)} to move ", self.table.styles[player]),
            Piece(" nothing of the game is changed", "dim"),
        )
        self.query_one("#keys", TextLines).show_line(*key_bar(_KEYS, self.size.width))
        self.paint_message()

    def action_end_turn(self) -> None:
        moves = self.entry.plan.moves if self.entry is not None else ()
        self.dismiss()
        self._done(moves)

    def action_release(self) -> None:
        entry = self.entry
        if entry is not None and (entry.lifted is not None or entry.is_preview):
            super().action_release()
        else:
            self.dismiss()

    def action_take_back(self) -> None:
        entry = self.entry
        if entry is not None and entry.lifted is None and not entry.plan.moves:
            self.say("no move is planned")
        else:
            super().action_take_back()

    def action_hint(self) -> None:
        self.say("hints are for games; x shows what would come of this turn")

    def action_help(self) -> None:
        from atlantis_tui.review.help import trying_lines

        self.app.push_screen(Dialog("Help", list(trying_lines())))

    # Typing.

    @on(PlayBoard.TypingWanted)
    def _typing_wanted(self) -> None:
        self.action_type()

    def action_type(self) -> None:
        if self.query("#command"):
            return
        line = CommandLine(self._complete, self._typed)
        line.placeholder = PLACEHOLDER
        self.board.release_keys(line.take_key)
        self.query_one("#message").display = False
        self.mount(line, after="#message")
        line.focus()

    def _complete(self, text: str) -> str | None:
        legal = () if self.entry is None else self.entry.plan.legal_moves()
        return complete(text, legal, self.document.game.start.board.fields)

    @on(CommandLine.Entered)
    async def _entered(self, event: CommandLine.Entered) -> None:
        self.board.redirect = None
        await self.query("#command").remove()
        self.query_one("#message").display = True
        self.board.focus()
        if event.text:
            self.carry_out(event.text)

    def carry_out(self, text: str) -> None:
        """Do what a typed line says; what it cannot mean is said and changes nothing."""
        try:
            command = parse_command(text)
            if command.word is None:
                self.plan_moves(command.moves)
            else:
                self._obey(command.word, command)
        except IllegalMoveError as error:
            self.refuse(error)
        except (AtlantisError, ValueError) as error:
            self.say(str(error), "bad")

    def _obey(self, word: Word, command: Command) -> None:  # noqa: C901, PLR0912 -- a table of words
        match word:
            case Word.PASS:
                self._clear()
                self.action_end_turn()
            case Word.END:
                self.action_end_turn()
            case Word.UNDO | Word.TAKE_BACK:
                self.action_take_back()
            case Word.DROP:
                self.action_drop_move(command.numbers()[0] - 1)
            case Word.CLEAR:
                self._clear()
            case Word.GOTO:
                self._go_to(parse_field(command.argument.lower()))
            case Word.ZOOM:
                self.board.zoom = read_zoom(command.argument)
            case Word.PREVIEW:
                self.action_preview()
            case Word.HINT:
                self.action_hint()
            case Word.LABELS:
                self.action_toggle_labels()
            case Word.HELP:
                self.action_help()
            case Word.QUIT:
                self.dismiss()
            case _:
                self.say(f"'{word.value}' is for games (expected for example 'b2-b4')", "bad")

    def _go_to(self, field: Field) -> None:
        if field not in self.document.game.start.board:
            self.say(f"there is no field '{field}' on this board", "bad")
        else:
            self.board.cursor = field

    def _clear(self) -> None:
        if self.entry is not None:
            self.entry.clear()
            self.plan_changed()
