"""Start screen: a menu with explanations and previews. `navigation` runs the entries."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from atlantis_core.narration import make_cast
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from atlantis_core.rules.share_code import is_share_code
from atlantis_core.support.colors import default_colors
from atlantis_tui import routes
from atlantis_tui.game.background import is_quickly_read
from atlantis_tui.settings.kept_lists import load_recent
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_line import parse_foot
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines, wrapped
from .preview import Preview
from .summaries import Summary, summarise

SECONDS_TO_IMPORT = 0.3
"""After this time the start screen imports the library, which then opens a third faster."""
LOOKED_AT = 10
"""Number of recent files searched for a game to continue."""
KEYS = parse_foot("""
    Enter  open    screen.take
    ↑↓     select
    ?      rules   screen.go('rules')
""")
ALWAYS = (("q", "quit", "screen.go('quit')"),)


class Entry(NamedTuple):
    key: str
    letter: str
    label: str
    about: str


ENTRIES = (
    Entry("continue", "c", "Continue", "Resume your last game."),
    Entry(
        "new",
        "n",
        "New game",
        "Play bots or people on any board. Press Enter twice to start. New here? l: lessons.",
    ),
    Entry("open", "o", "Open", "Open a game or board file, or pick a recent one."),
    Entry("library", "b", "Library", "Search your games and collections, also by position."),
    Entry(
        "learn",
        "l",
        "Learn",
        "A short hands-on tutorial, and puzzles from easy to hard.",
    ),
    Entry(
        "others",
        "g",
        "Other games",
        "Kalah, tafl, chess on maps: play people or a bot, or open a file.",
    ),
    Entry("watch", "w", "Watch bots", "Watch bots play each other."),
    Entry("editor", "e", "Board editor", "Design a board and place the starting stones."),
    Entry("rules", "r", "Rules and keys", "The rules on one page, with diagrams, and all keys."),
    Entry("statistics", "s", "Statistics", "Your games, rating and records against each opponent."),
    Entry("options", "p", "Options", "Colours, animation, mouse and more."),
    Entry("quit", "q", "Quit", "Quit. Games are saved after every turn."),
)


class StartScreen(BaseScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(entry.letter, f"go('{entry.key}')", entry.label) for entry in ENTRIES),
        Binding("question_mark,f1", "go('rules')", "Rules and keys"),
    ]
    foot, foot_always = KEYS, ALWAYS
    DEFAULT_CSS = """
    StartScreen {
        & #left { width: 32; padding: 1 1 0 2; }
        & #head { height: 3; }
        & #menu { height: auto; }
        & #about { height: 1fr; padding: 1 1 0 1; }
        & > #message, & > #keys { background: $surface; }
        & #preview { padding: 0 1; }
        &.-narrow #left { width: 1fr; }
        &.-low #left { padding: 0 1; }
        &.-low #head { height: 1; }
        &.-low #menu { height: 1fr; }
        &.-low #about { display: none; }
    }
    """

    def __init__(self, message: str = "") -> None:
        super().__init__()
        self._message = message
        self._last: Path | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield TextLines(
                    (Piece("A T L A N T I S", "strong"),),
                    (Piece("a game on a sinking island", "dim"),),
                    id="head",
                )
                yield RowList(id="menu", is_menu=True)
                yield TextLines(id="about")
            yield Preview(id="preview")
        yield TextLines((Piece(f" {self._message}", "bad"),), id="message")
        yield TextLines(id="keys")

    def on_mount(self) -> None:
        self.query_one("#message").display = bool(self._message)
        self.set_timer(SECONDS_TO_IMPORT, lambda: self.atlantis.import_early(routes.LibraryRoute))

    def on_screen_resume(self) -> None:
        """Update the entry "Continue", because games may have been played since."""
        if not self.query(RowList):  # The app may be closed before the screen is composed.
            return
        before = self._last
        self._last = _last_game()
        self.rows.show_rows([*_rows(self._last)], None if before == self._last else "")
        self._explain(self.rows.chosen_key)

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self._explain(self.rows.chosen_key))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._explain(event.key)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        self.action_go(event.key)

    def on_paste(self, event: events.Paste) -> None:
        """Open the game of a pasted share code."""
        if is_share_code(event.text):
            event.stop()
            self.atlantis.open(routes.File(Path(event.text.strip())))

    def action_close(self) -> None:
        """Do nothing: there is no previous screen."""

    def action_go(self, key: str) -> None:
        if key == "quit":
            self.app.exit()
        elif key == "continue":
            if self._last is not None:
                self.atlantis.open(routes.File(self._last))
        else:
            self.atlantis.open(routes.Page(key))

    def _explain(self, key: str) -> None:
        summary = self._picture(key)
        about = next((entry.about for entry in ENTRIES if entry.key == key), "")
        panel = self.query_one("#about", TextLines)
        width = max(panel.size.width, 20)
        panel.show_lines(wrapped((about, *summary.lines), width, "dim"))
        self.query_one(Preview).show(replace(summary, lines=()))

    def _picture(self, key: str) -> Summary:
        if key == "continue" and self._last is not None:
            return summarise(self._last) if is_quickly_read(self._last) else Summary()
        return _sample(key)


def _last_game() -> Path | None:
    """The most recent unfinished game, also one without turns yet."""
    for path in load_recent()[:LOOKED_AT]:
        # A file that takes long to read is not searched: offer it.
        if not is_quickly_read(path) or summarise(path).is_running:
            return path
    return None


def _rows(last: Path | None) -> list[Row]:
    return [
        Row(entry.key, (Piece(f" {entry.letter} ", "key"), Piece(f" {entry.label}")))
        for entry in ENTRIES
        if entry.key != "continue" or last is not None
    ]


@cache
def _sample(entry: str) -> Summary:
    """The sample board beside an entry; empty if it has none."""
    match entry:
        case "new":
            return _of_position(traditional_start(Shape.HEXAGON, 2, players=2))
        case "watch":
            return _of_position(traditional_start(Shape.HEXAGON, 2, players=3))
        case "learn":
            return _of_lesson()
        case "editor":
            return Summary(Position.setup(standard_board(Shape.TRIANGLE, 3), []))
    return Summary()


def _of_position(position: Position) -> Summary:
    colors = default_colors([None] * position.players)
    return Summary(position, colors, make_cast([None] * len(colors), colors))


def _of_lesson() -> Summary:
    from atlantis_core.learning.library import tutorial

    step = tutorial()[9]
    return Summary(step.start, step.colors, step.cast)
