"""Layout around a board: title, side panel, message, prompt and key line.

The side panel is as wide as its text needs, and the board gets the rest. The panel is hidden if
the board fits only without it, unless a screen sets its width. A narrow column of scores takes its
place if the board does not shrink for it. A chart gets the lines below the board, except in tall
windows, whose panel has room for it. A long message covers the lowest lines of the board, or the
highest if the player would see less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from atlantis_core.support.safe_text import showable
from .key_line import Key, key_line, keys_shown, parse_foot
from .line_breaks import fit
from .prompt import Prompt
from .text_lines import Line, Piece, TextLines, cut_line

SCORE_WIDTHS = (14, 12)
"""Widths of the column of scores, the best first."""
MARGIN = 2
"""Columns left free beside the board before the side panel gets more than its least width."""
BROAD = 100
"""From this width on, a board that scrolls leaves room for the side panel."""
SIDE_PADDING = 2
CHART_LINES = range(5, 12)
"""Heights of a chart below the board."""
CHARTLESS = 45
"""From this many lines between the bars on, the side panel has room for the chart."""
MOST_PASTED = 500
"""Characters of a pasted line; longer ones are shortened."""
BARS = 3
"""Lines of title, message and keys."""
MOST_LINES = 4
"""Greatest number of lines of a message."""
LOW, LINES_IF_LOW = 18, 2
"""Below this height, messages have fewer lines, to leave more of the board visible."""
TALL = 30
"""From this height on, the widget below the board may have more than its least lines."""
TYPING = parse_foot("""
    Enter  run
    ↑↓     history
    Esc    close
""")


class RoomWanted(Message):
    """Posted by a board that needs more or less room."""


@dataclass
class Said(Message):
    """Posted by widgets inside the frame to show a message; an empty text clears it."""

    text: str
    look: str = "plain"


class BoardFrame(Widget):
    """A board with title, side panel, message and key line."""

    DEFAULT_CSS = """
    BoardFrame {
        layout: vertical;
        layers: default above;
        & > #overflow {
            display: none;
            layer: above;
            dock: bottom;
            margin-bottom: 2;
            height: auto;
            background: $background;
            &.-high {
                dock: top;
                margin: 1 0 0 0;
            }
        }
    }
    """

    side_widths: ClassVar = range(30, 49)
    """Least and greatest width of the side panel: what its text needs."""
    narrow: ClassVar = 72
    """Below this width of the screen the side panel is hidden unless the user asks for it."""

    class Shared(Message):
        """Posted after layout: repaint what depends on widths and heights."""

    def __init__(  # noqa: PLR0913 -- the parts of the layout
        self,
        board: Widget,
        need: Callable[[Size], Size],
        *,
        prompt: Prompt | None = None,
        beside: Sequence[Widget] = (),
        below: Widget | None = None,
        lines_below: tuple[int, int] = (0, 0),
        side_width: Callable[[int], int] | None = None,
        has_scores: bool = False,
        has_chart: bool = False,
    ) -> None:
        """`need` returns the size that the board uses of the available room.

        `lines_below` are the least and greatest height of the widget `below`. `side_width` maps
        the width of the screen to that of the side panel; by default it gets what the board
        leaves. `has_scores` allows a column of scores where the panel has no room, `has_chart` a
        chart below the board.
        """
        super().__init__()
        self._board, self._need = board, need
        self._beside, self._below = beside, below
        self._lines_below = lines_below
        self._side_width = side_width
        self._may_have_scores, self._may_have_chart = has_scores, has_chart
        self._prompt = prompt
        self._wants_side: bool | None = None
        self._said: Piece | None = None
        self._is_after_typing = False
        self._foot: tuple[Sequence[Key], Sequence[Key]] = ((), ())
        self._typing_keys: Sequence[Key] = TYPING
        self._about = ""
        self._score_room = self._chart_room = (0, 0)
        self.side_room = (self.side_widths[0], 0)
        """Columns and lines of text in the side panel."""
        self._title = TextLines(id="title")
        self._side = TextLines(id="side")
        self._scores = TextLines(id="scores")
        self._chart = TextLines(id="land")
        self._overflow = TextLines(id="overflow")
        self._message = TextLines(id="message")
        self._keys = TextLines(id="keys")

    def compose(self) -> ComposeResult:
        # Divide the room before the first layout, so that the first frame is the final one.
        self._divide(self.app.size)
        yield self._title
        with Horizontal(id="middle"):
            if self._may_have_chart:
                with Vertical():
                    yield self._board
                    yield self._chart
            else:
                yield self._board
            yield from self._beside
            yield self._side
            if self._may_have_scores:
                yield self._scores
        if self._below is not None:
            yield self._below
        yield self._overflow
        yield self._message
        if self._prompt is not None:
            yield self._prompt
        yield self._keys

    # Showing.

    @property
    def width(self) -> int:
        return self.app.size.width

    @property
    def has_side(self) -> bool:
        return self._side.display

    @property
    def score_room(self) -> tuple[int, int]:
        """Columns and lines of text in the column of scores; no columns if it is hidden."""
        return self._score_room

    @property
    def chart_room(self) -> tuple[int, int]:
        """Columns and lines of the chart below the board; no lines without it."""
        return self._chart_room

    @property
    def side_columns(self) -> int:
        """Columns that the side panel takes from the board."""
        return self.side_room[0] + SIDE_PADDING if self.has_side else 0

    @property
    def message_lines(self) -> int:
        """Greatest number of lines of a message at this height."""
        return LINES_IF_LOW if self.app.size.height < LOW else MOST_LINES

    @property
    def message_width(self) -> int:
        return self.width - 2

    def show_title(self, pieces: Iterable[Piece]) -> None:
        """Show the title, cut to the width."""
        self._title.show_line(*cut_line(pieces, self.width))

    def show_side(self, lines: Iterable[Line]) -> None:
        """Show the lines of the side panel; those that are too long end in a sign."""
        self._side.show_lines(cut_line(line, self.side_room[0]) for line in lines)

    def show_scores(self, lines: Iterable[Line]) -> None:
        self._scores.show_lines(lines)

    def show_chart(self, lines: Iterable[Line]) -> None:
        self._chart.show_lines(lines)

    def show_keys(self, keys: Sequence[Key], always: Sequence[Key] = ()) -> None:
        """Show as many keys as fit, `always` in any case; the prompt's keys while it is open."""
        self._foot = keys, always
        self._paint_keys()

    def _paint_keys(self) -> None:
        keys, always = (self._typing_keys, ()) if self._is_typing else self._foot
        own, last = keys_shown(self.app, keys), keys_shown(self.app, always)
        self._keys.show_line(*key_line(own, self.width, last))

    def describe(self, about: str) -> None:
        """Set the text of the message line that shows while there is no message."""
        self._about = about
        self._paint_message()

    def say(self, text: str, look: str = "plain") -> None:
        """Show a message until the next one; an empty text clears it."""
        self._said = Piece(text, look) if text else None
        self._paint_message()

    def _paint_message(self) -> None:
        text, look, _ = self._said or Piece(self._about)
        # On a low screen, the description of the cursor must not cover it.
        is_tight = self._said is None and self.app.size.height < LOW
        lines = fit(text, self.message_width, 1 if is_tight else MOST_LINES)
        is_long = len(lines) > 1 and not self._is_typing
        is_high = is_long and self._is_better_above(len(lines))
        if self._overflow.display is not is_long:
            self._overflow.display = is_long
        self._overflow.set_class(is_high, "-high")
        # At the top, the message stays in one piece.
        covering, below = (lines, "") if is_high else (lines[:-1], lines[-1])
        self._overflow.show_lines([(" ", Piece(line, look)) for line in covering])
        self._message.show_line(" ", Piece(below, look))

    def _is_better_above(self, lines: int) -> bool:
        """Whether so many lines hide less at the top of the board than at its bottom."""
        height = self._board.size.height + self._chart_room[1]
        return self.count_wanted(range(lines)) < self.count_wanted(range(height - lines, height))

    def count_wanted(self, lines: range) -> int:  # noqa: ARG002 -- for subclasses
        """The number of fields in these lines of the board that a message should not hide."""
        return 0

    @on(Said)
    def _show_message(self, event: Said) -> None:
        event.stop()
        self.say(event.text, event.look)

    # Typing.

    @property
    def _is_typing(self) -> bool:
        return self._prompt is not None and self._prompt.is_open

    def type(self, begin: str = "", keys: Sequence[Key] = TYPING) -> None:
        """Open the prompt in place of the message, with `keys` in the key line."""
        if self._prompt is not None and not self._prompt.is_open:
            self.dismiss_error()
            self._message.display = False
            self._prompt.open(begin)
            self._typing_keys = keys
            self._paint_message()
            self._paint_keys()

    def paste(self, event: events.Paste, example: str) -> None:
        """Put a pasted line into the prompt, where Enter runs it."""
        event.stop()
        line, *rest = event.text.strip().split("\n")
        if rest:
            self.say(f"only one line can be pasted here, such as '{example}'", "bad")
        else:
            self.type(showable(line, MOST_PASTED))

    def take_key(self, event: events.Key) -> bool:
        """Take a key that opens the prompt."""
        prompt = self._prompt
        is_taken = prompt is not None and not prompt.is_open and prompt.opens_with(event.key)
        if is_taken:
            self.type()
        return is_taken

    @on(Prompt.Entered)
    def _typed(self, event: Prompt.Entered) -> None:
        self._message.display = True
        self._paint_message()
        self._paint_keys()
        self._board.focus()
        self._is_after_typing = bool(event.text)
        if event.text:
            self.obey(event.text)

    def dismiss_error(self) -> bool:
        """Clear the error message of the last typed line. Returns whether there was one.

        After a typing error users press Escape; the prompt is closed by then.
        """
        is_error = self._is_after_typing and self._said is not None and self._said.look == "bad"
        self._is_after_typing = False
        if is_error:
            self.say("")
        return is_error

    def obey(self, text: str) -> None:
        """Run a typed line; does nothing unless a subclass overrides it."""

    # Laying out.

    def on_resize(self) -> None:
        self.share_room()

    @on(RoomWanted)
    def share_room(self) -> None:
        """Lay out again and post `Shared`."""
        self._divide(self.app.size)
        self.post_message(self.Shared())

    def toggle_side(self) -> None:
        """Show or hide the side panel; toggling twice restores the automatic choice."""
        is_wanted = not self.has_side
        self._wants_side = None
        self._divide(self.app.size)
        self.want_side(None if self.has_side is is_wanted else is_wanted)

    def want_side(self, is_wanted: bool | None) -> None:
        """Show or hide the side panel; None shows it if there is room."""
        self._wants_side = is_wanted
        self.share_room()

    def _divide(self, size: Size) -> None:
        lines = self._share_below(size)
        room = Size(size.width, max(size.height - BARS - lines, 1))
        width = self._share_side(room)
        is_shown = width > 0
        # Setting an unchanged value would trigger another layout.
        if self._side.display is not is_shown:
            self._side.display = is_shown
        if is_shown:
            self._side.styles.width = width
            self.side_room = (width - SIDE_PADDING, room.height)
        scores = 0 if is_shown else self._share_scores(room)
        self._divide_scores(scores, room.height)
        self._divide_chart(Size(room.width - width - scores, room.height))

    def _divide_chart(self, room: Size) -> None:
        """Give the chart the lines that the board leaves free in its room."""
        spare = room.height - self._need(room).height if room.height < CHARTLESS else 0
        has_chart = self._may_have_chart and spare >= CHART_LINES[0]
        height = min(spare, CHART_LINES[-1]) if has_chart else 0
        self._chart_room = (max(room.width - SIDE_PADDING, 0), height)
        if self._chart.display is not has_chart:
            self._chart.display = has_chart
        self._chart.styles.height = height

    def _divide_scores(self, width: int, height: int) -> None:
        self._score_room = (max(width - SIDE_PADDING, 0), height)
        if self._scores.display is not (width > 0):
            self._scores.display = width > 0
        if width:
            self._scores.styles.width = width

    def _share_scores(self, room: Size) -> int:
        """Width of the column of scores, or 0 if the board would be smaller beside it."""
        if not self._may_have_scores or self._wants_side is False:
            return 0
        need = self._need(room)
        for width in SCORE_WIDTHS:
            left = Size(max(room.width - width, 0), room.height)
            if need.width <= left.width and self._need(left) == need:
                return width
        return 0

    def _share_side(self, room: Size) -> int:
        """Width of the side panel, or 0 if it is hidden."""
        if self._wants_side is False:
            return 0
        if self._side_width is not None:
            return self._side_width(room.width)
        least = self.side_widths[0]
        beside = Size(max(room.width - least, 0), room.height)
        need = self._need(beside)
        if not self._wants_side and not self._leaves_side(need, beside, room):
            return 0
        width = max(least, min(room.width - need.width - MARGIN, self.side_widths[-1]))
        return min(width, max(room.width // 2, 1))

    def _leaves_side(self, need: Size, beside: Size, room: Size) -> bool:
        """Whether a board of the size `need` leaves room for the side panel."""
        if room.width < self.narrow:
            return False
        if _fits(need, beside):
            return True
        if _fits(self._need(room), room):
            return False
        return need.width <= beside.width or room.width >= BROAD

    def _share_below(self, size: Size) -> int:
        """Height of the widget below: more than the least only if the board does not shrink."""
        if self._below is None:
            return 0
        least, most = self._lines_below
        rooms = [
            Size(size.width, max(size.height - BARS - lines, 1)) for lines in self._lines_below
        ]
        needs = [self._need(self._board_room(room)) for room in rooms]
        lines = most if size.height >= TALL and needs[0] == needs[1] else least
        self._below.styles.height = lines
        return lines

    def _board_room(self, room: Size) -> Size:
        return Size(room.width - self._share_side(room), room.height)


def _fits(need: Size, room: Size) -> bool:
    return need.width <= room.width and need.height <= room.height
