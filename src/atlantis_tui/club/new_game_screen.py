"""Form for a new game of a club: board, players, time, and what becomes of absent players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from textual import on
from textual.app import ComposeResult

from atlantis_core.narration import describe_board
from atlantis_core.rules.shapes import Shape
from atlantis_core.seats import Seat, bot_seat
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.clocks import TimeControl, parse_control
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.line_breaks import wrap
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .members import OPEN
from .visit import explain
from .wishes import MOST_PLAYERS, MOST_SIDE, Wish, bots_within

CONTROLS: tuple[TimeControl | None, ...] = (
    None,
    *map(parse_control, ("1 day", "3 days", "7 days", "14 days", "5+5", "15+10", "60+30")),
)
T = TypeVar("T")
_BEGIN, _SHAPE, _SIDE, _PLAYERS, _CLOCK, _ABSENT, _SEAT = (
    "begin", "shape", "side", "players", "clock", "absent", "seat "
)  # fmt: skip
_ABOUT = {
    _BEGIN: "Press Enter in any row to start the game.",
    _SHAPE: "Left and Right change the shape of the board.",
    _SIDE: "Left and Right change the number of segments per side.",
    _PLAYERS: "Left and Right change the number of players.",
    _CLOCK: "Days are for each turn; 15+10 means 15 minutes for the game and 10 seconds per turn.",
    _ABSENT: "What happens when the time of a player runs out.",
}
_ABOUT_SEAT = "Left and Right choose: open to every member, a member, or a bot."
_DAYS_NEEDED = "This needs a clock: choose one above."


class NewClubGameScreen(BaseScreen):
    """Asks a member for a new game, and starts it with `begin`."""

    BINDINGS = parse_bindings("b  begin  Start the game")
    foot = (("Enter", "start", "screen.begin"), ("←→", "change", ""))
    foot_always = (("?", "keys", "screen.help"), ("Esc", "lobby", "screen.close"))
    DEFAULT_CSS = """
    NewClubGameScreen { & > #form { padding: 1 1; } & > #message { height: auto; max-height: 3; } }
    """

    def __init__(
        self,
        member: str,
        others: Sequence[str],
        most_effort: int,
        begin: Callable[[Wish], None],
        wish: Wish | None = None,
    ) -> None:
        """`others` are the other members. `begin` starts the game or raises what prevents it."""
        super().__init__()
        self._member, self._others, self._begin = member, tuple(others), begin
        self._bots = tuple(map(bot_seat, bots_within(most_effort)))
        self.wish = wish or Wish()

    def compose(self) -> ComposeResult:
        return self.page("New game", RowList(id="form", has_values=True), TextLines(id="message"))

    def on_mount(self) -> None:
        self._paint()

    # Showing.

    def _paint(self) -> None:
        self.rows.show_rows(list(self._rows()))
        self._explain(self.rows.chosen_key)

    def _rows(self) -> Iterator[Row]:
        wish = self.wish
        yield Row(_BEGIN, (Piece(" Start game", "strong"), Piece("   Enter", "key")))
        yield Row("")
        yield _choice(_SHAPE, "Board", wish.shape.value)
        yield _choice(_SIDE, "Size", str(wish.side))
        yield _choice(_PLAYERS, "Players", str(len(wish.others) + 1))
        yield Row("")
        yield Row("", (Piece(f" {'Seat 1':<9}", "dim"), f"  {self._member} (you)"))
        for number, other in enumerate(wish.others):
            yield _choice(f"{_SEAT}{number}", f"Seat {number + 2}", _label(other))
        yield Row("")
        yield _choice(_CLOCK, "Clock", str(wish.control or "none"))
        absent = "loses the game" if wish.absent is None else f"bot {wish.absent.name} plays on"
        yield _choice(_ABSENT, "Time out", absent if wish.control is not None else "-")

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._explain(event.key)

    def _explain(self, key: str) -> None:
        try:
            board = describe_board(self.wish.begin(self._member).game.start)
        except AtlantisError as error:
            self._say(str(error), "bad")
            return
        about = _ABOUT.get(key, _ABOUT_SEAT if key.startswith(_SEAT) else "")
        if key == _ABSENT and self.wish.control is None:
            about = _DAYS_NEEDED
        self._say(board if key in (_SHAPE, _SIDE) else about)

    def _say(self, text: str, look: str = "plain") -> None:
        lines = wrap(text, max(self.size.width - 2, 10))
        shown = [(" ", Piece(line, look)) for line in lines]
        self.query_one("#message", TextLines).show_lines(shown)

    # Changing.

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        wish, by, key = self.wish, event.by, event.key
        if key == _SHAPE:
            self.wish = replace(wish, shape=_next(list(Shape), wish.shape, by))
        elif key == _SIDE:
            self.wish = replace(wish, side=min(max(wish.side + by, 2), MOST_SIDE))
        elif key == _PLAYERS:
            count = min(max(len(wish.others) + by, 1), MOST_PLAYERS - 1)
            more = (None,) * (count - len(wish.others))
            self.wish = replace(wish, others=(*wish.others[:count], *more))
        elif key == _CLOCK:
            self.wish = replace(wish, control=_next(CONTROLS, wish.control, by))
        elif key == _ABSENT and wish.control is not None:
            self.wish = replace(wish, absent=_next((None, *self._bots), wish.absent, by))
        elif key.startswith(_SEAT):
            number = int(key.removeprefix(_SEAT))
            chosen = _next(self._players(number), wish.others[number], by)
            self._sit(number, chosen)
        self._paint()

    def _sit(self, number: int, other: str | Seat | None) -> None:
        others = self.wish.others
        self.wish = replace(self.wish, others=(*others[:number], other, *others[number + 1 :]))

    def _players(self, number: int) -> list[str | Seat | None]:
        """Choices for a seat: members without another seat, bots, or None for every member."""
        taken = {other for n, other in enumerate(self.wish.others) if n != number}
        members = [name for name in self._others if name not in taken]
        return [None, *members, *self._bots]

    # Leaving.

    @on(RowList.Taken)
    def _taken(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        try:
            self._begin(self.wish)
        except (OSError, AtlantisError) as error:
            self._say(explain(error), "bad")


def _next(choices: Sequence[T], now: T, by: int) -> T:
    place = list(choices).index(now) if now in choices else 0
    return choices[(place + by) % len(choices)]


def _label(other: str | Seat | None) -> str:
    if isinstance(other, Seat):
        return f"bot {other.name}"
    return OPEN if other is None else other


def _choice(key: str, label: str, value: str) -> Row:
    return Row(key, (Piece(f" {label:<9}", "dim"), Piece(f"< {value} >")))
