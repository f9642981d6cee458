"""Form for a new game, with a live preview of the board.

Every row has a default: Enter starts the game from any row, Left and Right change a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from atlantis_core.bots.ratings import BOT_RATINGS
from atlantis_core.bots.registry import LEVELS
from atlantis_core.narration import describe_board
from atlantis_core.review.history_file import load_history
from atlantis_core.review.player_history import even_match, rating_of
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.columns import pad
from atlantis_core.support.errors import AtlantisError, NotationError, SetupError
from atlantis_core.transcript import load
from atlantis_tui import routes
from atlantis_tui.game.background import read_in_background
from atlantis_tui.game.new_games import choose_file
from atlantis_tui.settings.folders import games_folder, history_path, is_there, parse_path
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.line_breaks import cut, wrap
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .preview import Preview
from .set_up import SetUp, describe_seat
from .summaries import Summary

KEYS = (("Enter", "start", "screen.begin"), ("←→", "change", ""))
ALWAYS = (("?", "keys", "screen.help"), ("Esc", "back", "screen.close"))
_NAME = 12
"""Columns of a name."""
_BEGIN, _BOARD, _SIDE, _PLAYERS, _WHERE = "begin", "board", "side", "players", "where"
_CLOCK = "clock"


_LOW = 18
"""Below this height the form has no gaps."""


class NewGameScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        n  name       Rename the selected player               name
        c  color(1)   Next colour for the selected player      colour
        C  color(-1)  Previous colour
        a  program    Run an agent for the selected player     agent
        f  file       Use the board of a file                  board file
        s  where      Choose where to save the game            save as
        b  begin      Start the game
    """)
    foot, foot_always = KEYS, ALWAYS
    DEFAULT_CSS = """
    NewGameScreen {
        & > #message { height: auto; max-height: 3; }
        & #form { width: 48; padding: 1 1; }
        & #preview { padding: 1 0 0 0; }
    }
    """

    def __init__(
        self, set_up: SetUp | None = None, title: str = "New game", message: str = ""
    ) -> None:
        super().__init__()
        self._history = load_history(history_path())
        self.set_up = replace(set_up or SetUp(), you=self._history.name)
        self._heading = title
        self._message = message

    def compose(self) -> ComposeResult:
        body = Horizontal(RowList(id="form", has_values=True), Preview(id="preview"), id="body")
        return self.page(self._heading, body, TextLines(id="message"))

    def on_resize(self) -> None:
        self.paint()

    # Showing.

    def paint(self) -> None:
        """Show the form and the resulting board."""
        self.rows.show_rows(list(self._rows()))
        try:
            start = self.set_up.start()
        except SetupError as error:
            self.query_one(Preview).show(Summary())
            self.say(str(error), "bad")
            return
        shown = Summary(start, self.set_up.colors, self.set_up.cast, (describe_board(start),))
        self.query_one(Preview).show(shown, "dim")
        self._explain(self.rows.chosen_key)

    def say(self, text: str, look: str = "plain") -> None:
        lines = wrap(text, self.size.width - 2)
        self.query_one("#message", TextLines).show_lines(
            [(" ", Piece(line, look)) for line in lines]
        )

    def _rows(self) -> Iterator[Row]:
        set_up = self.set_up
        gap = () if self.size.height < _LOW else (Row(""),)
        yield Row(_BEGIN, (Piece(" Start game", "strong"), Piece("   Enter", "key")))
        yield from gap
        board = f"file {set_up.file.path.name}" if set_up.file else set_up.shape.value
        yield _choice(_BOARD, "Board", board)
        if set_up.file is None:
            yield _choice(_SIDE, "Size", str(set_up.side))
        yield _choice(_PLAYERS, "Players", str(len(set_up.players)))
        yield _choice(_CLOCK, "Clock", str(set_up.control or "none"))
        yield from gap
        styles = player_styles(set_up.colors, self)
        for number, player in enumerate(set_up.players):
            style, name = styles[number], set_up.cast.names[number]
            yield Row(
                f"seat {number}",
                (
                    Piece(f" {set_up.cast.letters[number]} {pad(cut(name, _NAME), _NAME)} ", style),
                    Piece(f"< {pad(player.seat.label, 9)} >", "plain"),
                    Piece(f" {set_up.colors[number]}", style),
                ),
            )
        yield from gap
        yield Row(_WHERE, (Piece(" Saved  ", "dim"), Piece(self._where(), "plain")))

    def _where(self) -> str:
        if self.set_up.path is None:
            return "to your games folder, after every turn"
        return str(self.set_up.path)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._explain(event.key)

    def _explain(self, key: str) -> None:
        folder = self.set_up.path.parent if self.set_up.path is not None else games_folder()
        if key in (_BEGIN, _WHERE) and folder != games_folder() and not is_there(folder):
            self.say(f"folder '{folder}' does not exist; press s to save elsewhere", "bad")
            return
        if self._message and key == _BEGIN:
            self.say(self._message, "good")
            return
        number = _seat(key)
        if number is not None:
            seat = self.set_up.players[number].seat
            self.say(f"{seat.label}: {describe_seat(seat)}{self._compare(seat)}")
            return
        self.say(_ABOUT.get(key, ""))

    def _compare(self, seat: Seat) -> str:
        """The rating of a bot, beside that of the user if there is one."""
        if seat.kind is not SeatKind.BOT or seat.name not in BOT_RATINGS:
            return ""
        own = rating_of(self._history.games)
        if own is None:
            return f". Rating {BOT_RATINGS[seat.name]}"
        even = even_match(own, LEVELS)
        match = "an even match" if even == seat.name else f"{even} would be an even match"
        return f". Rating {BOT_RATINGS[seat.name]}, yours {own:.0f}: {match}"

    # Changing.

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        set_up, by, number = self.set_up, event.by, _seat(event.key)
        if number is not None:
            self.change(set_up.with_seat(number, by))
        elif event.key == _BOARD:
            self.change(set_up.with_shape(by))
        elif event.key == _SIDE:
            self.change(set_up.with_side(by))
        elif event.key == _PLAYERS:
            self.change(set_up.with_players(by))
        elif event.key == _CLOCK:
            self.change(set_up.with_control(by))

    def change(self, set_up: SetUp) -> None:
        self.set_up = set_up
        self.paint()

    def _chosen_seat(self, why: str) -> int | None:
        """Index of the selected player; None, with a message, if no player row is selected."""
        number = _seat(self.rows.chosen_key)
        if number is None:
            self.say(f"select a player first: {why}", "bad")
        return number

    def action_color(self, by: int) -> None:
        number = self._chosen_seat("c recolours the selected player")
        if number is not None:
            self.change(self.set_up.with_color(number, by))

    @work
    async def action_name(self) -> None:
        number = self._chosen_seat("n renames the selected player")
        if number is None:
            return
        now = self.set_up.players[number].name or ""
        about = f"leave empty for {self.set_up.names[number]}"
        name = await self.ask_text("Name", now, about)
        if name is not None:
            self.change(self.set_up.with_name(number, name))

    @work
    async def action_program(self) -> None:
        number = self._chosen_seat("a assigns an agent to the selected player")
        if number is None:
            return
        agent = self.set_up.players[number].agent
        await self.ask_for_agent(
            "" if agent is None else agent.name,
            "command to run, for example: python3 my_agent.py",
            lambda text: self.change(self.set_up.with_agent(number, text)),
        )

    @work
    async def action_where(self) -> None:
        now = str(self.set_up.path or "")
        about = "leave empty to pick a name in your games folder"
        text = await self.ask_text("Save the game as", now, about)
        if text is None:
            return
        try:
            path = parse_path(text) if text else None
        except NotationError as error:
            self.say(str(error), "bad")
        else:
            self.change(replace(self.set_up, path=path))

    def action_file(self) -> None:
        self.atlantis.open(routes.PickFile(pick=self._take_board))

    @work
    async def _take_board(self, path: Path) -> None:
        try:
            transcript = await read_in_background(path, lambda: load(path))
            self.change(self.set_up.with_board(path, transcript))
        except (OSError, AtlantisError) as error:
            self.say(f"{path.name}: {str(error).splitlines()[0]}", "bad")

    # Leaving.

    @on(RowList.Taken)
    def _taken(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        try:
            document = self.set_up.begin()
            choose_file(document, self.set_up.board_name, self.set_up.path)
            self.atlantis.replace(routes.GameRoute(document))
        except AtlantisError as error:
            self.say(str(error), "bad")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.say(f"cannot save the game: {reason} ('{error.filename}')", "bad")


_ABOUT = {
    _BEGIN: "Press Enter in any row to start the game.",
    _BOARD: "Left and Right change the shape; f loads a board file.",
    _SIDE: "Left and Right change the number of segments per side.",
    _PLAYERS: "Left and Right change the number of players.",
    _CLOCK: "Minutes for the game + seconds per turn, or days per turn. Running out of time loses.",
    _WHERE: "Press s to save to another file.",
}


def _choice(key: str, label: str, value: str) -> Row:
    return Row(key, (Piece(f" {label:<9}", "dim"), Piece(f"< {value} >")))


def _seat(key: str) -> int | None:
    word, _, number = key.partition(" ")
    return int(number) if word == "seat" else None
