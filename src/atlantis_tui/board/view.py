"""Board widget: shows a position with marks, and posts cursor moves and clicks.

Draws line by line from the core's layout and refreshes field by field, so that a cursor step
repaints two fields. Play, review, editor and previews all call `show`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from atlantis_core.diagram import (
    Look,
    Role,
    Style,
)
from atlantis_core.diagram.faces import SEAT_LETTERS
from atlantis_core.narration import Cast
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, neighbour
from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import Overlay
from atlantis_tui.settings.options import Colors, Names, Options, Zoom
from atlantis_tui.widgets.board_frame import RoomWanted, Said
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.scrolled import KeyTaker, offer_key, shift_of
from .layouts import SMALLEST, STYLES, Drawing, layouts_of
from .line_drawer import DrawnField, LineDrawer
from .marks import NO_MARKS, QUIET_MARKS, UNMARKED, Mark, Marking
from .paths import ahead, beside, middle
from .shown_position import ShownPosition
from .styles import BoardStyles, CellLook, FieldLook
from .viewport import Arrows, Viewport, with_arrows

MANY_FIELDS = 250
"""If more fields change at once, repainting the whole board is cheaper."""
TINTED_TERRITORY = "territory: strong colour secured, weaker alone, faint first, blank tied"
_NAMES_SAID = {
    Names.ALL: "names on all fields",
    Names.NEAR: "names near the cursor",
    Names.NONE: "no field names",
}
_NAMES_SAID_IF_SMALL = {
    **_NAMES_SAID,
    Names.ALL: "names on empty fields; press + to see all",
    Names.NEAR: "names on empty fields near the cursor; press + to see all",
}


class BoardView(ScrollView, can_focus=True):
    """A scrollable board with a cursor."""

    BINDINGS = parse_bindings("""
        Board
        q                 step('NW')    Cursor: NW
        w                 step('N')     Cursor: N
        e                 step('NE')    Cursor: NE
        a                 step('SW')    Cursor: SW
        s                 step('S')     Cursor: S
        d                 step('SE')    Cursor: SE
        up                step('N')     Move the cursor: up
        down              step('S')     Move the cursor: down
        left              sidestep(-1)  Move the cursor: left
        right             sidestep(1)   Move the cursor: right
        enter,space       choose        Select the field
        plus,equals_sign  zoom(1)       Zoom: in
        minus             zoom(-1)      Zoom: out
        0                 zoom(0)       Zoom: fit the window
    """)
    DEFAULT_CSS = """
    BoardView { background: $background; color: $foreground; scrollbar-size: 0 0; }
    """

    cursor: reactive[Field | None] = reactive(None, repaint=False)
    zoom: reactive[Zoom] = reactive(Zoom.AUTO, repaint=False, init=False)
    labels: reactive[Names] = reactive(Names.ALL, repaint=False, init=False)
    overlay: reactive[Overlay] = reactive(Overlay.NONE, repaint=False, init=False)

    wanted: int | None = None
    """The player whose stacks outside the window get arrows at its edge."""
    _arrows: Arrows | None = None
    cast: Cast | None = None
    """Names of the players, for boards that describe fields."""

    @dataclass
    class FieldEvent(Message):
        """Base of the messages about a field."""

        field: Field

    class CursorMoved(FieldEvent):
        """The cursor moved to another field."""

    class Chosen(FieldEvent):
        """Enter or Space was pressed on a field."""

    class Clicked(FieldEvent):
        """A field was clicked; the cursor is already there."""

    follows: Collection[str] = ()
    """The options that the board follows when they change."""
    takers: Sequence[KeyTaker] = ()
    """Offered every key before the board handles it: prompt and animation."""

    def __init__(
        self,
        position: Position | Board,
        *,
        colors: Sequence[str | None] = (),
        letters: str = SEAT_LETTERS,
        zoom: Zoom = Zoom.AUTO,
        labels: Names = Names.ALL,
        id: str | None = None,  # noqa: A002 -- what textual calls it
    ) -> None:
        super().__init__(id=id)
        self._board = _board_of(position)
        self._colors = tuple(colors)
        self._shown = ShownPosition(position, letters)
        self._layouts = layouts_of(self._board)
        self._drawer: LineDrawer | None = None
        self._styles_of_board: BoardStyles | None = None
        self._look = Look(letters)
        self.set_reactive(BoardView.zoom, zoom)
        self.set_reactive(BoardView.labels, labels)
        self.layout_shown = self._layouts.find(SMALLEST)
        """The layout on the screen; None for a board too large for any picture."""
        self._room = Size()

    # What the screens use.

    def show(
        self,
        position: Position | Board | None = None,
        marks: Marking | None = None,
        *,
        colors: Sequence[str | None] | None = None,
        letters: str | None = None,
    ) -> None:
        """Show another position, other marks, or both; repaints only fields that differ."""
        shown, board = self._shown, self._board if position is None else _board_of(position)
        players = self._colors, shown.letters
        self._colors = self._colors if colors is None else tuple(colors)
        shown.letters = shown.letters if letters is None else letters
        if players != (self._colors, shown.letters):
            self.notify_style_update()
            self.refresh()
        if board is not self._board and board != self._board:
            self._board = board
            self._layouts = layouts_of(board)
            shown.show(position, marks or NO_MARKS)
            if self.cursor not in board:
                self.cursor = None
            self._choose_layout()
            return
        self.refresh_fields(shown.show(position, marks))
        if position is not None and self._arrows is not None:
            self._arrows = None
            self.refresh()

    @property
    def marks(self) -> Marking:
        return self._shown.marks

    def follow_options(self, before: Options, after: Options) -> None:
        """Show changed options, also if keys of the board had changed them."""
        for name in self.follows:
            if getattr(after, name) is not getattr(before, name):
                setattr(self, name, getattr(after, name))
        if after.fine_lines is not before.fine_lines:
            self.notify_style_update()
            self.refresh()

    def refresh_fields(self, fields: Iterable[Field]) -> None:
        """Repaint these fields only."""
        viewport = self.viewport
        changed = [field for field in fields if field in self._board]
        if viewport is None or not changed:
            return
        if len(changed) > MANY_FIELDS:
            self._forget_strips()
            self.refresh()
            return
        cells = [on_line for field in changed for on_line in viewport.lines_of(field)]
        self._forget_strips(line for line, _ in cells)
        regions = [region for _, region in cells if region.overlaps(self.size.region)]
        if regions:
            self.refresh(*regions)

    def put_cursor(self, field: Field | None) -> None:
        """Set the cursor without posting `CursorMoved` or repainting."""
        self.set_reactive(BoardView.cursor, field)

    def go_quietly(self, field: Field) -> None:
        """Move the cursor without posting `CursorMoved`, so that the message stays."""
        before = self.cursor
        self.put_cursor(field)
        self.refresh_fields({*self._near(before), *self._near(field)})
        self.scroll_to_field(field)

    def nearest_to_middle(self) -> Field | None:
        """First field of the cursor."""
        return None if self.layout_shown is None else middle(self.layout_shown)

    @property
    def terminal_cursor(self) -> Offset | None:
        """The cell of the screen in the middle of the field under the cursor, if it is visible."""
        viewport, field = self.viewport, self.cursor
        if viewport is None or field not in self._board or field is None:
            return None
        at = viewport.middle_of(field)
        return None if at is None else self.content_region.offset + at

    @property
    def overlay_note(self) -> str:
        """The name of the overlay, for titles; "" without one."""
        return "" if self.overlay is Overlay.NONE else self.overlay.value

    def count_wanted(self, lines: range) -> int:
        """The number of fields under a hint or the cursor that these lines of the view show."""
        viewport = self.viewport
        wanted = self._shown.hinted() | ({self.cursor} if self.cursor else set())
        return 0 if viewport is None else viewport.count_within(lines, wanted)

    def size_of(self, drawing: Drawing) -> Size | None:
        """Size of a drawing of the board; None if the picture would be too large."""
        return self._layouts.size_of(drawing)

    def need(self, room: Size) -> Size:
        """Size of the drawing for a room, without axes; larger than the room if it scrolls."""
        return self.size_of(self.fitting(room)._replace(has_axes=False)) or room

    def fitting(self, room: Size) -> Drawing:
        """The drawing for a room."""
        return self._layouts.fitting(room, self.zoom, axes=self.labels is not Names.NONE)

    # Watchers.

    def notify_style_update(self) -> None:
        self._styles_of_board = None
        if self.is_mounted:
            self._draw_overlay()  # few colours need signs
        self._forget_drawing()
        super().notify_style_update()

    def watch_cursor(self, old: Field | None, new: Field | None) -> None:
        self.refresh_fields({*self._near(old), *self._near(new)})
        if new is not None:
            self.scroll_to_field(new)
            self.post_message(self.CursorMoved(new))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        self._arrows = None
        super().watch_scroll_y(old_value, new_value)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        self._arrows = None
        self._forget_strips()
        super().watch_scroll_x(old_value, new_value)

    def watch_zoom(self) -> None:
        self._choose_layout()
        self.post_message(RoomWanted())

    def watch_overlay(self) -> None:
        self.refresh_fields(self._draw_overlay())

    def watch_labels(self) -> None:
        self._choose_layout()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        viewport, styles = self.viewport, self._board_styles()
        if viewport is None:
            return Strip.blank(self.size.width, styles.background)
        layout, left, top, size = viewport
        if self._drawer is None:
            self._drawer = LineDrawer(layout, self._look, self._draw, styles)
        strip = self._drawer.strip(y - top, left, size.width)
        if layout.width <= size.width and layout.height <= size.height:
            return strip
        if self._arrows is None:
            self._arrows = viewport.edge_arrows(self._shown.stacks_of(self.wanted))
        style = styles.style(CellLook(Role.MARK, field=FieldLook(Mark.HINT)))
        return with_arrows(strip, self._arrows.get(y, ()), style)

    def _draw(self, field: Field) -> DrawnField:
        style = self._style or SMALLEST.style
        name = str(field) if self._is_named(field) else self._no_name(style)
        shown = self._shown.field(field, name, is_cursor=field == self.cursor)
        return shown.draw(style, self._look)

    def _no_name(self, style: Style) -> str:
        """The label of a field without a name; a blank one keeps the stack where it is."""
        return " " if self.labels is Names.NEAR and style.has_corners else ""

    def _is_named(self, field: Field) -> bool:
        if self.labels is not Names.NEAR:
            return self.labels is Names.ALL
        marked = self._shown.marks.get(field, UNMARKED).kinds - QUIET_MARKS
        return bool(marked) or field in self._near(self.cursor)

    def _near(self, field: Field | None) -> Collection[Field]:
        """The fields that show their names because the cursor is on this one."""
        if field is None or self.labels is not Names.NEAR:
            return () if field is None else (field,)
        return (field, *(neighbour(field, direction) for direction in Direction))

    def _board_styles(self) -> BoardStyles:
        if self._styles_of_board is None:
            is_fine = getattr(self.app, "draws_fine_lines", False)
            self._look = Look(self._shown.letters, is_unicode=is_fine)
            depth = getattr(self.app, "color_depth", Colors.TRUE)
            self._styles_of_board = BoardStyles(self.app.theme_variables, self._colors, depth)
        return self._styles_of_board

    @property
    def viewport(self) -> Viewport | None:
        """The visible part of the board; None for a board too large for any picture."""
        shown = self.layout_shown
        if shown is None:
            return None
        return Viewport(shown, *shift_of(self, shown.width, shown.height), self.size)

    # Handlers, and the layout that they choose.

    def on_mount(self) -> None:
        self._choose_layout()

    def _size_updated(
        self,
        size: Size,
        virtual_size: Size,
        container_size: Size,
        layout: bool = True,  # noqa: FBT002 -- textual's signature
    ) -> bool:
        """Choose the drawing for a new size at once: `Resize` arrives after the first paint."""
        is_resized = super()._size_updated(size, virtual_size, container_size, layout)
        if self.size != self._room:
            self._choose_layout()
        return is_resized

    def on_key(self, event: events.Key) -> None:
        offer_key(event, self.takers)

    def on_click(self, event: events.Click) -> None:
        field = None if self.viewport is None else self.viewport.field_at(event.x, event.y)
        if field is not None:
            event.stop()
            self.cursor = field
            self.post_message(self.Clicked(field))

    def scroll_to_field(self, field: Field) -> None:
        """Bring a field into view; jumps far enough that the next steps need no scrolling."""
        viewport, scroll = self.viewport, self.scroll_offset
        if viewport is None or field not in self._board or not self.size:
            return
        there = viewport.scrolled_to(field, scroll)
        if there != scroll:
            self.scroll_to(*there, animate=False, force=True, immediate=True)

    def _choose_layout(self) -> None:
        self._room = self.size
        self.layout_shown = self._layouts.find(self.fitting(self.size))
        self._draw_overlay()
        self._forget_drawing()
        if self.layout_shown is not None:
            self.virtual_size = Size(self.layout_shown.width, self.layout_shown.height)
        if self.cursor is not None:
            self.scroll_to_field(self.cursor)
        self.refresh()

    @property
    def _style(self) -> Style | None:
        return None if self.layout_shown is None else self.layout_shown.style

    def _forget_strips(self, lines: Iterable[int] | None = None) -> None:
        if self._drawer is not None:
            self._drawer.forget_strips(lines)

    def _forget_drawing(self) -> None:
        self._arrows = None
        self._drawer = None

    # Actions.

    def action_step(self, direction: str) -> None:
        self._move_cursor(lambda start: ahead(self._board, start, Direction[direction]))

    def action_sidestep(self, side: int) -> None:
        self._move_cursor(lambda start: beside(self._board, start, side))

    def _move_cursor(self, find: Callable[[Field], Field | None]) -> None:
        """Move the cursor if `find` finds a field; the first step leads to the middle."""
        there = self.nearest_to_middle() if self.cursor is None else find(self.cursor)
        if there is not None:
            self.cursor = there

    def action_choose(self) -> None:
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))

    def action_zoom(self, change: int) -> None:
        shown = self.layout_shown
        if not change or shown is None:
            self.zoom = Zoom.AUTO
            return
        wanted = STYLES.index(shown.style) - change
        self.zoom = Zoom(STYLES[min(max(wanted, 0), len(STYLES) - 1)].value)

    def action_toggle_labels(self) -> None:
        """Show the names of all fields, of those near the cursor, or none, in turn."""
        self.labels = self.labels.next
        self._remember("labels", self.labels)
        drawing = self.fitting(self.size)
        has_room = drawing.style is not Style.COMPACT or drawing.has_axes
        said = _NAMES_SAID if has_room else _NAMES_SAID_IF_SMALL
        self.post_message(Said(said[self.labels]))

    def _draw_overlay(self) -> set[Field]:
        """Draw the overlay for the present colours and style. Returns the fields with signs."""
        return self._shown.draw_with(self.overlay, self._style, has_tints=self._has_tints)

    @property
    def _has_tints(self) -> bool:
        return getattr(self.app, "color_depth", Colors.TRUE) in (Colors.TRUE, Colors.MANY)

    def action_toggle_overlay(self) -> None:
        """Write who holds each field, when it sinks if all pass, or nothing, in turn."""
        self.overlay = self.overlay.next
        self._remember("overlay", self.overlay)
        self.post_message(RoomWanted())  # the panel shows a legend
        is_tinted = self._has_tints and self.overlay is Overlay.TERRITORY
        self.post_message(Said(TINTED_TERRITORY if is_tinted else self.overlay.meaning))

    def _remember(self, option: str, value: object) -> None:
        """Save an option, where the app does so."""
        remember = getattr(self.app, "remember_option", None)
        if remember is not None:
            remember(option, value)


def _board_of(position: Position | Board) -> Board:
    return position.board if isinstance(position, Position) else position
