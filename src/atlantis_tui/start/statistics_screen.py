"""Statistics page: the user's rating, records against each opponent, and a chart over time."""

from __future__ import annotations

import csv
import getpass
import io
from collections.abc import Callable, Iterator, Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from atlantis_core.bots.ratings import BOT_RATINGS
from atlantis_core.bots.registry import LEVELS
from atlantis_core.files.saving import NO_FILE, save_bytes
from atlantis_core.review.history_file import PlayerHistory, add_name, load_history
from atlantis_core.review.player_history import (
    even_match,
    rating_of,
    ratings_over_time,
    records_of,
)
from atlantis_core.support.columns import format_table
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_tui.other_games.finished_records import record_ratings
from atlantis_tui.settings.folders import history_path, parse_path
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.text_lines import Line, Piece, TextLines, wrapped

HEADER = ("opponent", "board", "games", "wins", "draws", "streak", "biggest\nchain")
CHART_LINES = 7
_MOST_CHARTED = 400
"""Games in the chart; of more, the last ones."""
_WIDEST_STEP = 6
"""Columns of a game in the chart while there are few games."""
_FORGET = "forget"
_ABOUT_NAME = (
    "Your statistics are about the player of this name, which new games propose for you. "
    "It is stored on this machine."
)


class StatisticsScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        n  own_name  Change your name                       name
        e  export    Export your games as a table (CSV)     export
        D  forget    Delete your statistics                 delete
    """)
    foot = (("↑↓", "scroll", ""),)
    DEFAULT_CSS = """
    StatisticsScreen {
        & > VerticalScroll { height: 1fr; padding: 1 1; }
        & TextLines { height: auto; }
        & > #message { height: 1; }
        &.-low > VerticalScroll { padding: 0; }
    }
    """

    def compose(self) -> ComposeResult:
        body = VerticalScroll(TextLines(id="statistics"))
        return self.page("Statistics", body, TextLines(id="message"))

    def on_mount(self) -> None:
        if self._history.games and not self._history.name:
            self.action_own_name()

    def on_resize(self) -> None:
        self.paint()

    @property
    def _history(self) -> PlayerHistory:
        return load_history(history_path())

    def paint(self) -> None:
        lines = list(statistics_lines(self._history, max(self.size.width - 4, 20)))
        self.query_one("#statistics", TextLines).show_lines(lines)

    def say(self, text: str, look: str = "plain") -> None:
        self.query_one("#message", TextLines).show_line(" ", Piece(showable(text), look))

    @work
    async def action_own_name(self) -> None:
        """Ask for the user's name: automatically the first time, later on request."""
        now = self._history.name or system_name()
        name = await self.ask_text("Your name", now, _ABOUT_NAME)
        if name:
            self._try(lambda: add_name(history_path(), name), "")

    @work
    async def action_export(self) -> None:
        text = await self.ask_text("Export as", "atlantis-games.csv", "a new file, as a table")
        if text:
            self._try(lambda: _export(self._history, text), f"'{text}' written")

    @work
    async def action_forget(self) -> None:
        answer = await self.ask(
            "Delete your statistics?",
            [("This deletes the list of your results, not your games.",)],
            ("D", "delete", _FORGET),
            ("enter", "cancel", ""),
        )
        if answer == _FORGET:
            self._try(lambda: history_path().unlink(missing_ok=True), "your statistics are deleted")

    def _try(self, change: Callable[[], object], done: str) -> None:
        try:
            change()
        except (OSError, AtlantisError) as error:
            self.say(str(error), "bad")
        else:
            self.say(done)
        self.paint()


def system_name() -> str:
    """The first name of the user's account, or its login; empty if there is none."""
    try:
        import pwd

        entry = pwd.getpwnam(getpass.getuser())
    except (ImportError, KeyError, OSError):
        return ""
    full = entry.pw_gecos.split(",")[0].split()
    return showable(full[0] if full else entry.pw_name.capitalize(), 40)


def _export(history: PlayerHistory, name: str) -> None:
    save_bytes(format_csv(history).encode(), parse_path(name), expected=NO_FILE)


def format_csv(history: PlayerHistory) -> str:
    """The games as a table, one row each."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ("date", "game", "board", "opponents", "score", "turns", "biggest chain", "ending")
    )
    for game in history.games:
        opponents = "; ".join(met.opponent for met in game.encounters)
        words = game.date, game.kind or "atlantis", game.board, opponents
        figures = f"{game.score:g}", game.turns, game.chain
        rows.writerow((*map(_cell, words), *figures, _cell(game.ending)))
    return text.getvalue()


def _cell(text: str) -> str:
    """Text for a cell of a table that a spreadsheet does not take for a formula."""
    shown = showable(text)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def statistics_lines(history: PlayerHistory, width: int) -> Iterator[Line]:
    """The page: problems of the file, the rating, the records and the chart."""
    for problem in history.problems:
        yield from wrapped([problem], width, "bad")
    if not history.games:
        yield from wrapped(["No finished games yet. Finish a game, and it appears here."], width)
        return
    name = showable(history.name, 40) or "You"
    yield (Piece(name, "strong"), f": {counted(len(history.games), 'game')}")
    yield from wrapped([_describe_rating(history)], width)
    for title, rating in record_ratings(history.games).items():
        yield from wrapped([f"{showable(title, 40)}: rating {rating:.0f}."], width)
    yield ()
    for number, line in enumerate(format_table(HEADER, [*_rows(history)])):
        yield (Piece(line, "dim" if number < 2 else "plain"),)
    ratings = list(ratings_over_time(history.games[-_MOST_CHARTED:]))
    if len(ratings) > 1:
        yield ()
        yield (Piece("Rating over time", "heading"),)
        for line in chart_lines(ratings, width):
            yield (line,)


def _describe_rating(history: PlayerHistory) -> str:
    rating = rating_of(history.games)
    if rating is None:
        return "No rating yet: finish a game against a bot."
    even = even_match(rating, LEVELS)
    suggestion = f" An even match: {even} ({BOT_RATINGS[even]})." if even else ""
    return f"Rating {rating:.0f}.{suggestion}"


def _rows(history: PlayerHistory) -> Iterator[tuple[str | int, ...]]:
    for record in records_of(history.games):
        opponents = record.opponents.replace("bot:", "").replace("person:", "")
        yield (
            showable(opponents, 30),
            showable(record.board, 20),
            record.games,
            record.wins,
            record.draws,
            f"{record.streak:+d}" if record.streak else "0",
            record.chain,
        )


def chart_lines(values: Sequence[float], width: int, height: int = CHART_LINES) -> Iterator[str]:
    """A curve of stars with its scale, the newest value at the right."""
    room = max(width - 7, 10)
    step = max(1, -(-len(values) // room))
    shown = [values[-1 - n] for n in range(0, len(values), step)][::-1]
    shown = [value for value in shown for _ in range(min(room // len(shown), _WIDEST_STEP))]
    low, high = min(shown), max(shown)
    span = max(high - low, 1.0)
    rows = [round((value - low) / span * (height - 1)) for value in shown]
    for row in reversed(range(height)):
        scale = f"{low + span * row / (height - 1):5.0f} " if row in (0, height - 1) else " " * 6
        yield scale + "".join("*" if at == row else " " for at in rows).rstrip()
