"""The review screen: walking and writing, and around them comparing, taking along, asking.

A typed line is a place, a field, moves, or a question to the same dialogue that `atlantis
read` holds, about the same walk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from atlantis_core.diagram import Style
from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.grid import Field, parse_field, parse_moves
from atlantis_core.review.lines import Place
from atlantis_core.review.walk import parse_place
from atlantis_core.transcript.model import Transcript
from atlantis_tui import navigation
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review.edit_screen import EditScreen
from atlantis_tui.review.panels import wrapped
from atlantis_tui.review.turn_rows import TurnRows
from atlantis_tui.widgets.command_line import CommandLine
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Piece, TextLines

PLACEHOLDER = "42, 12.1/14, c5, b2-b4, areas, threats, compare 30, export board.svg, help"
EXPORTING = "a file name: .svg is drawn, all else is text; Esc writes nothing"
SLOW_QUESTIONS = frozenset({"hint", "judge"})
"""What a bot has to think about."""
_QUIT = "quit"


class ReviewScreen(EditScreen):
    """The place to understand a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "compare", "Compare with this turn, or stop comparing"),
        Binding("o", "export", "Export the board to a file"),
        Binding("y", "copy_turn", "Copy the turn to the clipboard"),
        Binding("Y", "copy_board", "Copy the board to the clipboard"),
        Binding("colon", "type", "Type a turn, a field, moves or a question"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("escape", "close", "Close, or back to the game"),
    ]

    def __init__(
        self,
        document: GameDocument,
        turn: int | None = None,
        *,
        back: Callable[[bool], None] | None = None,
    ) -> None:
        """`back` is called when one goes back to the game, with whether its turns have changed."""
        super().__init__(document, turn)
        self._back = back
        self._typed: list[str] = []
        self._line: CommandLine | None = None

    # Comparing and taking along.

    def action_compare(self) -> None:
        """Hold this position against those one goes to next; once more ends it."""
        if self.pinned is None:
            self.compare(self.review.place)
            self.say("compared with this turn: go to another one; b ends it")
        else:
            self.pinned = None
            self.share_room()

    def compare(self, place: Place) -> None:
        """Compare with a place."""
        self.review.tree.line(place.path).position_after(place.turn)
        self.pinned = place
        self.share_room()

    def action_export(self) -> None:
        self.action_type("export ")
        self.query_one("#keys", TextLines).show_line(" ", Piece(EXPORTING))

    def action_copy_turn(self) -> None:
        from atlantis_core.review.exports import turn_text

        try:
            text = turn_text(self.review)
        except AtlantisError as error:
            self.refuse(error)
            return
        self.app.copy_to_clipboard(text)
        self.say(f"'{text}' sent to the clipboard of the terminal")

    def action_copy_board(self) -> None:
        from atlantis_core.review.exports import picture

        shown = self.board.layout_shown
        style = shown.style if shown is not None else Style.MINI
        self.app.copy_to_clipboard(picture(self.review, style, self.company.cast.letters))
        self.say(f"the board, {style.value}, sent to the clipboard of the terminal")

    # Typing.

    def on_key(self, event: events.Key) -> None:
        """Keys that come in one burst, as over a slow line, must not be lost on their way.

        Some were sent to the board before the line for typing had the focus. What the line
        understands it takes itself, so whatever comes by here was meant for it and missed it.
        """
        line = self._line
        if line is None:
            if event.key != "colon" or self.is_playing:
                return
            self.action_type()
        elif event.key in {"enter", "escape"}:
            if self.focused is line:
                return
            self.post_message(CommandLine.Entered(line.value if event.key == "enter" else ""))
        elif event.is_printable and event.character:
            line.value += event.character
            line.cursor_position = len(line.value)
        else:
            return
        event.stop()
        event.prevent_default()

    def action_type(self, begin: str = "") -> None:
        if self._line is not None:
            return
        line = self._line = CommandLine(begin, PLACEHOLDER, lambda _: None, self._typed)
        self.query_one("#message").display = False
        self.mount(line, after="#message")
        line.focus()

    @on(CommandLine.Entered)
    async def _entered(self, event: CommandLine.Entered) -> None:
        if self._line is not None:
            await self._line.remove()
        self._line = None
        self.query_one("#message").display = True
        self.paint_bars()
        self.board.focus()
        if event.text.strip():
            self.carry_out(event.text)

    def carry_out(self, text: str) -> None:
        """Do what a typed line says: a place, a field, moves; everything else is a question."""
        try:
            self._obey(text.strip())
        except AtlantisError as error:
            self.refuse(error)
        except OSError as error:
            self.say((error.strerror or str(error)).lower(), "bad")

    def _obey(self, text: str) -> None:
        word, _, after = text.partition(" ")
        if self._obey_notation(text):
            return
        match word:
            case "compare":
                self.compare(parse_place(after, self.review.path))
            case "why":
                self.ask_why(self._check_field(after))
            case "save" if after.startswith("as "):
                self.save_as(after.removeprefix("as ").strip())
            case "save":
                self.action_save()
            case "quit" | "q":
                self.action_close()
            case _:
                self._ask_dialogue(text)

    def _obey_notation(self, text: str) -> bool:
        """A place to go to, a field to look at, moves to try; says whether it was one."""
        try:
            self.go(parse_place(text, self.review.path))
        except NotationError:
            pass
        else:
            return True
        try:
            field = parse_field(text.lower())
        except NotationError:
            pass
        else:
            self.board.cursor = self._check_field(str(field))
            return True
        try:
            moves = parse_moves(text.lower())
        except NotationError:
            return False
        self.try_turn(moves)
        return True

    def _check_field(self, text: str) -> Field:
        from atlantis_core.errors import UnknownFieldError

        field = parse_field(text.strip().lower())
        if field not in self.review.position.board:
            raise UnknownFieldError(field)
        return field

    def _ask_dialogue(self, text: str) -> None:
        """Answer at once, or say first that it takes a moment."""
        if text.split(maxsplit=1)[0].lower() in SLOW_QUESTIONS:
            self.say("thinking ...")
            self.call_after_refresh(self._answer, text)
        else:
            self._answer(text)

    def _answer(self, text: str) -> None:
        """Ask the dialogue; it may also walk, or change something."""
        from atlantis_core.dialogue import Dialogue
        from atlantis_core.dialogue.state import Talk

        before = self.review.place, self.review.step
        tree = self.review.tree
        dialogue = Dialogue(Talk(self.review, self.company.cast, self._keep_quietly))
        lines = dialogue.answer(text)
        if self.review.tree is not tree:
            self.rows = TurnRows(self.review.tree)
            self.timeline.show_moments(self.review.moments())
        self._message = None
        self.paint()
        has_walked = (self.review.place, self.review.step) != before
        if has_walked or len(lines) <= 1 or dialogue.failures:
            self.say(lines[0] if lines else "", "bad" if dialogue.failures else "plain")
            return
        width = max(self.size.width - 8, 20)
        shown = [
            (part,)
            for line in lines
            for part in (wrapped(line, width) if "  " not in line else [line[:width]])
        ]
        self.app.push_screen(Dialog(text, shown))

    def _keep_quietly(self, transcript: Transcript) -> str:
        problem = self.save_quietly(transcript)
        return f"not saved: {problem}" if problem else "saved"

    # Help and leaving.

    def action_help(self) -> None:
        from atlantis_tui.review.help import help_lines

        self.app.push_screen(Dialog("Help", list(help_lines(self.size.width - 8))))

    def action_close(self) -> None:
        """Close what is open; if nothing is, go back to the game."""
        if self.close_why():
            return
        if self.pinned is not None:
            self.action_compare()
        elif self.chart.display:
            self.action_chart()
        elif self._back is not None:
            self.dismiss()
            self._back(self.has_changed_turns)
        elif self._is_closed:
            navigation.go_back(self.atlantis)
        else:
            from atlantis_tui.play.screen import PlayScreen

            playing = PlayScreen(self.document)
            # The first screen of the app cannot be exchanged, only covered.
            if len(self.app.screen_stack) > 1:
                self.app.switch_screen(playing)
            else:
                self.app.push_screen(playing)

    @property
    def _is_closed(self) -> bool:
        """Whether there is nothing to play on: the rules or a referee have ended the game."""
        from atlantis_core.transcript.declared_ending import declared_ending

        game = self.document.game
        is_ended = game.is_over or declared_ending(self.document.transcript) is not None
        return is_ended or not game.position.players

    async def action_leave(self) -> None:
        """Quit at once, unless something would be lost."""
        if not self.has_unsaved:
            self.app.exit()
            return
        lines = [("Some changes could not be saved and would be lost.",)]
        answers = (Answer("d", "drop them", _QUIT), Answer("enter", "stay", ""))
        self.app.push_screen(Dialog("Quit", lines, answers), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == _QUIT:
            self.app.exit()
