"""Trying a turn: the entry of the play screen, on a board out of a game that is reviewed.

The same keys, the same checks, the same live consequences as when playing; only that ending
the turn hands the moves to the review instead of to the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_core.game import Game
from atlantis_core.grid import Move
from atlantis_core.planning import TurnPlan
from atlantis_core.review.walking import Walk
from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.entry_screen import EntryScreen
from atlantis_tui.review.bars import Key, key_bar
from atlantis_tui.text_lines import Piece, TextLines

_KEYS: tuple[Key, ...] = (
    ("Enter", "lift, land", "screen.choose"),
    ("t", "end the turn", "screen.end_turn"),
    ("x", "preview", "screen.preview"),
    ("u", "take back", "screen.take_back"),
    ("qweasd", "go", ""),
    ("Tab", "next stack", "screen.walk(1)"),
    ("Esc", "back to the review", "screen.release"),
)


class TryScreen(EntryScreen):
    """Plans one turn from a position of the past."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "end_turn", "End the turn: it becomes a variation"),
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False),
    ]

    def __init__(self, walk: Walk, done: Callable[[tuple[Move, ...]], None]) -> None:
        bare = walk.tree.transcript.with_turns(())
        super().__init__(GameDocument(bare, Game(walk.position)))
        self._turn = walk.turn + 1
        self._done = done

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

    def action_help(self) -> None:
        self.say("Enter lifts and lands stones, t ends the turn, Escape goes back to the review")
