"""Play screen for remote players: planning, ending and watching turns, help.

Has only the parts that access nothing but the board and the game file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.app import ComposeResult

from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Event, GameOver, NotSaved
from atlantis_tui.game.typed_commands import Word
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_line import Key
from .game_view import GAME_VIEW_KEYS, GameView

PLACEHOLDER = "b2-b4, pass, end, goto c5, zoom 2, help, quit"
_ELSEWHERE = {Word.REDO, Word.HINT, Word.SPEED, Word.THEME, Word.SAVE}
WORDS = tuple(word for word in Word if word not in _ELSEWHERE)
ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("^q", "quit", "app.leave"))


class RemotePlayScreen(BaseScreen):
    """One game for a remote player."""

    BINDINGS = GAME_VIEW_KEYS

    def __init__(self, document: GameDocument) -> None:
        super().__init__()
        self.document = document
        self.controller = GameController(document)
        self.flow = self.controller.flow

    def compose(self) -> ComposeResult:
        words = {Word.END: self.action_end_turn, Word.QUIT: self.app.exit}
        self.view = GameView(
            self, self.controller, self.react, placeholder=PLACEHOLDER, always=ALWAYS, words=words
        )
        self.board, self.frame = self.view.board, self.view.frame
        self.file_watch = self.view.file_watch
        yield self.frame

    def on_mount(self) -> None:
        self.view.begin()

    def on_unmount(self) -> None:
        self.file_watch.stop()

    def on_screen_resume(self) -> None:
        self.view.resume()

    def react(self, event: Event | None) -> None:
        """Handle an event. Bots never play in the window of a remote player."""
        self.view.show(event)
        match event:
            case GameOver():
                self.action_result()
            case NotSaved():
                # Without the error, which names the path of the file.
                self.board.tell(f"{event.reverted}: saving failed; try again", "bad")

    # Keys.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self.view.stop

    def action_end_turn(self) -> None:
        self.react(self.controller.end_turn(self.board.entry))

    def action_show_again(self) -> None:
        self.react(self.flow.show_again())

    def action_skip(self) -> None:
        self.view.player.skip()

    def action_speed(self, by: int) -> None:
        self.view.change_speed(by)

    def action_help(self) -> None:
        from atlantis_tui.play.help import help_lines

        write = partial(help_lines, self.help_keys, self.view.mode, words=WORDS)
        self.show_page("Help", write)

    def action_result(self) -> None:
        ending = self.document.game.outcome
        if ending is None:
            self.frame.say("the game is not over")
            return
        from atlantis_tui.play.result import result_lines

        lines = result_lines(self.view.player_list, self.document.game.position, ending)
        self.show_text("The game is over", lines)
