"""Board editor screen: maps keys to edits of an `EditorState` and shows it.

Checks the board after every edit, as the file reader does. The edits are in `state` and
`atlantis_core.drafts`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from atlantis_core.drafts import Draft, DraftHistory, EditError, check_draft, transcript_of_draft
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import is_over
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.support.errors import AtlantisError
from atlantis_tui import routes
from atlantis_tui.board.view import BoardView
from atlantis_tui.start.set_up import OVER_AT_ONCE
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.text_lines import Piece
from .canvas import EditorCanvas, first_cursor, make_canvas, mark_canvas
from .panel import panel_lines
from .questions import EditorQuestions
from .state import EditorState

PANEL = 36
NARROW = 70
KEYS = parse_foot("""
    n     segment     screen.at_cursor('segment')
    f     field       screen.at_cursor('field')
    1-9   stones
    u     undo        screen.undo
    ^s    save        screen.question('save')
    b     start       screen.begin
    p     player      screen.player(1)
    *     growing     screen.at_cursor('growing')
    0     dead        screen.put(0)
    Bksp  clear       screen.at_cursor('clear')
    k     shape       screen.question('begin_with_shape')
""")
ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("Esc", "back", "screen.close"))

AT_CURSOR: Mapping[str, Callable[[EditorState, Field], EditorState]] = MappingProxyType(
    {
        "segment": EditorState.add_segment,
        "remove_segment": EditorState.remove_segment,
        "field": EditorState.toggle_field,
        "remove_field": EditorState.remove_field,
        "pick": EditorState.pick,
        "join": EditorState.join_field,
        "split": EditorState.split_field,
        "growing": EditorState.toggle_growing,
        "clear": EditorState.clear,
    }
)
"""Edits of the field under the cursor."""
WITHOUT_CURSOR: Mapping[str, Callable[[EditorState], EditorState]] = MappingProxyType(
    {
        "add_player": EditorState.add_player,
        "remove_player": EditorState.remove_player,
        "handing_on": EditorState.toggle_handing_on,
        "shift": EditorState.shift_into_range,
    }
)

QUESTIONS: Mapping[str, Callable[[EditorQuestions], Awaitable[None]]] = MappingProxyType(
    {
        "rename": EditorQuestions.rename,
        "recolor": EditorQuestions.recolor,
        "put_value": EditorQuestions.put_value,
        "begin_with_shape": EditorQuestions.begin_with_shape,
        "save": EditorQuestions.save,
    }
)


_START, _FIELDS = Binding.Group("Start position"), Binding.Group("Fields and segments")


class EditorBoard(BoardView):
    """A board that passes digits to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"screen.put({digit})", f"Stones: {digit}", group=_START)
            for digit in range(1, 10)
        ),
        Binding("0", "screen.put(0)", "Make the field dead", group=_START),
        Binding("enter,space", "choose", "Add or remove a single field", group=_FIELDS),
    ]


class EditorScreen(BaseScreen):
    """Edits a board and its starting stones."""

    BINDINGS = parse_bindings("""
        Fields and segments
        n                    at_cursor('segment')          Segment at the cursor: add
        N                    at_cursor('remove_segment')   Segment at the cursor: remove
        f                    at_cursor('field')            Add or remove a single field
        delete               at_cursor('remove_field')     Remove the field
        v                    at_cursor('pick')             Pick the segment that single fields join
        j                    at_cursor('join')             Move the field to the picked segment
        F                    at_cursor('split')            Split the field off into its own segment
        k                    question('begin_with_shape')  Start from a standard board
        o                    open                          Edit the board of a file
        z                    apply('shift')                Shift the board so that it starts at a1
        Start position
        asterisk,g           at_cursor('growing')          Make the field growing, or open again
        backspace,full_stop  at_cursor('clear')            Make the field open and empty
        t                    question('put_value')         Enter any number of stones
        p                    player(1)                     Player: next
        P                    apply('add_player')           Player: add
        K                    apply('remove_player')        Player: remove
        r                    of_player('rename')           Current player: rename
        c                    of_player('recolor')          Current player: recolour
        less_than_sign       order(-1)                     Current player in turn order: earlier
        greater_than_sign    order(1)                      Current player in turn order: later
        Editing
        y                    symmetry(1)                   Mirror or rotate every edit
        Y                    apply('handing_on')           Mirrored stones: next player's or same
        u                    undo                          Edit: undo
        R                    redo                          Edit: redo
        ctrl+s               question('save')              Save as a board file
        b                    begin                         Start a game on this board
    """)

    def __init__(self, draft: Draft | None = None) -> None:
        super().__init__()
        self.state = EditorState(DraftHistory(draft or Draft()))
        self.path: Path | None = None
        self.saved = self.state.draft
        self._doubted: Draft | None = None
        """The board of which the user has heard that a player has no stones."""
        self.problems: tuple[Diagnostic, ...] = ()
        self.questions = EditorQuestions(self)
        self._canvas: EditorCanvas = make_canvas(self.state.draft)

    def compose(self) -> ComposeResult:
        options = self.atlantis.options
        self.board = EditorBoard(
            self._canvas.position, zoom=options.zoom, labels=options.labels, id="board"
        )
        self.board.follows = ("zoom", "labels")
        self.frame = BoardFrame(
            self.board, self.board.need, side_width=lambda width: PANEL if width >= NARROW else 0
        )
        yield self.frame

    @property
    def help_words(self) -> str:
        return "Paste a position (pos1:...) or a drawn board to replace the board."

    @property
    def cursor(self) -> Field:
        return self.board.cursor or first_cursor(self.state.draft)

    def on_mount(self) -> None:
        self.board.focus()
        self.board.cursor = first_cursor(self.state.draft)
        self.paint()

    # Painting.

    @on(BoardFrame.Shared)
    def paint(self) -> None:
        """Show the state and its problems."""
        frame, cast_, colors = self.frame, self.state.cast, self.state.colors
        self.problems = check_draft(self.state.draft, self._file_name())
        marks = mark_canvas(self._canvas, self.state, self.cursor)
        letters = cast_.letters or None
        self.board.show(self._canvas.position, marks, colors=colors, letters=letters)
        styles, width = player_styles(colors, self), frame.side_room[0]
        frame.show_side(panel_lines(self.state, self.problems, self._notes(), styles, width))
        changed = "" if self.state.draft == self.saved else "  not saved"
        file_name = Piece(f" {self._file_name()}{changed}", "dim")
        frame.show_title((Piece(" Board editor ", "strong"), file_name))
        frame.show_keys(KEYS, ALWAYS)
        frame.describe(self._describe_cursor())

    def _file_name(self) -> str:
        return self.path.name if self.path else "new board"

    def _without_stones(self) -> list[str]:
        """The names of players without stones."""
        players = self.state.draft.players
        return [name for n, name in enumerate(self.state.cast.names) if not players[n].stacks]

    def _notes(self) -> list[str]:
        """Remarks about a valid board that would not make a good game."""
        notes = []
        if empty := self._without_stones():
            notes.append(f"no stones yet: {', '.join(empty)}")
        if self._is_over_at_once():
            notes.append(OVER_AT_ONCE)
        return notes

    def _is_over_at_once(self) -> bool:
        """Whether a game would end before turn 1; ignores the empty places around the board."""
        draft = self.state.draft
        if not draft.players or any(problem.is_error for problem in self.problems):
            return False
        stacks = [player.stacks for player in draft.players]
        return is_over(Position.setup(Board(draft.segments), stacks))

    def _describe_cursor(self) -> str:
        place, draft = self.cursor, self.state.draft
        number = draft.segment_of(place)
        if number is None:
            return f"{place}: no field; press n to add a segment, f to add a field"
        there = draft.stack_on(place)
        if there is None:
            return f"{place}: open, segment {number + 1}"
        player, value = there
        state = "dead" if not value else "growing" if value < 0 else "open"
        return f"{place}: {state}, {abs(value)} of {self.state.cast.full_name(player)}"

    @on(BoardView.Chosen)
    def _chosen(self) -> None:
        self.action_at_cursor("field")

    @on(BoardView.CursorMoved)
    def _moved(self) -> None:
        if len(self.state.images.maps) > 1:
            self.board.show(marks=mark_canvas(self._canvas, self.state, self.cursor))
        self.frame.say("")
        self.frame.describe(self._describe_cursor())

    # Editing.

    def edit(self, change: Callable[[], EditorState]) -> None:
        """Apply an edit, or show why it is not possible."""
        before = self.state
        try:
            self.state = change()
        except EditError as error:
            self.frame.say(str(error))
            return
        if self.state.draft != before.draft:
            self._canvas = make_canvas(self.state.draft)
        past, cursor = self.state.sketch.past, self.cursor
        self.paint()
        on_board = cursor in self._canvas.position.board
        self._go_quietly(cursor if on_board else first_cursor(self.state.draft))
        self.frame.say(past[-1][0] if past and self.state.sketch != before.sketch else "", "strong")

    def load(self, draft: Draft, label: str) -> None:
        """Replace the draft; can be undone."""
        self.edit(lambda: self.state.load(draft, label))
        self._go_quietly(first_cursor(self.state.draft))

    def _go_quietly(self, place: Field) -> None:
        self.board.go_quietly(place)
        self.frame.describe(self._describe_cursor())

    def action_at_cursor(self, edit: str) -> None:
        self.edit(lambda: AT_CURSOR[edit](self.state, self.cursor))

    def action_apply(self, edit: str) -> None:
        self.edit(lambda: WITHOUT_CURSOR[edit](self.state))

    def action_put(self, value: int) -> None:
        self.edit(lambda: self.state.put_stones(self.cursor, value))

    def action_player(self, by: int) -> None:
        self.edit(lambda: self.state.choose_player(by))

    def action_order(self, by: int) -> None:
        self.edit(lambda: self.state.move_player(by))

    def action_symmetry(self, by: int) -> None:
        self.edit(lambda: self.state.choose_symmetry(by, self.cursor))
        self.frame.say(f"symmetry: {self.state.images.symmetry.value}")

    def action_undo(self) -> None:
        self._go(self.state.undo, "undone")

    def action_redo(self) -> None:
        self._go(self.state.redo, "redone")

    def _go(self, change: Callable[[], EditorState], word: str) -> None:
        sketch = self.state.sketch
        steps = sketch.past if word == "undone" else sketch.future
        self.edit(change)
        if steps:
            self.frame.say(f"{word}: {steps[-1 if word == 'undone' else 0][0]}")

    def action_begin(self) -> None:
        """Open the new game screen with this board."""
        if any(problem.is_error for problem in self.problems):
            what = (
                "fix the problems in the panel"
                if self.state.draft.segments
                else "the board is empty"
            )
            self.frame.say(f"cannot start a game yet: {what}")
            return
        if self._is_over_at_once():
            self.frame.say("; ".join(reversed(self._notes())))
            return
        if self._without_stones() and self._doubted is not self.state.draft:
            self._doubted = self.state.draft
            names = ", ".join(self._without_stones())
            self.frame.say(f"no stones yet: {names}; press b again to start all the same")
            return
        from atlantis_tui.start.set_up import SetUp

        try:
            transcript = transcript_of_draft(self.state.draft)
            set_up = SetUp().with_board(self.path or Path("edited-board"), transcript)
        except AtlantisError as error:
            self.frame.say(str(error))
            return
        self.atlantis.open(routes.SetUpForm(set_up, "New game on this board"))

    # Dialogs.

    @work
    async def action_question(self, name: str) -> None:
        await QUESTIONS[name](self.questions)

    @work
    async def on_paste(self, event: events.Paste) -> None:
        await self.questions.paste(event.text)

    def action_of_player(self, name: str) -> None:
        """Ask for a name or colour of the current player."""
        if self.state.draft.players:
            self.action_question(name)
        else:
            self.frame.say("no players yet: press P to add one")

    def action_open(self) -> None:
        pick = routes.PickFile(pick=lambda path: self.run_worker(self.questions.open(path)))
        self.atlantis.open(pick)

    def action_close(self) -> None:
        """Go back; asks first if there are unsaved changes."""
        self._ask_to_leave()

    @work
    async def _ask_to_leave(self) -> None:
        if await self.questions.may_leave():
            self.atlantis.go_back()
