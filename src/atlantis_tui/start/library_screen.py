"""Library screen: the games of the index, filtered while the user types, with previews.

A process of its own indexes games, and threads search them, so that keys are never delayed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from atlantis_core.game_library.search import (
    BOTS,
    SEARCH_WORDS,
    Order,
)
from atlantis_core.review.places import Place
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_tui import routes
from atlantis_tui.game.background import run_in_background
from atlantis_tui.settings.folders import games_folder, history_path, parse_path
from atlantis_tui.settings.kept_lists import load_searches, save_search
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .library_index import FIRST_LISTED, SearchResult, find, read_games, update_index
from .library_rows import GameRows
from .preview import Preview
from .summaries import Summary, summarise

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_core.game_library.rows import IndexedGame

SECONDS_BETWEEN_LOOKS = 2
"""While games are being indexed, the list is refreshed this often."""
EXAMPLE = "Ann board:hexagon:2 loser:Ann since:2026 is:running"
_ORDERS = {
    Order.NEWEST: "newest first",
    Order.LONGEST: "longest first",
    Order.BIGGEST_CHAIN: "biggest chain first",
    Order.PLAYERS: "by players",
}
HELP = """
The list shows the games of the index. Games in which it is your turn come first.

A search is a line of words. A word must occur in the players, event, board, date, file or
comments of a game. Conditions: player:Ann, winner:Ann, loser:Ann, event:club, board:hexagon:2,
file:club.jsonl, since:2026-01-31, until:2026, shortest:20, longest:40, comment:mistake, mark:bad
(or good, doubtful, blunder: the verdict of a judge on a turn), is:running, is:finished, is:drawn,
and position: with a position in notation. in:bots searches 3000 games of the strongest bot instead
of yours. Words in quotation marks count as one.
"""
_SEARCH = "search"


class LibraryScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        slash,colon  find         Search: type words or conditions           search
        s            sort         Sort by date, length, chain or players     sort
        r            review_game  Review the game, also a running one        review
        a            add_games    Add a file, folder or collection           add games
        o            browse       Browse folders and files                   files
        S            save_search  Save the search under a name               save search
        D            drop_search  Delete the saved search
    """)
    foot = (("Enter", "open", "screen.take"),)
    DEFAULT_CSS = """
    LibraryScreen {
        & #games { width: 50%; min-width: 50; max-width: 90; }
        & #query, & > #message { height: 1; }
        & #preview { padding: 0 0 0 1; }
        &.-narrow #games { width: 1fr; }
    }
    """

    def __init__(self, search: str = "", path: Path | None = None) -> None:
        """`path` is added to the library."""
        super().__init__()
        self._path = path
        self.search = search
        self._order = Order.NEWEST
        self._list = GameRows((), (), {}, lambda *_: None, int)
        self._turns: Mapping[int, int] = {}
        """The turns after which the games reach the position of a search, by their numbers."""
        self._shown: object = None
        """The search and order of the list."""
        self._looked_at: Path | None = None
        self._own = ""
        self._first: asyncio.Future[SearchResult] | None = None
        """The first games, for which the search begins before the screen is laid out."""
        self._indexing = 1
        """Processes that are indexing games; the first starts when the list is complete."""

    @property
    def help_words(self) -> str:
        return HELP

    def compose(self) -> ComposeResult:
        self._own = _own_name()
        self._first = self._found(is_first=True)  # while the widgets are made and laid out
        body = Horizontal(RowList(id="games"), Preview(id="preview"), id="body")
        above = Prompt(EXAMPLE, _complete), TextLines(id="query")
        return self.page("Library", *above, body, TextLines(id="message"))

    def on_mount(self) -> None:
        self._begin()

    @work
    async def _begin(self) -> None:
        """Show the first games that are known; the work that may delay them follows later."""
        await self._refresh(is_first=True)
        if self.query(RowList):
            self.call_after_refresh(self._complete_list)

    @work
    async def _complete_list(self) -> None:
        """List the other games, and only then start the process that looks for more."""
        if len(self._list.numbers) >= FIRST_LISTED:
            await self._refresh()
        wanted = (games_folder(), self._path)
        self._indexing -= 1
        self._index([str(path) for path in wanted if path is not None and path.exists()])

    def say(self, text: str, look: str = "plain") -> None:
        for message in self.query("#message").results(TextLines):  # none once it is closed
            message.show_line(" ", Piece(showable(text, 200), look))

    # Searching.

    @work(exclusive=True, group="search")
    async def refresh_list(self) -> None:
        """Search the index again and show the games."""
        await self._refresh()

    def _found(self, *, is_first: bool = False) -> asyncio.Future[SearchResult]:
        """Start a search in a thread."""
        wanted, order, own = self.search, self._order, self._own
        work = run_in_background(lambda: find(wanted, order, own, is_first=is_first))
        return asyncio.ensure_future(work)

    async def _refresh(self, *, is_first: bool = False) -> None:
        wanted, order = self.search, self._order
        try:
            first, self._first = self._first, None
            found = await (first if first is not None and is_first else self._found())
        except AtlantisError as error:
            self.say(str(error), "bad")
            return
        is_current = (wanted, order) == (self.search, self._order)
        if not is_current or not self.query(RowList):  # the screen was closed meanwhile
            return
        if is_first and self._list.numbers:  # the whole list came first
            return
        self._show(found)

    def _show(self, found: SearchResult) -> None:
        count = len(found.numbers)
        none = "indexing ..." if self._indexing else "no games: press a to add some"
        none = "no games with this search" if self.search else none
        below = () if count else (Row("", (Piece(f" {none}", "dim"),)),)
        above = (*self._saved_rows(), *below)
        self._turns = found.turns
        is_fresh = self._shown != (self.search, self._order) or not self._list.numbers
        self._shown = self.search, self._order
        read = partial(self._read, is_of_bots=found.is_of_bots)
        self._list = GameRows(above, found.numbers, found.games, read, self._list_width)
        self.rows.show_rows(self._list, self._list.first_key if is_fresh else None)
        if not count:
            self._looked_at = None
            self.query_one(Preview).show(Summary())
        wanted = self.search
        query = f" {showable(wanted, 200)}" if wanted else " all games"
        self.query_one("#query", TextLines).show_line(Piece(query, "dim"))
        more = f" of {count + found.skipped}" if found.skipped else ""
        advice = "" if count or BOTS in wanted else "; in:bots searches games of the bots"
        busy = "; indexing ..." if self._indexing else advice
        self.say(f"{counted(count, 'game')}{more}, {_ORDERS[self._order]}{busy}")

    def _list_width(self) -> int:
        return self.rows.size.width

    @work(group="read")
    async def _read(self, rows: GameRows, numbers: Sequence[int], *, is_of_bots: bool) -> None:
        """Read games of the list that are drawn for the first time."""
        try:
            games = await run_in_background(lambda: read_games(numbers, is_of_bots=is_of_bots))
        except AtlantisError as error:
            self.say(str(error), "bad")
            return
        rows.learn(games)
        if rows is self._list and self.query(RowList):
            self.rows.refresh()
            if self._looked_at is None:
                self._chosen()

    def action_find(self) -> None:
        self.query_one("#query").display = False
        self.query_one(Prompt).open(self.search)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while the user types."""
        event.stop()
        if event.value.strip() != self.search:
            self.search = event.value.strip()
            self.refresh_list()

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        self.query_one("#query").display = True
        self.rows.focus()
        self._look_for(event.text)

    def _look_for(self, search: str) -> None:
        self.search = search
        self.refresh_list()

    def action_sort(self) -> None:
        orders = list(Order)
        self._order = orders[(orders.index(self._order) + 1) % len(orders)]
        self.refresh_list()

    # Saved searches.

    def _saved_rows(self) -> Iterator[Row]:
        """Saved searches, while no search is active."""
        if self.search:
            return
        for name in self._saved():
            yield Row(f"{_SEARCH} {name}", (Piece("   search: ", "dim"), Piece(showable(name, 40))))

    def _saved(self) -> dict[str, str]:
        own = {}
        if self._own:
            quoted = '"' + self._own.replace('"', "") + '"'
            own = {"my games": f"player:{quoted}", "my losses": f"loser:{quoted}"}
        return {**own, **load_searches(), "games of the bots": f"in:{BOTS}"}

    @work
    async def action_save_search(self) -> None:
        if not self.search:
            self.say("nothing to save: press / and type a search first")
            return
        wanted = self.search
        name = await self.ask_text("Save the search", "", "a name for it, such as: my losses")
        if name:
            save_search(name, wanted)
            self.say(f"saved as '{name}': it is listed above all games")

    def action_drop_search(self) -> None:
        kind, _, name = self.rows.chosen_key.partition(" ")
        if kind == _SEARCH and name in load_searches():
            save_search(name, "")
            self.refresh_list()

    # Games.

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        game = self._list.game(self.rows.chosen_key)
        path = None if game is None else Path(game.place)
        self._looked_at = path
        if path is None:
            self.query_one(Preview).show(Summary())
        else:
            self.call_after_refresh(self._look_into, path)  # the list does not wait for it

    @work(exclusive=True, group="preview")
    async def _look_into(self, path: Path) -> None:
        # Finding a line far down in a collection takes as long as reading what is before it.
        summary = await run_in_background(lambda: summarise(path))
        if self._looked_at == path and self.query(Preview):
            self.query_one(Preview).show(summary)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        kind, _, name = event.key.partition(" ")
        game = self._list.game(event.key)
        if kind == _SEARCH:
            self._look_for(self._saved().get(name, ""))
        elif game is not None:
            self._open(game, self._turns.get(game.id))

    def action_review_game(self) -> None:
        game = self._list.game(self.rows.chosen_key)
        if game is not None:
            self._open(game, self._turns.get(game.id, game.turns))

    def _open(self, game: IndexedGame, turn: int | None) -> None:
        at = None if turn is None else Place((), turn)
        try:
            self.atlantis.open(routes.File(Path(game.place), at))
        except (AtlantisError, OSError) as error:
            self.say(str(error), "bad")

    def action_browse(self) -> None:
        self.atlantis.open(routes.PickFile())

    # The index.

    @work
    async def action_add_games(self) -> None:
        text = await self.ask_text("Add games", f"{Path.cwd()}/", "a file, folder or collection")
        if text:
            try:
                path = str(parse_path(text).absolute())
            except (AtlantisError, OSError) as error:
                self.say(str(error), "bad")
                return
            self.say(f"adding '{text}' ...")
            self._index((path,), is_told=True)

    @work(group="index")
    async def _index(self, paths: Sequence[str], *, is_told: bool = False) -> None:
        """Index games in another process, and refresh the list when it has ended.

        The process continues if the page is closed, because a large collection takes minutes. It
        ends with the app.
        """
        self._indexing += 1
        process = asyncio.ensure_future(run_in_background(lambda: update_index(paths)))
        while not process.done():
            await asyncio.wait([process], timeout=SECONDS_BETWEEN_LOOKS)
            if not process.done() and (self._path or not self.search):
                self.refresh_list()  # shows what is indexed so far
        self._indexing -= 1
        ended = process.result()
        self.refresh_list()
        if is_told:
            text = (ended.stderr.strip() or ended.stdout.strip()).decode("utf-8", "replace")
            self.notify(showable(text.partition("\n")[0], 200), markup=False)


def _own_name() -> str:
    path = history_path()
    if not path.exists():  # reading it imports the statistics
        return ""
    from atlantis_core.review.history_file import load_history

    return load_history(path).name


def _complete(text: str) -> str | None:
    """Complete the last word to the name of a condition."""
    start, _, word = text.rpartition(" ")
    found = next((name for name in SEARCH_WORDS if word and name.startswith(word)), None)
    return None if found is None else f"{start} {found}:".lstrip()
