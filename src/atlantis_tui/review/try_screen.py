"""Trying a turn: the entry of the play screen, on a board out of a game that is reviewed.

The same keys, the same typed moves, the same checks, the same live consequences as when
playing; only that ending the turn hands the moves to the review instead of to the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_core.game import Game
from atlantis_core.grid import Move
from atlantis_core.planning import TurnPlan
from atlantis_core.review.walk import Walk
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode, title
from atlantis_tui.play.hinting_screen import HintingScreen
from atlantis_tui.play.typed import Command, Word
from atlantis_tui.review.bars import key_bar
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.text_lines import TextLines

_KEYS: tuple[Key, ...] = (
    ("Enter", "lift, land", "screen.choose"),
    ("t", "end the turn", "screen.end_turn"),
    ("Esc", "back", "screen.release"),
    (":", "type", "screen.type"),
    ("x", "preview", "screen.preview"),
    ("h", "hint", "screen.hint"),
    ("u", "take back", "screen.take_back"),
    ("qweasd", "go", ""),
    ("Tab", "next stack", "screen.walk(1)"),
)
PLACEHOLDER = "b2-b4, pass, end, back, clear, goto c5, preview, quit"


class TryScreen(HintingScreen):
    """Plans one turn from a position of the past."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "end_turn", "End the turn: it becomes a variation"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False),
    ]

    placeholder = PLACEHOLDER

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
            *title(
                f"trying turn {self._turn}",
                f"{self.table.cast.full_name(player)} to move",
                self.table.styles[player],
                ("nothing of the game is changed",),
                self.size.width,
            )
        )
        self.query_one("#keys", TextLines).show_line(*key_bar(_KEYS, self.size.width))
        self.paint_message()

    def action_end_turn(self) -> None:
        moves = self.entry.plan.moves if self.entry is not None else ()
        self.dismiss()
        self._done(moves)

    def action_release(self) -> None:
        entry = self.entry
        is_busy = entry is not None and (entry.lifted is not None or entry.is_preview)
        if is_busy or self.has_hint:
            super().action_release()
        else:
            self.dismiss()

    def action_take_back(self) -> None:
        entry = self.entry
        if entry is not None and entry.lifted is None and not entry.plan.moves:
            self.say("no move is planned")
        else:
            super().action_take_back()

    def action_help(self) -> None:
        from atlantis_tui.review.help import trying_lines

        self.app.push_screen(Dialog("Help", list(trying_lines(self.size.width - 8))))

    async def obey(self, word: Word, command: Command) -> None:
        if word is Word.QUIT:
            self.dismiss()
        else:
            await super().obey(word, command)
