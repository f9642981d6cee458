"""The board editor on the screen: keys become edits of the desk, the desk becomes a picture.

Every edit is checked at once with the checks of the file reader. Decides nothing about boards
itself: see `desk` and `atlantis_core.drafts`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from atlantis_core.board import Board
from atlantis_core.diagnostics import Diagnostic
from atlantis_core.drafts import Draft, EditError, Sketch, check_draft, transcript_of_draft
from atlantis_core.errors import AtlantisError
from atlantis_core.grid import Field
from atlantis_core.position import Position
from atlantis_core.scoring import is_over
from atlantis_tui.board.view import BoardView
from atlantis_tui.editor.canvas import Canvas, first_cursor, make_canvas, mark_canvas
from atlantis_tui.editor.desk import Desk
from atlantis_tui.editor.editor_board import EditorBoard
from atlantis_tui.editor.files import EditorFiles
from atlantis_tui.editor.panel import panel_lines
from atlantis_tui.start.set_up import OVER_AT_ONCE
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_line import Key, key_line
from atlantis_tui.widgets.text_lines import Piece, TextLines

PANEL = 36
NARROW = 70
KEYS: tuple[Key, ...] = (
    ("n", "segment", "screen.segment"),
    ("f", "field", "screen.field"),
    ("1-9", "stones", ""),
    ("*", "growing", "screen.growing"),
    ("0", "dead", "screen.put(0)"),
    ("Bksp", "clear", "screen.clear"),
    ("p", "player", "screen.player(1)"),
    ("u", "undo", "screen.undo"),
    ("b", "begin game", "screen.begin"),
    ("^s", "save", "screen.save"),
    ("k", "shape", "screen.shape"),
)
ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("Esc", "back", "screen.close"))


class EditorScreen(EditorFiles, BaseScreen):
    """A board under construction."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back", show=False),
        Binding("n", "segment", "Add a segment around the cursor"),
        Binding("N", "remove_segment", "Remove the segment of the field"),
        Binding("f", "field", "Add a single field, or remove it"),
        Binding("delete", "remove_field", "Remove the field"),
        Binding("v", "pick", "Pick the segment that single fields join"),
        Binding("j", "join", "Move the field to the picked segment"),
        Binding("F", "split", "Make the field a segment of its own"),
        Binding("asterisk,g", "growing", "Make the field growing, or open again"),
        Binding("backspace,full_stop", "clear", "Make the field open and empty"),
        Binding("t", "value", "Type what lies on the field"),
        Binding("p", "player(1)", "Put stones of the next player"),
        Binding("P", "add_player", "Add a player"),
        Binding("K", "remove_player", "Remove the present player"),
        Binding("r", "rename", "Name the present player"),
        Binding("c", "recolor", "Give the present player a colour"),
        Binding("less_than_sign", "order(-1)", "Let the present player move earlier"),
        Binding("greater_than_sign", "order(1)", "Let the present player move later"),
        Binding("y", "symmetry(1)", "Mirror or rotate every edit"),
        Binding("Y", "handing_on", "Give images to the next players, or to the same one"),
        Binding("u", "undo", "Undo"),
        Binding("U", "redo", "Redo"),
        Binding("z", "shift", "Move the board so that its names begin with a1"),
        Binding("k", "shape", "Begin with a traditional board"),
        Binding("o", "open", "Edit the board of a file"),
        Binding("ctrl+s", "save", "Save"),
        Binding("b", "begin", "Begin a game on this board"),
        Binding("question_mark,f1", "help", "Help"),
    ]
    DEFAULT_CSS = """
    EditorScreen {
        & #side { width: 36; }
        &.-narrow #side { display: none; }
    }
    """

    def __init__(self, draft: Draft | None = None, path: Path | None = None) -> None:
        super().__init__()
        self.desk = Desk(Sketch(draft or Draft()))
        self.path = path
        self.saved = self.desk.draft
        self.problems: tuple[Diagnostic, ...] = ()
        self._canvas: Canvas = make_canvas(self.desk.draft)
        self._message = ""

    def compose(self) -> ComposeResult:
        options = self.atlantis.options
        yield TextLines(id="title")
        with Horizontal(id="middle"):
            yield EditorBoard(
                self._canvas.position, zoom=options.zoom, labels=options.labels, id="board"
            )
            yield TextLines(id="side")
        yield TextLines(id="message")
        yield TextLines(id="keys")

    @property
    def board(self) -> EditorBoard:
        return self.query_one("#board", EditorBoard)

    @property
    def cursor(self) -> Field:
        return self.board.cursor or first_cursor(self.desk.draft)

    def on_mount(self) -> None:
        self.board.focus()
        self.board.cursor = first_cursor(self.desk.draft)
        self.paint()

    def go_to_middle(self) -> None:
        self.board.cursor = first_cursor(self.desk.draft)

    def on_resize(self) -> None:
        self.set_class(self.size.width < NARROW, "-narrow")
        line = key_line(KEYS, self.size.width, ALWAYS)
        self.query_one("#keys", TextLines).show_line(*line)
        self.call_after_refresh(self.paint)

    # Painting.

    def paint(self) -> None:
        """Show the desk."""
        cast_, colors = self.desk.cast, self.desk.colors
        self.problems = check_draft(self.desk.draft, self._called())
        marks = mark_canvas(self._canvas, self.desk, self.cursor)
        letters = cast_.letters or None
        self.board.show(self._canvas.position, marks, colors=colors, letters=letters)
        side = self.query_one("#side", TextLines)
        ground, depth = side.background_colors[1], self.atlantis.color_depth
        styles = [style.name for style in player_styles(colors, ground, depth)]
        width = max(side.size.width - 2, 20)
        side.show_lines(panel_lines(self.desk, self.problems, self._notes(), styles, width))
        changed = "" if self.desk.draft == self.saved else "  not saved"
        self.query_one("#title", TextLines).show_line(
            Piece(" Board editor ", "strong"), Piece(f" {self._called()}{changed}", "dim")
        )
        self.paint_message()

    def paint_message(self) -> None:
        text = self._message or self._describe_cursor()
        look = "plain" if not self._message else "strong"
        self.query_one("#message", TextLines).show_line(" ", Piece(text, look))

    def say(self, text: str) -> None:
        self._message = text
        self.paint_message()

    def _called(self) -> str:
        return self.path.name if self.path else "new board"

    def _notes(self) -> list[str]:
        """What the checks of files do not mind but a player would."""
        notes = []
        draft = self.desk.draft
        empty = [name for n, name in enumerate(self.desk.cast.names) if not draft.players[n].stacks]
        if empty:
            notes.append(f"no stones yet: {', '.join(empty)}")
        if self._is_over_at_once():
            notes.append(OVER_AT_ONCE)
        return notes

    def _is_over_at_once(self) -> bool:
        """Whether nothing could be played; the places around the board do not join its areas."""
        draft = self.desk.draft
        if not draft.players or any(problem.is_error for problem in self.problems):
            return False
        stacks = [player.stacks for player in draft.players]
        return is_over(Position.setup(Board(draft.segments), stacks))

    def _describe_cursor(self) -> str:
        place, draft = self.cursor, self.desk.draft
        number = draft.segment_of(place)
        if number is None:
            return f"{place}: no field; n adds a segment around it, f a single field"
        there = draft.stack_on(place)
        if there is None:
            return f"{place}: open, segment {number + 1}"
        player, value = there
        state = "dead" if not value else "growing" if value < 0 else "open"
        return f"{place}: {state}, {abs(value)} of {self.desk.cast.full_name(player)}"

    @on(BoardView.Chosen)
    def _chosen(self) -> None:
        self.action_field()

    @on(BoardView.CursorMoved)
    def _moved(self) -> None:
        self._message = ""
        if len(self.desk.images.maps) > 1:
            self.board.show(marks=mark_canvas(self._canvas, self.desk, self.cursor))
        self.paint_message()

    # Editing.

    def edit(self, change: Callable[[], Desk]) -> None:
        """Make an edit, or say why it cannot be."""
        before = self.desk
        try:
            self.desk = change()
        except EditError as error:
            self.say(str(error))
            return
        if self.desk.draft != before.draft:
            self._canvas = make_canvas(self.desk.draft)
        past = self.desk.sketch.past
        self._message = past[-1][0] if past and self.desk.sketch != before.sketch else ""
        cursor = self.cursor
        self.paint()
        on_board = cursor in self._canvas.position.board
        self.board.cursor = cursor if on_board else first_cursor(self.desk.draft)

    def action_segment(self) -> None:
        self.edit(lambda: self.desk.add_segment(self.cursor))

    def action_remove_segment(self) -> None:
        self.edit(lambda: self.desk.remove_segment(self.cursor))

    def action_field(self) -> None:
        self.edit(lambda: self.desk.toggle_field(self.cursor))

    def action_remove_field(self) -> None:
        self.edit(lambda: self.desk.remove_field(self.cursor))

    def action_pick(self) -> None:
        self.edit(lambda: self.desk.pick(self.cursor))

    def action_join(self) -> None:
        self.edit(lambda: self.desk.join_field(self.cursor))

    def action_split(self) -> None:
        self.edit(lambda: self.desk.split_field(self.cursor))

    def action_put(self, value: int) -> None:
        self.edit(lambda: self.desk.put(self.cursor, value))

    def action_growing(self) -> None:
        self.edit(lambda: self.desk.toggle_growing(self.cursor))

    def action_clear(self) -> None:
        self.edit(lambda: self.desk.clear(self.cursor))

    def action_player(self, by: int) -> None:
        self.edit(lambda: self.desk.choose_player(by))

    def action_add_player(self) -> None:
        self.edit(self.desk.add_player)

    def action_remove_player(self) -> None:
        self.edit(self.desk.remove_player)

    def action_order(self, by: int) -> None:
        self.edit(lambda: self.desk.move_player(by))

    def action_symmetry(self, by: int) -> None:
        self.edit(lambda: self.desk.choose_symmetry(by, self.cursor))
        self.say(f"symmetry: {self.desk.images.symmetry.value}")

    def action_handing_on(self) -> None:
        self.edit(self.desk.toggle_handing_on)

    def action_shift(self) -> None:
        self.edit(self.desk.shift_into_range)

    def action_undo(self) -> None:
        self._go(self.desk.undo, "undone")

    def action_redo(self) -> None:
        self._go(self.desk.redo, "done again")

    def _go(self, change: Callable[[], Desk], word: str) -> None:
        sketch = self.desk.sketch
        steps = sketch.past if word == "undone" else sketch.future
        self.edit(change)
        if steps:
            self.say(f"{word}: {steps[-1 if word == 'undone' else 0][0]}")

    def action_begin(self) -> None:
        """Take the board to the form for new games."""
        if any(problem.is_error for problem in self.problems):
            self.say("this board cannot be played on yet; see what is wrong")
            return
        if self._is_over_at_once():
            self.say("; ".join(reversed(self._notes())))
            return
        from atlantis_tui.start.new_game_screen import NewGameScreen
        from atlantis_tui.start.set_up import SetUp

        try:
            transcript = transcript_of_draft(self.desk.draft)
            set_up = SetUp().with_board(self.path or Path("edited-board"), transcript)
        except AtlantisError as error:
            self.say(str(error))
            return
        self.app.push_screen(NewGameScreen(set_up, "New game on this board"))

    def action_help(self) -> None:
        from atlantis_tui.editor.help import help_lines
        from atlantis_tui.widgets.dialogs import Dialog

        self.app.push_screen(Dialog("Board editor", list(help_lines(self.size.width - 8))))
