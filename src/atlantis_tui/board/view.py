"""Board widget: shows a position with marks, and posts cursor moves and clicks.

Draws line by line from the core's layout and refreshes field by field, so that a cursor step
repaints two fields. Play, review, editor and previews all call `show`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from atlantis_core.diagram import (
    Layout,
    Look,
    Role,
    Style,
)
from atlantis_core.diagram.faces import SEAT_LETTERS
from atlantis_core.narration import Cast
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, neighbour
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.rules.overlays import Overlay
from atlantis_tui.settings.options import Colors, Names, Options, Zoom
from atlantis_tui.widgets.board_frame import RoomWanted, Said
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.scrolled import KeyTaker, offer_key, scroll_shown, shift_of
from .arrows import Arrows, edge_arrows
from .field_overlays import NO_OVERLAY, FieldOverlay, field_overlays
from .fuses import NO_FUSES, Fuses, fuses_of
from .layouts import SMALLEST, STYLES, Drawing, layouts_of
from .line_drawer import DrawnField, LineDrawer
from .marks import NO_MARKS, QUIET_MARKS, UNMARKED, Mark, Marking
from .paths import ahead, beside, middle
from .shown_field import ShownField
from .styles import BoardStyles, CellLook, FieldLook

EMPTY = Contents(FieldState.OPEN, None, 0)
MANY_FIELDS = 250
"""If more fields change at once, repainting the whole board is cheaper."""
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
        self._board = position.board if isinstance(position, Position) else position
        self._colors = tuple(colors)
        self._contents = _contents_of(position)
        self._position = position if isinstance(position, Position) else None
        self._overlaid: Mapping[Field, FieldOverlay] | None = None
        """Signs of the overlay; None until they are needed."""
        self.marks: Marking = NO_MARKS
        self._fuses: Fuses = NO_FUSES
        self._layouts = layouts_of(self._board)
        self._strips: dict[int, Strip] = {}
        self._drawer: LineDrawer | None = None
        self._styles_of_board: BoardStyles | None = None
        self._letters = letters
        self._look = Look(letters)
        self.set_reactive(BoardView.zoom, zoom)
        self.set_reactive(BoardView.labels, labels)
        self.layout_shown = self._layouts.find(SMALLEST)
        """The layout on the screen; None for a board too large for any picture."""

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
        board = position.board if isinstance(position, Position) else position
        players = self._colors, self._letters
        self._colors = self._colors if colors is None else tuple(colors)
        self._letters = self._letters if letters is None else letters
        if players != (self._colors, self._letters):
            self.notify_style_update()
            self.refresh()
        overlaid, fuses = self.overlaid, self._fuses
        if position is not None:
            self._position = position if isinstance(position, Position) else None
            self._overlaid = None
            self._update_fuses()
        if board is not None and board is not self._board and board != self._board:
            self._board = board
            self._layouts = layouts_of(board)
            self._contents, self.marks = _contents_of(position), marks or NO_MARKS
            if self.cursor not in board:
                self.cursor = None
            self._choose_layout()
            return
        contents = self._contents if position is None else _contents_of(position)
        marked = self.marks if marks is None else marks
        changed = {*_differing(self._contents, contents), *_differing(self.marks, marked)}
        changed |= {*_differing(overlaid, self.overlaid), *_differing(fuses, self._fuses)}
        is_moved = self._contents is not contents
        self._contents, self.marks = contents, marked
        self._refresh_arrows(is_moved=is_moved)
        self.refresh_fields(changed)

    def follow_options(self, before: Options, after: Options) -> None:
        """Show changed options, also if keys of the board had changed them."""
        for name in self.follows:
            if getattr(after, name) is not getattr(before, name):
                setattr(self, name, getattr(after, name))
        if after.fine_lines is not before.fine_lines:
            self.notify_style_update()
            self.refresh()

    @property
    def overlaid(self) -> Mapping[Field, FieldOverlay]:
        """Signs of the overlay by field."""
        if self._overlaid is None:
            self._overlaid = field_overlays(
                self._position, self.overlay, self._letters, is_small=self._is_small
            )
        return self._overlaid

    def _update_fuses(self) -> None:
        shown = self.layout_shown
        self._fuses = NO_FUSES if shown is None else fuses_of(self._position, shown.style)

    @property
    def _is_small(self) -> bool:
        return self.layout_shown is not None and self.layout_shown.style is Style.COMPACT

    def refresh_fields(self, fields: Iterable[Field]) -> None:
        """Repaint these fields only."""
        shown = self.layout_shown
        changed = [field for field in fields if field in self._board]
        if shown is None or not changed:
            return
        if len(changed) > MANY_FIELDS:
            self._strips.clear()
            self.refresh()
            return
        regions: list[Region] = []
        left, top = self._shift(shown)
        window = self.size.region
        for field in changed:
            region_of_field = shown.region(field)
            for line, start, stop in (*region_of_field.inside, *region_of_field.border):
                self._strips.pop(line, None)
                region = Region(start + left, line + top, stop - start, 1)
                if region.overlaps(window):
                    regions.append(region)
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
        shown, field = self.layout_shown, self.cursor
        if shown is None or field not in self._board or field is None:
            return None
        inside = shown.region(field).inside
        line, start, stop = inside[len(inside) // 2]
        left, top = self._shift(shown)
        at = Offset((start + stop - 1) // 2 + left, line + top)
        return self.content_region.offset + at if self.size.region.contains_point(at) else None

    @property
    def overlay_note(self) -> str:
        """The name of the overlay, for titles; "" without one."""
        return "" if self.overlay is Overlay.NONE else self.overlay.value

    def count_wanted(self, lines: range) -> int:
        """The number of fields under a hint or the cursor that these lines of the view show."""
        shown = self.layout_shown
        if shown is None:
            return 0
        top = self._shift(shown)[1]
        hinted = {field for field, marked in self.marks.items() if Mark.HINT in marked.kinds}
        boxes = (shown.bounds(f) for f in {*hinted, self.cursor} if f is not None)
        spans = ((box.line + top, box.line + top + box.height) for box in boxes)
        return sum(first < lines.stop and lines.start < last for first, last in spans)

    def field_at(self, x: int, y: int) -> Field | None:
        """The field at a cell of the widget, its left and right border included."""
        shown = self.layout_shown
        if shown is None:
            return None
        left, top = self._shift(shown)
        tries = (shown.field_at(x - left + offset, y - top) for offset in (0, -1, 1))
        return next((field for field in tries if field is not None), None)

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
        self._forget_drawing()
        super().notify_style_update()

    def watch_cursor(self, old: Field | None, new: Field | None) -> None:
        self.refresh_fields({*self._near(old), *self._near(new)})
        if new is not None:
            self.scroll_to_field(new)
            self.post_message(self.CursorMoved(new))

    def _refresh_arrows(self, *, is_moved: bool) -> None:
        if is_moved and self._arrows is not None:
            self._arrows = None
            self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        self._arrows = None
        super().watch_scroll_y(old_value, new_value)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        self._arrows = None
        # Strips hold only the visible part of a line.
        self._strips.clear()
        super().watch_scroll_x(old_value, new_value)

    def watch_zoom(self) -> None:
        self._choose_layout()
        self.post_message(RoomWanted())

    def watch_overlay(self) -> None:
        before = self.overlaid
        self._overlaid = None
        self.refresh_fields({*before, *self.overlaid})

    def watch_labels(self) -> None:
        self._choose_layout()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        shown, styles = self.layout_shown, self._board_styles()
        width = self.size.width
        if shown is None:
            return Strip.blank(width, styles.background)
        left, top = self._shift(shown)
        line = y - top
        if not 0 <= line < shown.height:
            return Strip.blank(width, styles.background)
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._strip(shown, line, styles, left)
        return self._with_arrows(strip, y, shown, styles)

    def _with_arrows(self, strip: Strip, y: int, shown: Layout, styles: BoardStyles) -> Strip:
        """The line with arrows to the wanted player's stacks outside the window."""
        width, height = self.size
        if shown.width <= width and shown.height <= height:
            return strip
        if self._arrows is None:
            wanted = [f for f, there in self._contents.items() if there.player == self.wanted]
            places = (shown.places[field] for field in wanted if field in shown.places)
            self._arrows = edge_arrows(places, self._shift(shown), self.size)
        style = styles.style(CellLook(Role.MARK, field=FieldLook(Mark.HINT)))
        for x, symbol in self._arrows.get(y, ()):
            before, after = strip.crop(0, x), strip.crop(x + 1, width)
            strip = Strip.join([before, Strip([Segment(symbol, style)]), after])
        return strip

    def _strip(self, shown: Layout, line: int, styles: BoardStyles, left: int) -> Strip:
        width, hidden = self.size.width, max(-left, 0)
        if self._drawer is None:
            self._drawer = LineDrawer(shown, self._look, self._drawn, styles)
        start, segments = self._drawer.draw(line, hidden, hidden + width)
        if left > 0:
            segments.insert(0, Segment(" " * left, styles.background))
        first = hidden - start
        return Strip(segments).crop_extend(first, first + width, styles.background)

    def _drawn(self, field: Field) -> DrawnField:
        style = SMALLEST.style if self.layout_shown is None else self.layout_shown.style
        return ShownField(
            self._contents.get(field, EMPTY),
            self.marks.get(field, UNMARKED),
            self.overlaid.get(field, NO_OVERLAY),
            self._fuses.get(field, ""),
            str(field) if self._is_named(field) else self._no_name(style),
            field == self.cursor,
        ).draw(style, self._look)

    def _no_name(self, style: Style) -> str:
        """The label of a field without a name; a blank one keeps the stack where it is."""
        return " " if self.labels is Names.NEAR and style.has_corners else ""

    def _is_named(self, field: Field) -> bool:
        if self.labels is not Names.NEAR:
            return self.labels is Names.ALL
        marked = self.marks.get(field, UNMARKED).kinds - QUIET_MARKS
        return bool(marked) or field in self._near(self.cursor)

    def _near(self, field: Field | None) -> Collection[Field]:
        """The fields that show their names because the cursor is on this one."""
        if field is None or self.labels is not Names.NEAR:
            return () if field is None else (field,)
        return (field, *(neighbour(field, direction) for direction in Direction))

    def _board_styles(self) -> BoardStyles:
        if self._styles_of_board is None:
            is_fine = getattr(self.app, "draws_fine_lines", False)
            self._look = Look(self._letters, is_unicode=is_fine)
            depth = getattr(self.app, "color_depth", Colors.TRUE)
            self._styles_of_board = BoardStyles(self.app.theme_variables, self._colors, depth)
        return self._styles_of_board

    def _shift(self, shown: Layout) -> tuple[int, int]:
        return shift_of(self, shown.width, shown.height)

    # Handlers, and the layout that they choose.

    def on_mount(self) -> None:
        self._choose_layout()

    def on_resize(self) -> None:
        self._choose_layout()

    def on_key(self, event: events.Key) -> None:
        offer_key(event, self.takers)

    def on_click(self, event: events.Click) -> None:
        field = self.field_at(event.x, event.y)
        if field is not None:
            event.stop()
            self.cursor = field
            self.post_message(self.Clicked(field))

    def scroll_to_field(self, field: Field) -> None:
        """Bring a field into view; jumps far enough that the next steps need no scrolling."""
        shown = self.layout_shown
        if shown is None or field not in self._board or not self.size:
            return
        box, art = shown.bounds(field), shown.art
        x, y = self.scroll_offset
        width, height = self.size
        new_x = scroll_shown(x, width, box.column, box.width, min(2 * art.width, width // 4))
        new_y = scroll_shown(y, height, box.line, box.height, min(art.height, height // 4))
        if (new_x, new_y) != (x, y):
            self.scroll_to(new_x, new_y, animate=False, force=True)

    def _choose_layout(self) -> None:
        self.layout_shown = self._layouts.find(self.fitting(self.size))
        self._overlaid = None
        self._update_fuses()
        self._forget_drawing()
        if self.layout_shown is not None:
            self.virtual_size = Size(self.layout_shown.width, self.layout_shown.height)
        if self.cursor is not None:
            self.scroll_to_field(self.cursor)
        self.refresh()

    def _forget_drawing(self) -> None:
        self._strips.clear()
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

    def action_toggle_overlay(self) -> None:
        """Write who holds each field, when it sinks if all pass, or nothing, in turn."""
        self.overlay = self.overlay.next
        self._remember("overlay", self.overlay)
        self.post_message(RoomWanted())  # the panel shows a legend
        self.post_message(Said(self.overlay.meaning))

    def _remember(self, option: str, value: object) -> None:
        """Save an option, where the app does so."""
        remember = getattr(self.app, "remember_option", None)
        if remember is not None:
            remember(option, value)


def _contents_of(position: Position | Board | None) -> dict[Field, Contents]:
    return dict(position.occupied()) if isinstance(position, Position) else {}


def _differing(old: Mapping[Field, object], new: Mapping[Field, object]) -> Iterator[Field]:
    return (field for field in {*old, *new} if old.get(field) != new.get(field))
