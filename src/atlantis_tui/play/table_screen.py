"""The table that everybody sits around: board, panel and bars, and how they share the room.

Shows what is being entered and what the game is doing; changes neither. The board comes first:
the panel gets what it leaves and goes before the board shrinks. How moves are entered is in
`entry_screen`, on top of this.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size

from atlantis_core.diagram import Style
from atlantis_core.grid import Move
from atlantis_core.position import Position
from atlantis_tui.board.turn_marks import mark_entry, mark_quiet
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.play import bars
from atlantis_tui.play.bars import Mode, Opponent
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.message import fit
from atlantis_tui.play.side import Row, Table, side_lines
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.text_lines import Piece, TextLines

SIDE_WIDTHS = range(24, 45)
"""The panel beside the board: below the first it goes, above the last it needs no more."""
SIDE_PADDING = 2
NARROW = 60
"""Below this width, what the panel would say is said in signs."""
MOST_LINES = 4
"""Of a message."""
LOW, LINES_IF_LOW = 18, 2
"""Below this height, what is said about the board must leave more of it to be seen."""
BARS = 3
"""Lines above and below the board."""


class TableScreen(BaseScreen):
    """A board and what is said about it."""

    DEFAULT_CSS = """
    TableScreen {
        layers: default above;
        & > #overflow {
            display: none;
            layer: above;
            dock: bottom;
            margin-bottom: 2;
            height: auto;
            background: $background;
        }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "toggle_side", "Show or hide the panel"),
        Binding("l", "toggle_labels", "Show or hide names of fields"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__()
        self.document = document
        self.entry: TurnEntry | None = None
        """What is being entered; None while nobody can."""
        self.mode = Mode.PLANNING
        self.recent: Position | None = None
        """An earlier board: what differs from it is marked until a move is begun."""
        self.hint: tuple[Move, ...] | None = None
        """A turn that a bot has suggested, marked on the board; None: none is shown."""
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
        yield TextLines(id="overflow")
        yield TextLines(id="message")
        yield TextLines(id="keys")

    # What is where.

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
            marks = mark_entry(self.entry, self.recent, self.hint or ())
        self.board.show(self.position_shown, marks)
        self.paint_side()
        self.paint_bars()

    def paint_side(self) -> None:
        side = self.query_one("#side", TextLines)
        if not side.display:
            return
        room = self._side_room
        hint = self.hint_rows(room[0])
        side.show_lines(side_lines(self.table, self.document.game, self.entry, room, hint))

    def hint_rows(self, width: int) -> list[Row]:  # noqa: ARG002 -- for those who give hints
        """What the panel says about the hint that is shown."""
        return []

    def paint_bars(self) -> None:
        width = self.size.width
        self.query_one("#title", TextLines).show_line(*self._title(width))
        has_plan = self.entry is not None and bool(self.entry.plan.moves)
        opponent = self.opponent
        keys = bars.key_bar(self.shown_mode, has_plan=has_plan, width=width, opponent=opponent)
        self.query_one("#keys", TextLines).show_line(*keys)
        self.paint_message()

    def paint_message(self) -> None:
        text, look, _ = self._message or Piece(self.describe_cursor(), "plain")
        # On a low screen, what is said about the cursor must not cover it.
        is_tight = self._message is None and self.size.height < LOW
        *above, last = fit(text, self.size.width - 2, 1 if is_tight else MOST_LINES)
        overflow = self.query_one("#overflow", TextLines)
        # What does not fit on its line covers the lowest lines of the board for a while.
        if overflow.display is not bool(above):
            overflow.display = bool(above)
        overflow.show_lines([(" ", Piece(line, look)) for line in above])
        self.query_one("#message", TextLines).show_line(" ", Piece(last, look))

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

    @property
    def opponent(self) -> Opponent:
        """What the keys say about whoever has the turn; for games with bots."""
        return Opponent()

    def describe_cursor(self) -> str:
        """What is to be known about the field under the cursor."""
        cursor = self.board.cursor
        if cursor is None:
            return ""
        lifted = None if self.entry is None else self.entry.lifted
        if self.entry is None or lifted is None:
            is_narrow = self.size.width < NARROW
            cast = self.table.cast
            return bars.describe_field(self.position_shown, cursor, cast, is_narrow=is_narrow)
        reach = self.entry.plan.destinations(lifted)
        return bars.describe_aim(lifted, cursor, reach, max(reach.values(), default=0))

    def _title(self, width: int) -> tuple[Piece, ...]:
        game, players = self.document.game, self.document.game.start.players
        # While a turn is shown it has been played already, but it is still the talk of the table.
        turn = game.turn_number + (0 if self.mode is Mode.SHOWING else 1)
        heading, state, style = f"turn {turn}", "no players", self.rich_style
        if players:
            player = (game.start.to_move + turn - 1) % players
            style = self.table.styles[player]
            state = f"{self.table.cast.full_name(player)} {self._doing()}"
        if game.is_over and self.mode is not Mode.SHOWING:
            heading, state, style = f"after turn {game.turn_number}", "game over", self.rich_style
        name = self.document.path.name if self.document.path else "not saved"
        notes = (self._plan_note(), name)
        return tuple(bars.title(heading, state, style, filter(None, notes), width))

    def _doing(self) -> str:
        match self.shown_mode:
            case Mode.THINKING:
                return "is thinking"
            case Mode.PREVIEW:
                return "after this turn"
            case Mode.SHOWING:
                return "plays"
            case Mode.PAUSED:
                return "is paused"
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

    @on(BoardView.Zoomed)
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
        style, axes = self.board.fitting(self.board.size)
        if self.board.labels and style is not Style.SPEC and not axes:
            self.say("names of fields are on, but there is no room for them here; + zooms in")

    def action_zoom(self, change: int) -> None:
        self.board.action_zoom(change)
