"""The game as a guest has it: planning and ending turns, watching those of others, and help.

Holds the parts of the play screen that reach nothing but the board and the game's own file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from atlantis_core.files.errors import SaveConflictError
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.flow_events import (
    Event,
    GameOver,
    NotSaved,
    Phase,
    Refused,
    TurnBegun,
    TurnPlayed,
    Waiting,
)
from atlantis_tui.game.typed_commands import Word
from atlantis_tui.play.following import Following
from atlantis_tui.play.table import Table
from atlantis_tui.play.typing import carry_out
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.prompt import Prompt

PLACEHOLDER = "b2-b4, pass, end, goto c5, zoom 2, help, quit"
_ELSEWHERE = {Word.UNDO, Word.REDO, Word.HINT, Word.SPEED, Word.THEME, Word.SAVE}
WORDS = tuple(word for word in Word if word not in _ELSEWHERE)
ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("^q", "quit", "app.leave"))


class GuestScreen(BaseScreen):
    """One game for somebody who is not at home here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "release", "Put the lifted stones back", show=False),
        Binding("t", "end_turn", "End the turn"),
        Binding("L", "show_again", "Show again what happened since your last turn"),
        Binding("colon,m", "type", "Type a move or a command"),
        Binding("p", "toggle_side", "Show or hide the panel"),
        Binding("less_than_sign", "speed(-1)", "Show turns more slowly"),
        Binding("greater_than_sign", "speed(1)", "Show turns more quickly"),
        Binding("o", "result", "Show the result of the game"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__()
        self.document = document
        self.flow = GameFlow(document)

    def compose(self) -> ComposeResult:
        self.table = Table(
            self,
            self.flow,
            placeholder=PLACEHOLDER,
            always=ALWAYS,
            shown=lambda: self.react(self.flow.go_on()),
        )
        self.board, self.frame = self.table.board, self.table.frame
        self.following = Following(self, self.flow, self.frame.say)
        yield self.frame

    def on_mount(self) -> None:
        self.board.put_cursor(self.board.nearest_to_middle())
        self.board.focus()
        self.react(self.flow.begin())
        self.following.start()

    def on_unmount(self) -> None:
        self.following.stop()

    def on_screen_resume(self) -> None:
        self.table.player.resume()

    # What the parts tell.

    @on(BoardFrame.Shared)
    def paint(self) -> None:
        self.table.paint()

    @on(BoardView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.frame.say("")
        self.table.describe_cursor()

    @on(PlanningBoard.EntryChanged)
    def _entry_changed(self, event: PlanningBoard.EntryChanged) -> None:
        if event.entry is self.board.entry:
            if event.is_plan:
                self.document.keep_plan(event.entry.plan)
            self.table.paint_bars()

    @on(BoardView.Chosen)
    @on(BoardView.Clicked)
    def _nobody_plans(self) -> None:
        self.frame.say(self.board.why_not)

    @on(Following.Heard)
    def _heard(self, event: Following.Heard) -> None:
        self.react(self.following.hear(event.news, len(self.board.moves)))

    def react(self, event: Event | None) -> None:
        """Do what comes next; a guest's window is never asked to let a bot think."""
        match event:
            case TurnPlayed():
                self.table.show_turn(event)
            case TurnBegun():
                self.table.let_plan(event)
            case Waiting():
                self.table.rest(event.said)
            case GameOver():
                self.table.rest(event.said)
                self.action_result()
            case NotSaved():
                self._saving_failed(event)
            case Refused():
                self.frame.say(event.reason)

    def _saving_failed(self, event: NotSaved) -> None:
        if self.board.entry is None:
            self.board.plan(self.document.recall_plan())
        self.paint()
        if isinstance(event.error, SaveConflictError):
            self.following.look()
        else:
            self.frame.say("not played, because it cannot be saved; try again", "bad")

    # What the keys do.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self._stop_showing

    def _stop_showing(self) -> bool:
        if self.flow.phase is not Phase.SHOWING:
            return False
        self.table.player.stop()
        self.react(self.flow.stop())
        return True

    def action_end_turn(self) -> None:
        if self.board.entry is None:
            self.frame.say(self.flow.why_not)
        else:
            self.react(self.flow.play(self.board.moves))

    def action_show_again(self) -> None:
        self.react(self.flow.show_again())

    def action_skip(self) -> None:
        self.table.player.skip()

    def action_speed(self, by: int) -> None:
        speed = self.table.speed_after(by)
        self.atlantis.set_options(replace(self.atlantis.options, speed=speed))
        self.frame.say(f"turns are shown at speed {speed}")

    def action_toggle_side(self) -> None:
        self.frame.toggle_side()

    def action_type(self) -> None:
        self.frame.type()

    def action_help(self) -> None:
        from atlantis_tui.play.help import NOT_FOR_GUESTS, help_lines

        lines = help_lines(self.table.mode, self.text_width, without=NOT_FOR_GUESTS, words=WORDS)
        self.show_text("Help", lines)

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        words = {
            Word.END: self.action_end_turn,
            Word.HELP: self.action_help,
            Word.QUIT: self.app.exit,
        }
        if event.text:
            carry_out(event.text, self.board, words)

    @work
    async def action_result(self) -> None:
        ending = self.document.game.outcome
        if ending is None:
            self.frame.say("the game is not over yet")
            return
        from atlantis_tui.play.result import result_lines

        lines = result_lines(self.table.roster, self.document.game.position, ending)
        self.show_text("The game is over", lines)
