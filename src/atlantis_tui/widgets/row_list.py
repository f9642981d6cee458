"""List widget for menus, files and forms, with one selected row.

Up and Down select a row, Enter activates it, Left and Right change its value. Each row has a key
that identifies it in the messages. Plain text only.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from atlantis_core.support.safe_text import showable
from atlantis_tui.terminal.palette import readable
from .key_bindings import parse_bindings
from .line_breaks import CUT
from .text_lines import Piece, as_piece
from .text_looks import component_style, text_look

_ABOVE, _BELOW = "^", "v"
"""Signs for rows outside the window."""


class Row(NamedTuple):
    """A line of a list; without a key it is a heading or a gap and cannot be selected."""

    key: str
    pieces: tuple[Piece | str, ...] = ()


class LongRows(Sequence[Row]):
    """Rows that are made when they are drawn, so that there can be very many."""

    @abstractmethod
    def place_of(self, key: str) -> int:
        """The place of the row with a key, or -1."""


class RowList(ScrollView, can_focus=True):
    """A scrollable list of rows."""

    BINDINGS = parse_bindings("""
        List
        up,k         go(-1)      Row: previous
        down,j       go(1)       Row: next
        pageup       go(-10)     Page: up
        pagedown     go(10)      Page: down
        home         go(-10000000)  First row
        end          go(10000000)   Last row
        left         adjust(-1)  Value: previous
        right        adjust(1)   Value: next
        enter,space  take        Activate the row
    """)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"row--chosen"}
    DEFAULT_CSS = """
    RowList {
        height: 1fr;
        background: $background;
        scrollbar-size: 0 0;
        & > .row--chosen { background: $panel; text-style: bold; }
        &:focus > .row--chosen { background: $primary 40%; }
        &:ansi > .row--chosen { background: ansi_default; text-style: bold; }
        &:ansi:focus > .row--chosen { background: ansi_blue; color: ansi_bright_white; }
        &:nocolor > .row--chosen { text-style: underline; }
        &:nocolor:focus > .row--chosen { text-style: reverse; }
    }
    """

    chosen: reactive[int] = reactive(-1, repaint=False, init=False)

    @dataclass
    class Event(Message):
        """Base of the messages about a row."""

        key: str
        by: int = 0

    class Chosen(Event):
        """Another row was selected."""

    class Taken(Event):
        """Enter, Space, or a click on the selected row."""

    class Adjusted(Event):
        """Left (-1) or Right (1)."""

    def __init__(
        self,
        rows: Iterable[Row] = (),
        *,
        id: str | None = None,  # noqa: A002 -- what textual calls it
        is_menu: bool = False,
        has_values: bool = False,
    ) -> None:
        """In a menu one click takes a row; in other lists the first click selects it.

        With `has_values`, Left and Right send `Adjusted`.
        """
        super().__init__(id=id)
        self._is_menu = is_menu
        self._has_values = has_values
        self.rows: Sequence[Row] = tuple(rows)
        self.set_reactive(RowList.chosen, self._nearest(0, 1))

    @property
    def chosen_key(self) -> str:
        """The key of the selected row, or ''."""
        return self.rows[self.chosen].key if 0 <= self.chosen < len(self.rows) else ""

    @property
    def text(self) -> str:
        """All rows as plain text."""
        return "\n".join(
            "".join(piece.text for piece in map(as_piece, row.pieces)) for row in self.rows
        )

    def show_rows(self, rows: Sequence[Row], chosen: str | None = None) -> None:
        """Replace the rows; keeps the selection if its key still exists."""
        wanted = self.chosen_key if chosen is None else chosen
        old, self.rows = self.rows, rows if isinstance(rows, LongRows) else tuple(rows)
        known = self._place_of(wanted)
        place = known if known >= 0 else self._nearest(self.chosen, 1)
        self.virtual_size = Size(self.size.width, len(self.rows))
        if place == self.chosen and wanted and known < 0 <= place:
            self.post_message(self.Chosen(self.rows[place].key))
        self.chosen = place
        top = self.scroll_offset.y
        if len(old) != len(self.rows):
            self.refresh(layout=self.styles.auto_dimensions)
            self._refresh_row(top + self.size.height - 1)
        for number in range(top, top + self.size.height):
            if old[number : number + 1] != self.rows[number : number + 1]:
                self._refresh_row(number)

    def choose(self, key: str) -> None:
        """Select the row with this key, if there is one."""
        place = self._place_of(key)
        if place >= 0:
            self.chosen = place

    def _place_of(self, key: str) -> int:
        """The place of the row with a key, or -1; no key is that of headings."""
        if isinstance(self.rows, LongRows):
            return self.rows.place_of(key)
        return next((at for at, row in enumerate(self.rows) if key and row.key == key), -1)

    def watch_chosen(self, old: int, new: int) -> None:
        self._refresh_row(old)
        self._refresh_row(new)
        self._scroll_to_chosen()
        if new >= 0:
            self.post_message(self.Chosen(self.chosen_key))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 -- textual's signature
        return len(self.rows)

    def on_mount(self) -> None:
        if self.chosen_key:
            self.post_message(self.Chosen(self.chosen_key))

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, len(self.rows))
        self._scroll_to_chosen()

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        width = self.size.width
        if not 0 <= number < len(self.rows):
            return Strip.blank(width, self.rich_style)
        over = component_style(self, "row--chosen") if number == self.chosen else Style()
        background = self.rich_style + over

        def drawn(look: str | Style) -> Style:
            style = background + text_look(self, look) + over
            return readable(style, self) if over else style

        segments = [
            Segment(showable(text, 400), drawn(look))
            for text, look, _ in map(as_piece, self.rows[number].pieces)
        ]
        strip = Strip(segments)
        if cell_len(strip.text.rstrip()) > width:
            kept = strip.crop_extend(0, max(width - 1, 0), background)
            strip = Strip([*kept, Segment(CUT, drawn("dim"))])
        more = self._more(y)
        if not more:
            return strip.crop_extend(0, width, background)
        kept = strip.crop_extend(0, max(width - 1, 0), background)
        return Strip([*kept, Segment(more, drawn("key"))])

    def _more(self, y: int) -> str:
        """A sign in the first and the last line if there are more rows beyond it."""
        first, height = self.scroll_offset.y, self.size.height
        if y == height - 1 and first + height < len(self.rows):
            return _BELOW
        return _ABOVE if y == 0 and first else ""

    def on_click(self, event: events.Click) -> None:
        number = event.y + self.scroll_offset.y
        if not 0 <= number < len(self.rows) or not self.rows[number].key:
            return
        event.stop()
        was_chosen = number == self.chosen
        self.chosen = number
        self.focus()
        if self._is_menu or was_chosen or event.chain > 1:
            self.action_take()

    def action_go(self, by: int) -> None:
        place = min(max(self.chosen + by, 0), len(self.rows) - 1)
        found = self._nearest(place, 1 if by > 0 else -1)
        if found >= 0:
            self.chosen = found
        if by < 0 and found == self._nearest(0, 1):
            self.scroll_to(0, 0, animate=False, force=True)

    def action_take(self) -> None:
        if self.chosen_key:
            self.post_message(self.Taken(self.chosen_key))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._has_values if action == "adjust" else super().check_action(action, parameters)

    def action_adjust(self, by: int) -> None:
        if self.chosen_key:
            self.post_message(self.Adjusted(self.chosen_key, by))

    def _nearest(self, place: int, way: int) -> int:
        """The selectable row nearest to a place, first in direction `way`; -1 if there is none."""
        count = len(self.rows)
        start = min(max(place, 0), max(count - 1, 0))
        onward, backward = range(start, count), range(min(start, count - 1), -1, -1)
        order = chain(onward, backward) if way > 0 else chain(backward, onward)
        return next((number for number in order if self.rows[number].key), -1)

    def _refresh_row(self, number: int) -> None:
        if number >= 0 and self.is_mounted:
            self.refresh(Region(0, number - self.scroll_offset.y, self.size.width, 1))

    def _scroll_to_chosen(self) -> None:
        if self.chosen < 0 or not self.size.height:
            return
        top, height = self.scroll_offset.y, self.size.height
        if not top <= self.chosen < top + height:
            middle = max(self.chosen - height // 2, 0)
            self.scroll_to(0, middle, animate=False, force=True)
            self.refresh()
