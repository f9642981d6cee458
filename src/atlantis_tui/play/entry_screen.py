"""Entering a turn on the screen: board, panel and bars, and the keys that plan moves.

Holds which game is open and what is being entered; asks the core for everything else. What
happens when the turn ends is in `screen`, on top of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen

from atlantis_core.errors import IllegalMoveError
from atlantis_core.events import TurnReport
from atlantis_core.grid import Field, Move
from atlantis_core.planning import TurnPlan
from atlantis_core.position import Position
from atlantis_tui.board_view import BoardView
from atlantis_tui.document import GameDocument
from atlantis_tui.palette import player_styles
from atlantis_tui.play import bars
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.entry import TurnEntry
from atlantis_tui.play.marking import mark_entry, mark_quiet
from atlantis_tui.play.side import Table, side_lines
from atlantis_tui.text_lines import Piece, TextLines

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp

SIDE_WIDTHS = range(24, 45)
"""The panel beside the board: below the first it goes, above the last it needs no more."""
SIDE_PADDING = 2
NARROW = 60
"""Below this width, what the panel would say is said in signs."""
BARS = 3
"""Lines above and below the board."""


class EntryScreen(Screen[None]):
    """A board on which a turn can be planned."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "walk(1)", "Next stack that can move", show=False),
        Binding("shift+tab", "walk(-1)", "Previous stack that can move", show=False),
        Binding("escape", "release", "Put the lifted stones back", show=False),
        Binding("u,backspace", "take_back", "Take back a planned move"),
        Binding("left_square_bracket", "pick_by(-1)", "Choose the planned move before"),
        Binding("right_square_bracket", "pick_by(1)", "Choose the next planned move"),
        Binding("left_curly_bracket", "shift_move(-1)", "Play the chosen move earlier"),
        Binding("right_curly_bracket", "shift_move(1)", "Play the chosen move later"),
        Binding("delete", "drop_move", "Drop the chosen move"),
        Binding("x", "preview", "Show the board after the turn, and back"),
        Binding("p", "toggle_side", "Show or hide the panel"),
        Binding("l", "toggle_labels", "Show or hide names of fields"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__()
        self.document = document
        self.entry: TurnEntry | None = None
        """What is being entered; None while nobody can."""
        self.mode = Mode.PLANNING
        self.recent: TurnReport | None = None
        """The last turn, marked on the board until the next one is begun."""
        self._message: Piece | None = None
        self._wants_side: bool | None = None
        self._side_room = (SIDE_WIDTHS[0], 0)
        self._table: Table | None = None

    def compose(self) -> ComposeResult:
        options = self.atlantis.options
        board = PlayBoard(
            self.document.game.position,
            colors=self.document.colors,
            letters=self.document.cast.letters,
            zoom=options.zoom,
            labels=options.labels,
            id="board",
        )
        side = TextLines(id="side")
        # Known before anything is laid out, so that the first frame is the final one.
        self._divide(board, side, self.app.size)
        yield TextLines(id="title")
        with Horizontal(id="middle"):
            yield board
            yield side
        yield TextLines(id="message")
        yield TextLines(id="keys")

    # What is where.

    @property
    def atlantis(self) -> AtlantisApp:
        return cast("AtlantisApp", self.app)

    @property
    def board(self) -> PlayBoard:
        return self.query_one("#board", PlayBoard)

    @property
    def position_shown(self) -> Position:
        """The position that the board is to show."""
        if self.entry is None:
            return self.document.game.position
        plan = self.entry.plan
        return plan.report.end if self.entry.is_preview else plan.moved

    @property
    def table(self) -> Table:
        if self._table is None:
            ground = self.background_colors[1]
            depth = self.atlantis.color_depth
            styles = player_styles(self.document.colors, ground, depth)
            names = tuple(style.name for style in styles)
            self._table = Table(self.document.cast, self.document.seats, names)
        return self._table

    # Painting.

    def paint(self) -> None:
        """Bring everything up to date after the plan, the turn or the mode has changed."""
        if self.entry is None:
            marks = mark_quiet(self.position_shown, self.recent)
        else:
            marks = mark_entry(self.entry, self.recent)
        self.board.show(self.position_shown, marks)
        self.paint_side()
        self.paint_bars()

    def paint_side(self) -> None:
        side = self.query_one("#side", TextLines)
        if not side.display:
            return
        plan = None if self.entry is None else self.entry.plan
        chosen = None if self.entry is None else self.entry.chosen
        position = self.document.game.position if plan is None else plan.position
        game, room = self.document.game, self._side_room
        side.show_lines(side_lines(self.table, game, position, plan, chosen, room))

    def paint_bars(self) -> None:
        width = self.size.width
        self.query_one("#title", TextLines).show_line(*self._title(width))
        has_plan = self.entry is not None and bool(self.entry.plan.moves)
        keys = bars.key_bar(self.shown_mode, has_plan=has_plan, width=width)
        self.query_one("#keys", TextLines).show_line(*keys)
        self.paint_message()

    def paint_message(self) -> None:
        message = self._message or Piece(self.describe_cursor(), "plain")
        self.query_one("#message", TextLines).show_line(" ", message)

    def say(self, text: str, look: str = "plain") -> None:
        """Put something on the message line; it stays until the cursor moves."""
        self._message = Piece(text, look) if text else None
        self.paint_message()

    @property
    def shown_mode(self) -> Mode:
        if self.mode is not Mode.PLANNING or self.entry is None:
            return self.mode
        if self.entry.is_preview:
            return Mode.PREVIEW
        return Mode.PLANNING if self.entry.lifted is None else Mode.LIFTED

    def describe_cursor(self) -> str:
        """What is to be known about the field under the cursor."""
        cursor = self.board.cursor
        if cursor is None:
            return ""
        lifted = None if self.entry is None else self.entry.lifted
        if self.entry is None or lifted is None:
            return bars.describe_field(self.position_shown, cursor, self.table.cast)
        reach = self.entry.plan.destinations(lifted)
        return bars.describe_aim(lifted, cursor, reach, max(reach.values(), default=0))

    def _title(self, width: int) -> tuple[Piece, ...]:
        game, player = self.document.game, self.document.game.position.to_move
        heading, state = f"turn {game.turn_number + 1}", "no players"
        style = self.table.styles[player] if self.table.styles else self.rich_style
        if self.table.cast.names:
            state = f"{self.table.cast.full_name(player)} {self._doing()}"
        if game.is_over:
            heading = f"after turn {game.turn_number}"
        name = self.document.path.name if self.document.path else "not saved"
        notes = (self._plan_note(), name)
        return tuple(bars.title(heading, state, style, filter(None, notes), width))

    def _doing(self) -> str:
        match self.shown_mode:
            case Mode.THINKING:
                return "is thinking"
            case Mode.PREVIEW:
                return "after this turn"
            case _:
                return "to move"

    def _plan_note(self) -> str:
        """Where the panel has gone, the title says how the plan stands."""
        if self.entry is None or self.query_one("#side").display:
            return ""
        what = self.entry.plan.consequences
        moves, blasts = len(self.entry.plan), len(what.exploding)
        is_narrow = self.size.width < NARROW
        return f"{moves}> {blasts}!" if is_narrow else f"{moves} planned, {blasts} explode"

    # Laying out: the board first, the panel in what is left.

    def on_resize(self) -> None:
        self.share_room()

    def share_room(self) -> None:
        """Give the panel what the board does not need."""
        self._divide(self.board, self.query_one("#side", TextLines), self.size)
        self.paint()

    def _divide(self, board: PlayBoard, side: TextLines, size: Size) -> None:
        room = Size(size.width, max(size.height - BARS, 1))
        style, _ = board.fitting(room)
        need = board.size_of(style, axes=False) or room
        left = room.width - need.width
        if self._wants_side:
            left = max(left, min(SIDE_WIDTHS[-1], room.width // 2))
        is_shown = left >= SIDE_WIDTHS[0] if self._wants_side is None else self._wants_side
        # Setting what is already set would lay out everything again.
        if side.display is not is_shown:
            side.display = is_shown
        width = min(left, SIDE_WIDTHS[-1])
        side.styles.width = width
        self._side_room = (width - SIDE_PADDING, room.height)

    def action_toggle_side(self) -> None:
        self._wants_side = not self.query_one("#side").display
        self.share_room()

    def action_toggle_labels(self) -> None:
        self.board.labels = not self.board.labels

    def action_zoom(self, change: int) -> None:
        self.board.action_zoom(change)

    # The cursor.

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        if type(event) is BoardView.CursorMoved:
            self._message = None
            self.paint_message()

    @on(PlayBoard.Directed)
    def _directed(self, event: PlayBoard.Directed) -> None:
        cursor = self.board.cursor
        if self.entry is None or self.entry.lifted is None or cursor is None:
            self.board.step(event.direction)
            return
        try:
            self.board.cursor = self.entry.aim(event.direction, cursor)
        except IllegalMoveError as error:
            self.refuse(error)

    @on(BoardView.Chosen)
    def _chosen(self, event: BoardView.Chosen) -> None:
        self.choose_field(event.field)

    @on(BoardView.Clicked)
    def _clicked(self, event: BoardView.Clicked) -> None:
        entry = self.entry
        is_idle = entry is not None and entry.lifted is None
        if entry is not None and is_idle and event.field not in entry.plan.sources():
            self.say("")
        else:
            self.choose_field(event.field)

    def action_choose(self) -> None:
        self.board.action_choose()

    def action_walk(self, by: int) -> None:
        """Go to the next field that can move, or that the lifted stones can reach."""
        if self.entry is None:
            return
        lifted = self.entry.lifted
        plan = self.entry.plan
        fields = list(plan.sources() if lifted is None else plan.destinations(lifted))
        if not fields:
            self.say("no stones can move any more; t ends the turn")
            return
        cursor = self.board.cursor
        ordered = sorted(fields) if lifted is None else fields
        self.board.cursor = _next_field(ordered, cursor, by)

    # Planning.

    def choose_field(self, field: Field) -> None:
        """Lift the stones of a field, or land the lifted ones."""
        if self.entry is None:
            self.say(self.why_not())
            return
        try:
            if self.entry.lifted is None:
                self.entry.lift(field)
            elif self.entry.land(field) is not None:
                self.plan_changed()
                return
        except IllegalMoveError as error:
            self.refuse(error)
            return
        self._message = None
        self.paint()

    def why_not(self) -> str:
        """Why no move can be entered now."""
        if self.document.game.is_over:
            return "the game is over: no further turn can be played"
        return "it is not a person's turn"

    def refuse(self, error: IllegalMoveError) -> None:
        """Say which rule an attempt breaks; nothing has changed."""
        self.say(str(error), "bad")

    def plan_moves(self, moves: tuple[Move, ...]) -> bool:
        """Plan moves from wherever they come; says whether they were legal."""
        if self.entry is None:
            self.say(self.why_not(), "bad")
            return False
        try:
            self.entry.add(moves)
        except IllegalMoveError as error:
            self.refuse(error)
            return False
        self.plan_changed()
        return True

    def plan_changed(self) -> None:
        """Keep the plan and show what would come of it."""
        if self.entry is not None:
            self.document.keep_plan(self.entry.plan)
        self._message = None
        self.paint()

    def set_plan(self, plan: TurnPlan | None) -> None:
        """Begin to enter a turn, or none."""
        self.entry = None if plan is None else TurnEntry(plan)

    def action_release(self) -> None:
        if self.entry is not None and (self.entry.release() or self.entry.is_preview):
            self.entry.is_preview = False
            self._message = None
            self.paint()

    def action_take_back(self) -> None:
        if self.entry is None:
            return
        if self.entry.release():
            self.paint()
            return
        move = self.entry.take_back()
        if move is None:
            self.say("no move is planned; U takes back the last turn")
            return
        self.plan_changed()
        self.say(f"{move} taken back")

    def action_pick_by(self, by: int) -> None:
        if self.entry is not None:
            self.entry.choose(by)
            self.paint_side()
            self._say_chosen()

    def action_pick(self, index: int) -> None:
        if self.entry is not None:
            self.entry.chosen = index
            self.paint_side()

    def action_shift_move(self, by: int) -> None:
        if self.entry is not None and self.entry.shift(by):
            self.plan_changed()
            self._say_chosen()

    def action_drop_move(self, index: int = -1) -> None:
        if self.entry is None:
            return
        chosen = self.entry.chosen if index < 0 else index
        move = None if chosen is None else self.entry.drop(chosen)
        if move is not None:
            self.plan_changed()
            self.say(f"{move} dropped")

    def action_preview(self) -> None:
        if self.entry is None:
            return
        self.entry.release()
        self.entry.is_preview = not self.entry.is_preview
        self._message = None
        self.paint()

    def _say_chosen(self) -> None:
        if self.entry is not None and self.entry.chosen is not None:
            number = self.entry.chosen
            moves = self.entry.plan.moves
            self.say(f"move {number + 1} of {len(moves)}: {moves[number]}")


def _next_field(fields: list[Field], cursor: Field | None, by: int) -> Field:
    if cursor in fields:
        return fields[(fields.index(cursor) + by) % len(fields)]
    if cursor is None:
        return fields[0 if by > 0 else -1]
    later = [field for field in fields if (field > cursor) is (by > 0)]
    return (later or fields)[0 if by > 0 else -1]
