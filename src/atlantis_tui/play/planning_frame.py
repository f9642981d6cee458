"""Frame of a board on which a turn is planned: typed commands, animation, cursor.

Shared by the play screens, exercises and tried turns. Each screen supplies its own commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from textual import events, on
from textual.widget import Widget

from atlantis_core.narration import Cast
from atlantis_core.positions.events import TurnReport
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.board.frame_player import FramePlayer
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.board.player_list import board_of
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.typed_commands import Command, Word, parse_command
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.prompt import Prompt
from .bars import NARROW

PLANNING_KEYS = parse_bindings("""
    Planning a turn
    t        end_turn     End the turn
    More keys
    colon,m  type         Type a move or a command
    p        toggle_side  Show or hide the side panel
""")
"""Keys of all screens on which a turn is planned, besides those of the board."""
HINT_KEYS = parse_bindings("""
    Planning a turn
    h  hint       Get a hint; press again to plan it
    H  next_hint  Next best hint
""")
PLACEHOLDER = "b2-b4, pass, end, back, clear, goto c5, preview, quit"
Words = Mapping[Word, Callable[[], object]]
WordsWithArgument = Mapping[Word, Callable[[Command], object]]
NO_WORDS: WordsWithArgument = MappingProxyType({})


class PlanningFrame(BoardFrame):
    """A frame whose board plans and animates turns."""

    def __init__(  # noqa: PLR0913 -- what differs between screens
        self,
        screen: BaseScreen,
        document: GameDocument,
        words: Words,
        paint: Callable[[], None],
        keys: Callable[[], Sequence[Key]],
        *,
        always: Sequence[Key],
        placeholder: str = PLACEHOLDER,
        words_with_argument: WordsWithArgument = NO_WORDS,
        shown: Callable[[], None] = lambda: None,
        side_width: Callable[[int], int] | None = None,
        has_scores: bool = False,
        has_chart: bool = False,
        below: Widget | None = None,
        lines_below: tuple[int, int] = (0, 0),
    ) -> None:
        """`words` are the commands of the screen. `paint` shows title and side panel, then calls
        `describe_cursor`. `keys` returns the present keys, `always` never make room for them.
        `shown` is called after the animation of a turn.
        """
        app = screen.atlantis
        self.board = board = board_of(PlanningBoard, document, app.options)
        prompt = Prompt(placeholder, board.complete, ("colon", "m"))
        super().__init__(
            board,
            board.need,
            prompt=prompt,
            side_width=side_width,
            has_scores=has_scores,
            has_chart=has_chart,
            below=below,
            lines_below=lines_below,
        )
        self.player = FramePlayer(self, board, lambda: app.options, shown)
        self._document, self._paint = document, paint
        self._keys_now, self._always = keys, always
        self._words = {Word.HELP: screen.action_help, Word.QUIT: screen.action_close, **words}
        self._words_with_argument = words_with_argument
        board.takers = (self.player.skip_with, self.take_key)

    def count_wanted(self, lines: range) -> int:
        return self.board.count_wanted(lines)

    def describe_cursor(self) -> None:
        """Describe the field under the cursor, and show the keys for it."""
        own = [key for key in self._keys_now() if key not in self._always]
        taken = {written for written, _, _ in own}
        self.show_keys(own, [key for key in self._always if key[0] not in taken])
        self.describe(self.board.describe_cursor(is_narrow=self.width < NARROW))

    def show_turn(self, report: TurnReport, cast: Cast) -> None:
        """Animate a played turn."""
        self.board.rest(report.start)
        self.player.show(report, cast)
        if self.player.is_showing:
            self._paint()

    @on(BoardView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.say("")
        self.describe_cursor()

    @on(BoardView.Chosen)
    @on(BoardView.Clicked)
    def _say_why_not(self) -> None:
        self.say(self.board.why_not)

    @on(BoardFrame.Shared)
    def _shared(self) -> None:
        self._paint()

    @on(PlanningBoard.EntryChanged)
    def _entry_changed(self, event: PlanningBoard.EntryChanged) -> None:
        # The turn may have been played before this message arrived.
        if event.entry is self.board.entry:
            if event.is_plan and not event.entry.is_premove:
                self._document.store_plan(event.entry.plan)
            self._paint()

    def on_paste(self, event: events.Paste) -> None:
        self.paste(event, "b2-b4 c5-c6")

    def obey(self, text: str) -> None:
        """Carry out a typed line, or show why it is invalid."""
        board, words = self.board, self._words
        try:
            command = parse_command(text)
            word = command.word
            if word is None:
                board.add(command.moves)
            elif word in words:
                words[word]()
            elif word in self._words_with_argument:
                self._words_with_argument[word](command)
            elif word is Word.PASS:
                board.clear()
                words[Word.END]()
            elif not board.obey(command):
                board.tell(f"'{word.value}' is for games (expected for example 'b2-b4')", "bad")
        except (AtlantisError, OSError, ValueError) as error:
            board.tell(str(error), "bad")
