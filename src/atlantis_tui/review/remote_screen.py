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
from atlantis_tui.board.field_text import describe_field
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.scrolled import offer_key
from atlantis_tui.widgets.scrub_bar import ScrubBar
from atlantis_tui.widgets.text_lines import Line, wrapped
from .autoplay import Autoplay
from .board import NAVIGATION_KEYS
from .replay_view import ReplayView

_WRITE = "write"


class Commenting(NamedTuple):
    """How a remote player writes comments."""

    read: Callable[[int], str]
    """The player's own comment on a turn, or ''."""
    write: Callable[[int, str], GameDocument]
    """Save a comment and return the game as it is now; raises AtlantisError or OSError."""
    explain: Callable[[Exception], str]
    """What to tell the player about an error, without paths."""


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
        self.autoplay = Autoplay(view.frame, self._play_on, self._autoplay_changed)
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

    def moved(self, has_moved: bool, otherwise: str = "") -> None:
        """Repaint after a move of the cursor, or show why it did not move."""
        self.frame.say("" if has_moved else otherwise)
        if has_moved:
            self.history.follow()
            self.view.paint()

    def action_forward(self, turns: int = 1) -> None:
        self.moved(self.review.forward(turns), "end of the game")

    def action_back(self, turns: int = 1) -> None:
        self.moved(self.review.back(turns), "start of the game")

    def action_start(self) -> None:
        self.moved(self.review.go_to_turn(0), "start of the game")

    def action_end(self) -> None:
        self.moved(self.review.go_to_turn(self.review.line.turn_number), "end of the game")

    def action_step_forward(self) -> None:
        self.moved(self.review.step_forward(), "end of the game")

    def action_step_back(self) -> None:
        self.moved(self.review.step_back(), "start of the game")

    def action_next_mark(self) -> None:
        self.moved(self.review.go_to_next_moment(), "no marked turn after this one")

    def action_previous_mark(self) -> None:
        self.moved(self.review.go_to_previous_moment(), "no marked turn before this one")

    def action_scrub(self, by: int) -> None:
        turn = self.view.timeline.turn_beside(by)
        self.moved(self.review.go_to_turn(turn), "the timeline ends here")

    @on(ScrubBar.Scrubbed)
    def _scrubbed(self, event: ScrubBar.Scrubbed) -> None:
        if self.review.go_to_turn(event.place):
            self.moved(has_moved=True)

    def action_row(self, by: int) -> None:
        """Select the next or previous row of the side panel."""
        if self.history.is_open:
            self.history.choose(self.history.chosen + by)
            self.view.paint_side()
            return
        place = self.view.rows.beside(self.review.place, by)
        self.moved(self.review.go(place), "the list ends here")

    def action_pick_row(self, number: int) -> None:
        if number < len(self.view.rows.visible):
            self.moved(self.review.go(self.view.rows.place_of(number)), "already at that turn")

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        cast = self.view.player_list.cast
        self.frame.say(describe_field(self.review.position, event.field, cast))

    def action_play(self) -> None:
        """Start autoplay, from the start if the cursor is at the end."""
        if self._is_at_end:
            self.review.go_to_turn(0)
        self.autoplay.play()
        self.view.pace = self.autoplay.pace
        self.moved(has_moved=True)

    def action_pause(self) -> None:
        self.autoplay.pause()

    @property
    def _is_at_end(self) -> bool:
        replay = self.review
        return replay.turn == replay.line.turn_number and not replay.is_inside_turn

    def _play_on(self) -> bool:
        if self.review.step_forward():
            self.moved(has_moved=True)
        return not self._is_at_end

    def _autoplay_changed(self, said: str) -> None:
        self.view.pace = self.autoplay.pace if self.autoplay.is_playing else ""
        self.view.paint_bars()
        if said:
            self.frame.say(said)

    # Analysis.

    def action_why(self) -> None:
        """Show the history of the field under the cursor, or go to its selected event."""
        cursor = self.board.cursor
        if self.history.is_open and cursor in (None, self.history.field):
            self.action_pick_event(self.history.chosen)
            return
        if cursor is None:
            cursor = self.board.cursor = self.board.nearest_to_middle()
        if cursor is not None:
            self.history.open(cursor)
            if not self.frame.has_side:
                self.frame.want_side(is_wanted=True)
            self.view.paint_side()
            self.view.paint_bars()

    def action_pick_event(self, number: int) -> None:
        """Go to the turn and step of an event of a field's history."""
        event = self.history.events[number]
        self.view.close_history()
        self.moved(self.review.go(Place(MAIN, event.turn), event.step or None), "already there")

    def action_chart(self) -> None:
        self.view.toggle_chart()

    def action_compare(self) -> None:
        """Start or stop comparing this position with others."""
        if not self.view.compare(None):
            self.view.compare(self.review.place)
            self.frame.say("comparing with this turn: go to another turn; press b to stop")

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
