"""Review screen for remote players: every turn and step of a game, and comments.

Has only what reads the board and the turns: no editing, typed commands, exports, library or bots.
What a comment is and who may write one is up to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from textual import events, on, work
from textual.app import ComposeResult

from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable, showable_lines
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.scrolled import offer_key
from atlantis_tui.widgets.scrub_bar import ScrubBar
from atlantis_tui.widgets.text_lines import Line, wrapped
from .board import NAVIGATION_KEYS
from .replay_controls import ReplayControls
from .replay_view import ReplayView

_WRITE = "write"


class Commenting(NamedTuple):
    """Functions with which a remote player reads and writes comments."""

    read: Callable[[int], str]
    """The player's own comment on a turn, or ''."""
    write: Callable[[int, str], GameDocument]
    """Save a comment and return the game as it is now; raises AtlantisError or OSError."""
    explain: Callable[[Exception], str]
    """Message about an error, without paths."""


class RemoteReviewScreen(BaseScreen):
    """Shows a game turn by turn to a remote player."""

    BINDINGS = NAVIGATION_KEYS + parse_bindings("""
        Navigation
        left_square_bracket          step_back      Step of the turn: previous
        right_square_bracket         step_forward   Step of the turn: next
        n                            next_mark      Marked turn: next
        N                            previous_mark  Marked turn: previous
        comma,less_than_sign         scrub(-1)      Timeline: back
        full_stop,greater_than_sign  scrub(1)       Timeline: forward
        Analysis
        g                            chart          Chart of stones, secured and leading fields
        b                            compare        Compare this turn with others, or stop comparing
        c                            comment        Read the comments on this turn, or write yours
        More keys
        p                            toggle_side    Show or hide the side panel
    """)
    DEFAULT_CSS = """
    RemoteReviewScreen {
        & #chart { width: 1fr; height: 1fr; }
        & #other { width: 1fr; height: 1fr; display: none; border-top: solid $primary; }
        & .-captioned { border-top: solid $primary; }
        &:ansi #other, &:ansi .-captioned { border-top: solid ansi_default; }
    }
    """

    def __init__(
        self, document: GameDocument, turn: int | None = None, commenting: Commenting | None = None
    ) -> None:
        """Begins at a turn, by default the last. Without `commenting`, comments are only read."""
        super().__init__()
        self.document = document
        tree = GameTree(document.transcript, document.game.positions, document.problem)
        last = tree.main.turn_number
        self.review = ReplayCursor(tree, Place(MAIN, last if turn is None else min(turn, last)))
        self._commenting = commenting

    def compose(self) -> ComposeResult:
        self.view = view = ReplayView(self, self.document, self.review)
        self.board, self.frame, self.history = view.board, view.frame, view.history
        self.controls = ReplayControls(self, view, self.review)
        self.autoplay = self.controls.autoplay
        view.board.takers = (self.autoplay.take_key,)
        yield view.frame

    def on_mount(self) -> None:
        self.board.focus()
        self.view.paint()

    def on_key(self, event: events.Key) -> None:
        """Handle keys that the board misses while the chart has the focus."""
        offer_key(event, self.board.takers)

    @on(BoardFrame.Shared)
    def _shared(self) -> None:
        self.view.share_boards()

    # Navigation.

    def action_forward(self, turns: int = 1) -> None:
        self.controls.forward(turns)

    def action_back(self, turns: int = 1) -> None:
        self.controls.back(turns)

    def action_start(self) -> None:
        self.controls.start()

    def action_end(self) -> None:
        self.controls.end()

    def action_step_forward(self) -> None:
        self.controls.step_forward()

    def action_step_back(self) -> None:
        self.controls.step_back()

    def action_next_mark(self) -> None:
        self.controls.moved(self.review.go_to_next_moment(), "no marked turn after this one")

    def action_previous_mark(self) -> None:
        self.controls.moved(self.review.go_to_previous_moment(), "no marked turn before this one")

    def action_scrub(self, by: int) -> None:
        self.controls.scrub(by)

    @on(ScrubBar.Scrubbed)
    def _scrubbed(self, event: ScrubBar.Scrubbed) -> None:
        self.controls.scrubbed(event.place)

    def action_row(self, by: int) -> None:
        self.controls.row(by)

    def action_pick_row(self, number: int) -> None:
        self.controls.pick_row(number)

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        self.controls.describe(event.field)

    def action_play(self) -> None:
        self.controls.play()

    def action_pause(self) -> None:
        self.autoplay.pause()

    # Analysis.

    def action_why(self) -> None:
        self.controls.why()

    def action_pick_event(self, number: int) -> None:
        self.controls.pick_event(number)

    def action_chart(self) -> None:
        self.view.toggle_chart()

    def action_compare(self) -> None:
        self.controls.compare()

    # Comments.

    @work
    async def action_comment(self) -> None:
        turn, commenting = self.review.turn, self._commenting
        written = self.document.transcript.annotations.comments.get(turn) or ""
        title = f"Comments on turn {turn}" if turn else "Comments on the start"
        lines: list[Line] = []
        for line in filter(None, showable_lines(written)):
            lines += wrapped([line], self.text_width)
        if commenting is None:
            if lines:
                self.show_text(title, lines)
            else:
                self.frame.say("no comment on this turn")
            return
        if lines:
            answers = (("e", "write your comment", _WRITE), ("enter", "close", ""))
            if await self.ask(title, lines, *answers) != _WRITE:
                return
        now = commenting.read(turn)
        text = await self.ask_text(title, now, "your comment; leave empty to delete it")
        if text is None or text == now:
            return
        try:
            document = commenting.write(turn, text)
        except (OSError, AtlantisError) as error:
            self.frame.say(showable(commenting.explain(error), 200), "bad")
            return
        self.app.switch_screen(RemoteReviewScreen(document, turn, commenting))

    # Leaving.

    def drops(self) -> Iterable[Callable[[], bool]]:
        view = self.view
        return view.close_history, lambda: view.compare(None), view.close_chart
