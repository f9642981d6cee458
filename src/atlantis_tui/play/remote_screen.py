"""Play screen for remote players: planning, ending and watching turns, help.

Has only the parts that access nothing but the board and the game file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.message import Message

from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Event, GameOver, NotSaved, PassDoubted
from atlantis_tui.game.results import find_result
from atlantis_tui.game.typed_commands import Word
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from .chat_screen import ChatScreen, GameVisit
from .game_view import GAME_VIEW_KEYS, GameView
from .questions import ask_to_pass, confirmed_pass
from .side import GOAL_WITHOUT_LESSONS

CLUB_REMATCH = "For a rematch, go back to the lobby (Esc) and press r."
PLACEHOLDER = "b2-b4, pass, end, goto c5, zoom 2, help, quit"
_ELSEWHERE = {Word.REDO, Word.HINT, Word.PAUSE, Word.SPEED, Word.THEME, Word.SAVE, Word.OPEN}
WORDS = tuple(word for word in Word if word not in _ELSEWHERE)
ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("^q", "quit", "app.leave"))


class RemotePlayScreen(BaseScreen):
    """One game for a remote player."""

    BINDINGS = GAME_VIEW_KEYS + parse_bindings("""
        More keys
        v  review  Review the game so far
        C  chat    Chat with the other members of the club
    """)

    @dataclass
    class ReviewWanted(Message):
        """The player wants to step through the game; the app shows the review."""

        document: GameDocument
        visit: GameVisit | None

    def __init__(
        self,
        document: GameDocument,
        always: Sequence[Key] = ALWAYS,
        visit: GameVisit | None = None,
        *,
        polls: bool = True,
    ) -> None:
        """The key line always shows `always`. A `visit` is that of a game in a club.

        Without `polls`, the app calls `check` when the file of the game may have changed.
        """
        super().__init__()
        self._always = always
        self._visit = visit
        self._polls = polls
        self.document = document
        self.controller = GameController(document)
        self.flow = self.controller.flow

    def compose(self) -> ComposeResult:
        words = {
            Word.END: self.action_end_turn,
            Word.PASS: self._pass,
            Word.RESIGN: self.action_give_up,
            Word.DRAW: self.action_give_up,
            Word.QUIT: self.app.exit,
        }
        self.view = GameView(
            self,
            self.controller,
            self.react,
            placeholder=PLACEHOLDER,
            always=self._always,
            words=words,
            polls=self._polls,
        )
        self.view.goal = GOAL_WITHOUT_LESSONS
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
            case PassDoubted():
                self._ask_to_pass(event)

    @work
    async def _ask_to_pass(self, doubted: PassDoubted) -> None:
        answer = await ask_to_pass(self, doubted)
        self.react(confirmed_pass(self.controller, doubted, self.board.entry, answer))

    def check(self) -> None:
        """Look for news of the game and of its chat."""
        self.file_watch.check()
        said = self._visit.news() if self._visit is not None else ""
        top = self.app.screen
        if isinstance(top, ChatScreen):
            top.show_messages()
        elif said:
            self.notify(f"{said} (C: answer)", title="chat", markup=False)

    # Keys.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self.view.stop

    def _pass(self) -> None:
        self.board.clear()
        self.react(self.controller.end_turn(self.board.entry, is_pass_meant=True))

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

    def action_chat(self) -> None:
        visit = self._visit
        if visit is None or not visit.has_chat:
            self.frame.say("there is no chat at this game")
        else:
            self.app.push_screen(ChatScreen(visit))

    def action_review(self) -> None:
        self.post_message(self.ReviewWanted(self.document, self._visit))

    @work
    async def action_give_up(self) -> None:
        from atlantis_tui.play.questions import ask_to_end

        self.react(await ask_to_end(self, self.controller))

    def action_result(self) -> None:
        from atlantis_tui.play.result import result_lines

        ending = find_result(self.document)
        if ending is None:
            self.frame.say("the game is not over")
            return
        lines = [*result_lines(self.view.player_list, self.document, ending)]
        if self._visit is not None and self.document.ownership.seats:
            lines += [(), (CLUB_REMATCH,)]
        self.show_text("The game is over", lines)
