"""Screen that lists the other games, their variants and the opponents."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult

from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import DEFAULT_LEVEL, LEVEL_NAMES
from atlantis_core.games.registry import Entry, all_entries, installed
from atlantis_core.seats import PERSON, Seat, SeatKind, agent_seat
from atlantis_core.support.columns import pad
from atlantis_core.support.safe_text import showable_ends
from atlantis_tui import routes
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .seats import BOT

Seating = tuple[str, tuple[Seat, ...]]
SEATINGS: tuple[Seating, ...] = (
    ("you move first, against the bot", (PERSON, BOT)),
    ("the bot moves first", (BOT, PERSON)),
    ("two people", (PERSON, PERSON)),
    ("watch the bot", (BOT, BOT)),
)
_WIDTH = 22


class OtherGamesScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        l  level    Level of the bot         level
        a  program  Play against an agent    agent
        o  open     Open a file of any game  open file
    """)
    foot = (("Enter", "start", "screen.take"), ("←→", "opponent", ""))
    DEFAULT_CSS = """
    OtherGamesScreen {
        & > RowList { height: 1fr; padding: 1 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seatings = SEATINGS
        self._seating = 0
        self._command = ""
        self._level = DEFAULT_LEVEL

    def compose(self) -> ComposeResult:
        return self.page(
            "Other games", RowList(id="games", has_values=True), TextLines(id="message")
        )

    def on_mount(self) -> None:
        self.rows.show_rows(_rows())
        self._say_seating()

    def _say_seating(self) -> None:
        words, seats = self._seatings[self._seating]
        text = f" {words} ({self._level})" if BOT in seats else f" {words}"
        self.query_one("#message", TextLines).show_line(Piece(text, "key"))

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        self._seating = (self._seating + event.by) % len(self._seatings)
        self._say_seating()

    def action_level(self) -> None:
        """Choose the next level of the bot."""
        following = LEVEL_NAMES.index(self._level) + 1
        self._level = LEVEL_NAMES[following % len(LEVEL_NAMES)]
        self._say_seating()

    @property
    def _seats(self) -> tuple[Seat, ...]:
        bot = Seat(SeatKind.BOT, self._level)
        return tuple(bot if seat == BOT else seat for seat in self._seatings[self._seating][1])

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        try:
            self.atlantis.open(routes.NewRecord(event.key, self._seats))
        except (GameError, OSError) as error:
            self.query_one("#message", TextLines).show_line(Piece(f" {error}", "bad"))

    @work
    async def action_program(self) -> None:
        about = "command to run, for example: java -jar MyAgent.jar"
        await self.ask_for_agent(self._command, about, self._add_agent)

    def _add_agent(self, command: str) -> None:
        self._command = command
        self._seatings = (*_agent_seatings(agent_seat(command)), *SEATINGS)
        self._seating = 0
        self._say_seating()

    def action_open(self) -> None:
        self.atlantis.open(routes.Page.OPEN)


def _agent_seatings(agent: Seat) -> tuple[Seating, ...]:
    name = showable_ends(agent.name, 40)
    return (
        (f"you move first, against {name}", (PERSON, agent)),
        (f"{name} moves first", (agent, PERSON)),
        (f"{name} against the bot", (agent, BOT)),
    )


def _rows() -> list[Row]:
    rows: list[Row] = []
    for entry in all_entries():
        rows += [Row("", (Piece(f" {entry.title}", "heading"),)), *_variants(entry), Row("")]
    return rows + [Row("", (Piece(f" {problem}", "bad"),)) for problem in installed().problems]


def _variants(entry: Entry) -> list[Row]:
    try:
        variants = entry.load().variants()
    except GameError as error:
        return [Row("", (Piece(f"   {error}", "bad"),))]
    rows = [
        Row(
            f"{entry.name}:{variant.name}",
            (Piece(pad(f"   {variant.name}", _WIDTH)), Piece(variant.description, "dim")),
        )
        for variant in variants
    ]
    return rows or [Row("", (Piece(f"   view-only: open {entry.files}", "dim"),))]
