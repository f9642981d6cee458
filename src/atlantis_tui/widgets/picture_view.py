"""Widget for pictures of other games, with cursor, zoom, scrolling and clicks.

Shows anything drawn as `atlantis_core.games.pictures` describes. Repaints only lines that differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from atlantis_core.games.pictures import Heading, Line, Mark, Picture, Place, Role, Spot
from atlantis_core.games.protocol import Drawn
from atlantis_core.support.colors import RGB
from atlantis_tui.terminal.palette import styles_of
from .board_frame import RoomWanted
from .key_bindings import parse_bindings
from .scrolled import KeyTaker, offer_key, shift_of
from .text_looks import component_style

NO_MARKS: Mapping[Place, Mark] = {}
_ROLES = {
    Role.STROKE: "picture--stroke",
    Role.LABEL: "picture--label",
    Role.WATER: "picture--water",
    Role.SPECIAL: "picture--special",
    Role.PLACE: "picture--place",
    Role.MARK: "picture--mark",
    Role.PIECE: "picture--piece",
}
_MARKS = {mark: f"picture--{mark.name.lower()}" for mark in Mark}
_CURSOR = "picture--cursor"
_MARGIN = 3
"""Cells that stay visible around the cursor when scrolling."""


class PictureView(ScrollView, can_focus=True):
    """A scrollable picture with an optional cursor."""

    BINDINGS = parse_bindings("""
        Board
        up                step('UP')     Move the cursor, or scroll: up
        down              step('DOWN')   Move the cursor, or scroll: down
        left              step('LEFT')   Move the cursor, or scroll: left
        right             step('RIGHT')  Move the cursor, or scroll: right
        enter,space       choose         Select
        plus,equals_sign  zoom(1)        Zoom: in
        minus             zoom(-1)       Zoom: out
        0                 zoom(0)        Zoom: fit the window
    """)
    COMPONENT_CLASSES: ClassVar[set[str]] = {*_ROLES.values(), *_MARKS.values(), _CURSOR}
    DEFAULT_CSS = """
    PictureView {
        background: $background;
        color: $foreground;
        scrollbar-size: 0 0;
        & > .picture--stroke { color: $foreground 35%; }
        & > .picture--label { color: $foreground 50%; }
        & > .picture--water { color: $primary 80%; }
        & > .picture--special { text-style: bold; }
        & > .picture--place { color: $foreground 80%; }
        & > .picture--mark { color: $foreground; text-style: bold; }
        & > .picture--piece { background: $panel; }
        & > .picture--chosen { background: $warning 75%; color: $background; }
        & > .picture--target { background: $success 30%; }
        & > .picture--last { background: $accent 35%; }
        & > .picture--hint { background: $success 45%; }
        & > .picture--cursor { background: $foreground; color: $background; }
        &:ansi {
            & > .picture--stroke { color: ansi_bright_black; }
            & > .picture--label { color: ansi_bright_black; }
            & > .picture--water { color: ansi_blue; }
            & > .picture--place { color: ansi_default; }
            & > .picture--piece { background: ansi_default; }
            & > .picture--mark { color: ansi_default; text-style: bold; }
            & > .picture--chosen { background: ansi_yellow; color: ansi_black; }
            & > .picture--target { background: ansi_green; color: ansi_black; }
            & > .picture--last { background: ansi_default; text-style: underline; }
            & > .picture--hint { background: ansi_green; color: ansi_black; }
            & > .picture--cursor {
                background: ansi_default; color: ansi_default; text-style: reverse;
            }
        }
        &:nocolor {
            & > .picture--chosen { text-style: bold; }
            & > .picture--target { text-style: bold; }
            & > .picture--last { text-style: underline; }
            & > .picture--hint { text-style: bold; }
            & > .picture--cursor { text-style: reverse; }
        }
    }
    """

    cursor: reactive[Place | None] = reactive(None, repaint=False, init=False)

    @dataclass
    class PlaceEvent(Message):
        """Base of the messages about a place."""

        place: Place

    class CursorMoved(PlaceEvent):
        """The cursor moved to another place."""

    class Chosen(PlaceEvent):
        """Enter, Space or a click; the cursor is already there."""

    takers: Sequence[KeyTaker] = ()
    """Offered every key before the picture handles it."""

    def __init__(
        self,
        drawn: Drawn,
        colors: Sequence[RGB],
        *,
        has_cursor: bool = True,
        id: str | None = None,  # noqa: A002 -- what textual calls it
    ) -> None:
        super().__init__(id=id)
        self._has_cursor = has_cursor
        self._drawn = drawn
        self._colors = tuple(colors)
        self._marks = NO_MARKS
        self._wanted: int | None = None
        self.zoomed = 0
        """Current size level, from 0."""
        self._plain = self.picture = drawn.picture(0)
        """The picture without and with marks."""
        self._players: tuple[Style, ...] | None = None
        self._known: dict[str, Style] = {}

    # What the screens use.

    def show(self, drawn: Drawn, marks: Mapping[Place, Mark] = NO_MARKS) -> None:
        """Show another drawing or other marks."""
        if drawn != self._drawn:
            self._drawn = drawn
            self.zoomed = min(self.zoomed, drawn.sizes - 1)
            self._plain = drawn.picture(self.zoomed)
        self._marks = marks
        self._repaint(self._plain.marked(marks))
        if self._has_cursor and self.cursor not in self.picture.spots:
            self.set_reactive(PictureView.cursor, next(iter(self.picture.spots), None))

    @property
    def terminal_cursor(self) -> Offset | None:
        """The cell of the screen in the middle of the place under the cursor, if it is visible."""
        spot = None if self.cursor is None else self.picture.spots.get(self.cursor)
        if spot is None:
            return None
        left, top = self._shift()
        at = Offset(spot.column + spot.width // 2 + left, spot.line + spot.height // 2 + top)
        return self.content_region.offset + at if self.size.region.contains_point(at) else None

    def put_cursor(self, place: Place | None) -> None:
        """Set the cursor without posting `CursorMoved`."""
        before = self.cursor
        self.set_reactive(PictureView.cursor, place)
        self._cursor_moved(before, place)

    def need(self, room: Size) -> Size:
        """Share of the available room that the picture uses."""
        level = self._fitting(Size(room.width - 1, room.height))
        picture = self._drawn.picture(level)
        if not self.is_mounted:
            # Makes the first frame the final one.
            self.zoomed, self._plain, self.picture = level, picture, picture
        return Size(picture.width + 1, picture.height)

    # Watchers.

    def notify_style_update(self) -> None:
        self._players = None
        self._known.clear()
        super().notify_style_update()

    def watch_cursor(self, old: Place | None, new: Place | None) -> None:
        self._cursor_moved(old, new)
        if new is not None:
            self.post_message(self.CursorMoved(new))

    def _cursor_moved(self, old: Place | None, new: Place | None) -> None:
        for place in (old, new):
            spot = None if place is None else self.picture.spots.get(place)
            if spot is not None:
                self._refresh_lines(spot.line, spot.line + spot.height)
        if new is not None:
            self._scroll_to_place(new)

    # Drawing.

    def render_line(self, y: int) -> Strip:
        width, background = self.size.width, self.rich_style
        left, top = self._shift()
        number = y - top
        if not 0 <= number < self.picture.height:
            return Strip.blank(width, background)
        segments = [Segment(" " * left, background)] if left > 0 else []
        segments += self._segments(number)
        hidden = max(-left, 0)
        return Strip(segments).crop_extend(hidden, hidden + width, background)

    def _segments(self, number: int) -> Iterator[Segment]:
        over = self._overlays(number)
        cells = _cells(self.picture.lines[number])
        styled = (
            (character, self._style(role, player, over.get(at, "")))
            for at, (character, role, player) in cells
        )
        for style, group in groupby(styled, key=lambda cell: cell[1]):
            yield Segment("".join(character for character, _ in group), style)

    def _overlays(self, number: int) -> dict[int, str]:
        """Component class of the mark or cursor over each column of a line."""
        names = {place: _MARKS[mark] for place, mark in self._marks.items()}
        if self.cursor is not None:
            names[self.cursor] = _CURSOR
        return {
            column: name
            for place, name in names.items()
            for column in _columns(self.picture.spots.get(place), number)
        }

    def _style(self, role: Role, player: int | None, over: str) -> Style:
        style = self.rich_style
        if role in _ROLES:
            style += self._component(_ROLES[role])
        if role is Role.PIECE and player is not None:
            style += self._player(player)
        return style + self._component(over) if over else style

    def _component(self, name: str) -> Style:
        if name not in self._known:
            self._known[name] = component_style(self, name)
        return self._known[name]

    def _player(self, player: int) -> Style:
        if self._players is None:
            self._players = styles_of(self._colors, self)
        return self._players[player]

    def _repaint(self, picture: Picture) -> None:
        before, self.picture = self.picture, picture
        if (before.width, before.height) != (picture.width, picture.height):
            self.virtual_size = Size(picture.width, picture.height)
            self.refresh()
            return
        for number, (old, new) in enumerate(zip(before.lines, picture.lines, strict=True)):
            if old != new:
                self._refresh_lines(number, number + 1)

    def _refresh_lines(self, first: int, last: int) -> None:
        if self.is_mounted:
            _, top = self._shift()
            self.refresh(Region(0, first + top, self.size.width, last - first))

    def _shift(self) -> tuple[int, int]:
        return shift_of(self, self.picture.width, self.picture.height)

    # Handlers, and the size that they choose.

    def on_mount(self) -> None:
        """Keep the size that `need` has chosen: the widget has no room yet."""
        self.virtual_size = Size(self.picture.width, self.picture.height)

    def on_resize(self) -> None:
        self._choose_size()

    def on_key(self, event: events.Key) -> None:
        offer_key(event, self.takers)

    def on_click(self, event: events.Click) -> None:
        left, top = self._shift()
        place = self.picture.place_at(event.x - left, event.y - top)
        if place is not None:
            event.stop()
            if self._has_cursor:
                self.cursor = place
            self.post_message(self.Chosen(place))

    def _fitting(self, room: Size) -> int:
        largest = self._drawn.sizes - 1
        if self._wanted is not None:
            return min(self._wanted, largest)
        for size in range(largest, 0, -1):
            picture = self._drawn.picture(size)
            if picture.width <= room.width and picture.height <= room.height:
                return size
        return 0

    def _choose_size(self) -> None:
        self.zoomed = self._fitting(self.size)
        self._plain = self._drawn.picture(self.zoomed)
        self.picture = self._plain.marked(self._marks)
        self.virtual_size = Size(self.picture.width, self.picture.height)
        if self.cursor is not None:
            self._scroll_to_place(self.cursor)
        self.refresh()

    def _scroll_to_place(self, place: Place) -> None:
        spot = self.picture.spots.get(place)
        if spot is None or not self.size:
            return
        x, y = self.scroll_offset
        width, height = self.size
        new_x = _follow(x, width, spot.column, spot.width, self.picture.width)
        new_y = _follow(y, height, spot.line, spot.height, self.picture.height)
        if (new_x, new_y) != (x, y):
            self.scroll_to(new_x, new_y, animate=False, force=True)
            self.refresh()

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a cursor, leave Enter and the keys for left and right to the screen."""
        is_sideways = action == "step" and parameters in (("LEFT",), ("RIGHT",))
        is_free = not self._has_cursor and (is_sideways or action == "choose")
        return False if is_free else super().check_action(action, parameters)

    def action_step(self, heading: str) -> None:
        if not self._has_cursor:
            across, down = Heading[heading].value
            x, y = self.scroll_offset
            self.scroll_to(x + 4 * across, y + 2 * down, animate=False, force=True)
            self.refresh()
        elif self.cursor is None or self.cursor not in self.picture.spots:
            self.cursor = next(iter(self.picture.spots), None)
        else:
            self.cursor = self.picture.next_place(self.cursor, Heading[heading])

    def action_choose(self) -> None:
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))

    def action_zoom(self, change: int) -> None:
        self._wanted = self.zoomed + change if change else None
        if self._wanted is not None:
            self._wanted = min(max(self._wanted, 0), self._drawn.sizes - 1)
        self._choose_size()
        self.post_message(RoomWanted())


def _cells(line: Line) -> Iterator[tuple[int, tuple[str, Role, int | None]]]:
    return enumerate((character, run.role, run.player) for run in line for character in run.text)


def _columns(spot: Spot | None, line: int) -> range:
    """The columns that a place has in a line."""
    if spot is None or not spot.line <= line < spot.line + spot.height:
        return range(0)
    return range(spot.column, spot.column + spot.width)


def _follow(scroll: int, room: int, start: int, length: int, whole: int) -> int:
    """The scroll offset that shows a range with a margin: unchanged if it is visible."""
    if whole <= room or (scroll + _MARGIN <= start and start + length <= scroll + room - _MARGIN):
        return scroll if whole > room else 0
    return min(max(start + length // 2 - room // 2, 0), whole - room)
