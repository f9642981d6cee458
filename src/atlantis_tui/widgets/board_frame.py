"""The frame around a board: title, board, panel, message, keys, and how they share the room.

The board comes first: the panel gets what it leaves and goes before the board shrinks, unless a
screen says how wide its panel is to be. What does not fit on the line of the message covers the
lowest lines of the board for a while. Knows no game: it is given lines and shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from .key_line import Key, key_line, keys_shown, parse_foot
from .line_breaks import cut, fit
from .prompt import Prompt
from .text_lines import Line, Piece, TextLines

SIDE_WIDTHS = range(24, 81)
"""The panel beside the board: below the first it goes, above the last it needs no more."""
SIDE_PADDING = 2
BARS = 3
"""Lines of title, message and keys."""
MOST_LINES = 4
"""Of a message."""
LOW, LINES_IF_LOW = 18, 2
"""Below this height, what is said about the board must leave more of it to be seen."""
TALL = 30
"""From this height on, what stands below the board may have more than its least lines."""
TYPING = parse_foot("""
    Enter  run
    ↑↓     history
    Esc    close
""")


class RoomWanted(Message):
    """A picture needs more or less room now."""


@dataclass
class Said(Message):
    """Something inside the frame has something to say; an empty text takes back what was said."""

    text: str
    look: str = "plain"


class BoardFrame(Widget):
    """A board and what is said about it."""

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
        }
    }
    """

    class Shared(Message):
        """The room has been divided; what depends on widths and heights is to be painted."""

    def __init__(  # noqa: PLR0913 -- what stands where
        self,
        board: Widget,
        need: Callable[[Size], Size],
        *,
        prompt: Prompt | None = None,
        beside: Sequence[Widget] = (),
        below: Widget | None = None,
        lines_below: tuple[int, int] = (0, 0),
        side_width: Callable[[int], int] | None = None,
    ) -> None:
        """`need` says how much of a room the board uses.

        `lines_below` are the least and the most that what stands below the board needs.
        `side_width` gives the width of the panel for that of the screen; without it, the panel
        has what the board leaves.
        """
        super().__init__()
        self._board, self._need = board, need
        self._beside, self._below = beside, below
        self._lines_below = lines_below
        self._side_width = side_width
        self._prompt = prompt
        self._wants_side: bool | None = None
        self._said: Piece | None = None
        self._is_after_typing = False
        self._foot: tuple[Sequence[Key], Sequence[Key]] = ((), ())
        self._typing_keys: Sequence[Key] = TYPING
        self._about = ""
        self.side_room = (SIDE_WIDTHS[0], 0)
        """Columns and lines that the panel has for text."""
        self._title = TextLines(id="title")
        self._side = TextLines(id="side")
        self._overflow = TextLines(id="overflow")
        self._message = TextLines(id="message")
        self._keys = TextLines(id="keys")

    def compose(self) -> ComposeResult:
        # Known before anything is laid out, so that the first frame is the final one.
        self._divide(self.app.size)
        yield self._title
        with Horizontal(id="middle"):
            yield self._board
            yield from self._beside
            yield self._side
        if self._below is not None:
            yield self._below
        yield self._overflow
        yield self._message
        if self._prompt is not None:
            yield self._prompt
        yield self._keys

    # What is shown.

    @property
    def width(self) -> int:
        return self.app.size.width

    @property
    def has_side(self) -> bool:
        return self._side.display

    @property
    def side_columns(self) -> int:
        """Columns that the panel takes from the boards."""
        return self.side_room[0] + SIDE_PADDING if self.has_side else 0

    @property
    def message_lines(self) -> int:
        """How many lines something that is said may have."""
        return LINES_IF_LOW if self.app.size.height < LOW else MOST_LINES

    @property
    def message_width(self) -> int:
        return self.width - 2

    def show_title(self, pieces: Iterable[Piece]) -> None:
        """As much as fits; a sign stands for the rest."""
        room, shown = self.width, []
        for piece in pieces:
            shown += [piece._replace(text=cut(piece.text, room))] if room > 0 else []
            room -= len(piece.text)
        self._title.show_line(*shown)

    def show_side(self, lines: Iterable[Line]) -> None:
        self._side.show_lines(lines)

    def show_keys(self, keys: Sequence[Key], always: Sequence[Key] = ()) -> None:
        """As many keys as fit, the last ones always; while a line is typed, those of the line."""
        self._foot = keys, always
        self._paint_keys()

    def _paint_keys(self) -> None:
        keys, always = (self._typing_keys, ()) if self._is_typing else self._foot
        own, last = keys_shown(self.app, keys), keys_shown(self.app, always)
        self._keys.show_line(*key_line(own, self.width, last))

    def describe(self, about: str) -> None:
        """What stands on the message line while nothing else is said."""
        self._about = about
        self._paint_message()

    def say(self, text: str, look: str = "plain") -> None:
        """Put something on the message line; it stays until something else is said."""
        self._said = Piece(text, look) if text else None
        self._paint_message()

    def _paint_message(self) -> None:
        text, look, _ = self._said or Piece(self._about)
        # On a low screen, what is said about the cursor must not cover it.
        is_tight = self._said is None and self.app.size.height < LOW
        *above, last = fit(text, self.message_width, 1 if is_tight else MOST_LINES)
        is_long = bool(above) and not self._is_typing
        if self._overflow.display is not is_long:
            self._overflow.display = is_long
        self._overflow.show_lines([(" ", Piece(line, look)) for line in above])
        self._message.show_line(" ", Piece(last, look))

    @on(Said)
    def _hear(self, event: Said) -> None:
        event.stop()
        self.say(event.text, event.look)

    # Typing.

    @property
    def _is_typing(self) -> bool:
        return self._prompt is not None and self._prompt.is_open

    def type(self, begin: str = "", keys: Sequence[Key] = TYPING) -> None:
        """Let a command be typed in the place of the message; `keys` stand at the foot then."""
        if self._prompt is not None and not self._prompt.is_open:
            self.drop_complaint()
            self._message.display = False
            self._prompt.open(begin)
            self._typing_keys = keys
            self._paint_message()
            self._paint_keys()

    def take_key(self, event: events.Key) -> bool:
        """Take a key that opens the line for typing, or is meant for it."""
        prompt = self._prompt
        if prompt is None:
            return False
        if not prompt.is_open and prompt.opens_with(event.key):
            self.type()
            return True
        return prompt.take_key(event)

    @on(Prompt.Entered)
    def _typed(self, event: Prompt.Entered) -> None:
        self._message.display = True
        self._paint_message()
        self._paint_keys()
        self._board.focus()
        self._is_after_typing = bool(event.text)
        if event.text:
            self.obey(event.text)

    def drop_complaint(self) -> bool:
        """Take away what is said about a line that could not be obeyed.

        Whoever mistypes reaches for Escape, and the line has closed itself by then.
        """
        is_complaint = self._is_after_typing and self._said is not None and self._said.look == "bad"
        self._is_after_typing = False
        if is_complaint:
            self.say("")
        return is_complaint

    def obey(self, text: str) -> None:
        """Do what a line says, in frames that know; elsewhere the screen hears of it."""

    # Laying out.

    def on_resize(self) -> None:
        self.share_room()

    @on(RoomWanted)
    def share_room(self) -> None:
        """Divide the room anew."""
        self._divide(self.app.size)
        self.post_message(self.Shared())

    def toggle_side(self) -> None:
        self.want_side(not self.has_side)

    def want_side(self, is_wanted: bool | None) -> None:
        """Show the panel or hide it; None leaves that to the room."""
        self._wants_side = is_wanted
        self.share_room()

    def _divide(self, size: Size) -> None:
        lines = self._share_below(size)
        room = Size(size.width, max(size.height - BARS - lines, 1))
        width = self._share_side(room)
        is_shown = width > 0
        # Setting what is already set would lay out everything again.
        if self._side.display is not is_shown:
            self._side.display = is_shown
        if is_shown:
            self._side.styles.width = width
            self.side_room = (width - SIDE_PADDING, room.height)

    def _share_side(self, room: Size) -> int:
        """The width of the panel; none if it is hidden."""
        if self._wants_side is False:
            return 0
        if self._side_width is not None:
            return self._side_width(room.width)
        left = room.width - self._need(room).width
        if self._wants_side:
            left = max(left, min(SIDE_WIDTHS[-1], room.width // 2))
        elif left < SIDE_WIDTHS[0]:
            return 0
        return min(left, SIDE_WIDTHS[-1])

    def _share_below(self, size: Size) -> int:
        """More than the least only where the board does not shrink for it."""
        if self._below is None:
            return 0
        least, most = self._lines_below
        needs = [
            self._need(Size(size.width, max(size.height - BARS - lines, 1)))
            for lines in (least, most)
        ]
        lines = most if size.height >= TALL and needs[0] == needs[1] else least
        self._below.styles.height = lines
        return lines
