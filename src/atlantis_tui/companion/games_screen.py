"""Other games: what the guests of the table offer to begin, and against whom."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from atlantis_core.companions.errors import CompanionError
from atlantis_core.companions.table import GUESTS
from atlantis_core.seats import PERSON, Seat
from atlantis_tui import navigation
from atlantis_tui.companion.seats import BOT
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_line import key_line, keys_shown
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines

KEYS = (
    ("Enter", "begin", "screen.take"),
    ("left right", "opponent", ""),
    ("o", "open a file", "screen.open"),
)
ALWAYS = (("Esc", "back", "screen.close"),)
SEATINGS: tuple[tuple[str, tuple[Seat, ...]], ...] = (
    ("you begin, against the bot", (PERSON, BOT)),
    ("the bot begins", (BOT, PERSON)),
    ("two people", (PERSON, PERSON)),
    ("watch the bot", (BOT, BOT)),
)
_WIDTH = 24


class OtherGamesScreen(BaseScreen):
    """Which game, and against whom?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("o", "open", "Open a file of any game"),
    ]
    DEFAULT_CSS = """
    OtherGamesScreen {
        & > #title, & > #keys { background: $surface; }
        & > RowList { height: 1fr; padding: 1 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seating = 0

    def compose(self) -> ComposeResult:
        yield TextLines((Piece(" Other games", "strong"),), id="title")
        yield RowList(id="games")
        yield TextLines(id="message")
        yield TextLines(id="keys")

    def on_mount(self) -> None:
        rows = self.query_one(RowList)
        rows.show_rows(list(_rows()))
        rows.focus()
        self._say_seating()

    def on_resize(self) -> None:
        keys = key_line(keys_shown(self.app, KEYS), self.size.width, ALWAYS)
        self.query_one("#keys", TextLines).show_line(*keys)

    def _say_seating(self) -> None:
        text = f" {SEATINGS[self._seating][0]}"
        self.query_one("#message", TextLines).show_line(Piece(text, "key"))

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        self._seating = (self._seating + event.by) % len(SEATINGS)
        self._say_seating()

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        try:
            navigation.begin_companion(self.atlantis, event.key, SEATINGS[self._seating][1])
        except (CompanionError, OSError) as error:
            self.query_one("#message", TextLines).show_line(Piece(f" {error}", "bad"))

    def action_take(self) -> None:
        self.query_one(RowList).action_take()

    def action_open(self) -> None:
        navigation.open_files(self.atlantis)

    def action_close(self) -> None:
        navigation.go_back(self.atlantis)


def _rows() -> list[Row]:
    rows: list[Row] = []
    for entry in GUESTS:
        variants = entry.load().variants()
        rows.append(Row("", (Piece(f" {entry.title}", "heading"),)))
        for variant in variants:
            key = f"{entry.name}:{variant.name}"
            name = f"   {variant.name}".ljust(_WIDTH)
            rows.append(Row(key, (Piece(name), Piece(variant.description, "dim"))))
        if not variants:
            rows.append(Row("", (Piece(f"   nothing to play: open {entry.files}", "dim"),)))
        rows.append(Row(""))
    return rows
