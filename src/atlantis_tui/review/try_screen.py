"""Screen for trying a turn at a position of a reviewed game.

Works like the play screen, but ending the turn passes the moves to the review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.app import ComposeResult

from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.planning import TurnPlan
from atlantis_tui.board.player_list import player_list_of
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.game.typed_commands import Word
from atlantis_tui.play.bars import title
from atlantis_tui.play.hint_panel import HintPanel
from atlantis_tui.play.planning_frame import HINT_KEYS, PLANNING_KEYS, PlanningFrame
from atlantis_tui.play.side import Notes, side_lines
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.dialogs import close_once
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.text_lines import TextLines
from .timeline import TIMELINE_LINES

_ENDING = parse_foot("""
    t    end turn  screen.end_turn
    h    hint      screen.hint
    Esc  back      screen.release
""")
_COMMANDS: tuple[Key, ...] = ((":", "type", "screen.type"),)
_GOAL = "Find a better turn and press t: the judge compares it with the one played. h: hint."
_NO_GOAL = "Plan any turn and press t: review adds it as a variation. The game stays as it is."
_ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"),)


class TryScreen(BaseScreen):
    """Plans one turn from a position of the game."""

    BINDINGS = PLANNING_KEYS + HINT_KEYS

    frame: PlanningFrame

    def __init__(
        self, replay: ReplayCursor, done: Callable[[Turn], None], to_beat: str = ""
    ) -> None:
        """`done` is called with the turn; `to_beat` describes the turn that was played."""
        super().__init__()
        self.document = GameDocument(replay.tree.transcript.with_turns(()), Game(replay.position))
        self.thinker = Thinker()
        self.hints = Hints(self.thinker)
        self._turn = replay.turn + 1
        self._done = done
        self._to_beat = to_beat

    def compose(self) -> ComposeResult:
        words = {Word.END: self.action_end_turn, Word.HINT: self.action_hint}
        self.frame = PlanningFrame(
            self,
            self.document,
            words,
            self.paint,
            self._keys,
            always=_ALWAYS,
            below=TextLines(id="timeline"),  # so that the board has the same room as in review
            lines_below=TIMELINE_LINES,
        )
        self.board = self.frame.board
        self.analysis = HintPanel(self.frame, self.board, self.hints, self.document, self.paint)
        yield self.frame

    def on_mount(self) -> None:
        self.board.plan(TurnPlan(self.document.game.position))
        self.board.focus()
        self.board.put_cursor(self.board.nearest_to_middle())
        self.board.action_walk(1)
        self.paint()

    def on_unmount(self) -> None:
        self.thinker.close()

    def paint(self) -> None:
        """Repaint after the plan or the layout changed."""
        frame, board, game = self.frame, self.board, self.document.game
        player_list = player_list_of(self.document, self)
        player = game.position.to_move
        heading, state = (
            f"trying turn {self._turn}",
            f"{player_list.cast.full_name(player)} to move",
        )
        note = f"to beat: {self._to_beat}" if self._to_beat else "the game itself does not change"
        board.paint()
        frame.show_title(title(heading, state, player_list.styles[player], (note,), frame.width))
        if frame.has_side:
            room = frame.side_room
            is_ascii = self.atlantis.ascii_only
            goal = _GOAL if self._to_beat else _NO_GOAL
            beside = Notes(self.analysis.rows(room[0]), board.overlay, is_ascii, goal)
            frame.show_side(side_lines(player_list, game, board.entry, room, beside))
        frame.describe_cursor()

    def _keys(self) -> tuple[Key, ...]:
        first, *others = self.board.keys()
        is_idle = self.board.entry is not None and self.board.entry.is_idle
        return (first, *_ENDING, *others, *_COMMANDS) if is_idle else (first, *others)

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self.analysis.drop

    def action_close(self) -> None:
        close_once(self)

    def action_end_turn(self) -> None:
        if close_once(self):
            self._done(self.board.moves)

    def action_hint(self) -> None:
        self.analysis.ask()

    def action_next_hint(self) -> None:
        self.analysis.ask_next()

    def action_toggle_side(self) -> None:
        super().action_toggle_side()
        self.analysis.repeat()
