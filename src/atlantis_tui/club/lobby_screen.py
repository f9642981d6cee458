"""Lobby of a club: the games of its folder, those that wait for the member first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from time import time

from textual import on, work
from textual.app import ComposeResult
from textual.message import Message

from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.clocks import format_seconds
from atlantis_tui.game.background import run_in_background
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import GameOver, Interrupted, NotSaved, Refused, ReloadWanted
from atlantis_tui.play.client_list import ClientList
from atlantis_tui.play.questions import ask_to_end
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece
from . import store
from .members import load_roster
from .ratings import Rating
from .store import ClubGame, ClubTerms, Standing
from .visit import Visit, explain
from .wishes import Wish

CHECK_SECONDS = 1.0
"""Time between two looks at the folder."""
_READING = Piece(" reading the games ...", "dim")
_TAKE, _WATCH = "take", "watch"
_MEMBER = "/"
"""Begins the key of a member's row; no file name contains it."""


class LobbyScreen(BaseScreen):
    """The games of a club for one member, or for a spectator."""

    BINDINGS = parse_bindings("""
        n  new_game  Start a new game                              new game
        v  review    Review the selected game turn by turn         review
        x  give_up   Resign the selected game, or agree on a draw  resign, draw
        r  rematch   Start the selected finished game once again   rematch
    """)
    foot = (("Enter", "open", "screen.take"),)
    foot_always = (("?", "help", "screen.help"), ("^q", "quit", "app.leave"))
    help_words = """
        F2 shows the rules of Atlantis.

        Enter opens a game: to play if you have a seat in it, else to watch.
        Esc returns to this list. In a game with an open seat you can take the seat.
        Enter on a member starts a game with that member.

        Once a game is over you can comment on its turns in the review (v, then c).
    """

    @dataclass
    class Opened(Message):
        """The member opens a game; the app shows it."""

        document: GameDocument
        visit: Visit
        is_review: bool = False

    def __init__(
        self,
        folder: Path,
        member: str | None,
        clients: ClientList | None = None,
        terms: ClubTerms | None = None,
    ) -> None:
        """`clients` report changes of the folder; without them the screen checks it itself."""
        super().__init__()
        self._clients = clients
        self._folder = folder
        self._member = member
        self._terms = terms or ClubTerms()
        self._games: dict[str, ClubGame] = {}
        self._shown: tuple[object, ...] | None = None
        """Signature of the folder and members present, as they are shown."""
        self._first_key = ""
        """The first row, which is selected unless the member has moved."""
        self._opened = ""
        """The game that was opened last, to be selected on return."""

    def own_keys(self) -> Iterable[Key]:
        keys = super().own_keys()
        if self._member is not None:
            return keys
        return [key for key in keys if key[2] == "screen.review"]

    def compose(self) -> ComposeResult:
        return self.page(f"Club: {self._member or 'watching'}", RowList(id="games"))

    def on_mount(self) -> None:
        self._forget_games()
        if self._clients is None:
            self.set_interval(CHECK_SECONDS, self._check)
        else:
            self._clients.on_change = self._informed
        self._check()

    def _informed(self) -> None:
        self._check()

    def on_screen_resume(self) -> None:
        self._check()

    @work(exclusive=True, group="games")
    async def _check(self) -> None:
        """Show the games again if a file of the folder has changed."""
        if self.app.screen is not self:
            return
        try:
            present = () if self._clients is None else self._clients.present
            now = store.signature(self._folder), present
            if now == self._shown:
                return
            games = await run_in_background(lambda: store.list_games(self._folder, self._member))
            members = [member.name for member in load_roster(self._folder).members]
        except (OSError, ValueError, AtlantisError):
            # Without the error, which names the path of the folder.
            sorry = Piece(" the games cannot be read at the moment", "bad")
            self.rows.show_rows([Row("", (sorry,))])
            self._shown = None
            return
        self._shown = now
        self._games = {game.key: game for game in games}
        ratings = store.rate_members(self._folder, games, members)
        rows = [*_game_rows(games, time()), *_member_rows(members, present, ratings)]
        self._show_rows(rows)
        self._count_waiting(games)

    def _show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows and keep the selection; a game that was opened is selected afterwards.

        Where there were no games and the first member was selected, select the first game.
        """
        keys = [row.key for row in rows if row.key]
        chosen = self.rows.chosen_key
        is_default = chosen in ("", self._first_key) and chosen not in self._games
        self._first_key = next(iter(keys), "")
        if self._opened in keys:
            chosen, self._opened = self._opened, ""
        elif is_default:
            chosen = self._first_key
        self.rows.show_rows(rows, chosen or None)

    def _count_waiting(self, games: Sequence[ClubGame]) -> None:
        """Show in the title of the terminal, and of the browser, how many games wait."""
        waiting = sum(game.standing is Standing.ON_TURN for game in games)
        said = f"your turn in {counted(waiting, 'game')} - Atlantis" if waiting else "Atlantis"
        self.atlantis.set_window_title(said)

    @property
    def _chosen_game(self) -> ClubGame | None:
        return self._games.get(self.rows.chosen_key)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        game = self._games.get(event.key)
        other = event.key.removeprefix(_MEMBER)
        if other != event.key:
            if self._member is not None:
                self._ask_for_game(None if other == self._member else other)
        elif game is not None and game.standing is Standing.OPEN and self._member is not None:
            self._offer_seat(game, self._member)
        elif game is not None:
            self._open(game.path)

    @work
    async def _offer_seat(self, game: ClubGame, member: str) -> None:
        lines = [(showable(game.players, 60),), (showable(game.state, 60),)]
        if game.facts.control:
            lines.append((showable(f"clock: {game.facts.control}", 60),))
        take, watch = ("t", "take the open seat", _TAKE), ("w", "watch", _WATCH)
        answer = await self.ask("Open seat", lines, take, watch)
        try:
            if answer == _TAKE:
                store.take_seat(game.path, member)
        except (OSError, AtlantisError) as error:
            self._say(explain(error))
            return
        if answer:
            self._open(game.path)

    def action_new_game(self) -> None:
        self._ask_for_game(None)

    def _ask_for_game(self, other: str | None) -> None:
        """Show the form for a new game, with another member or an open seat."""
        from .new_game_screen import NewClubGameScreen

        member = self._member
        if member is None:
            self._say("only members start games")
            return
        try:
            members = [each.name for each in load_roster(self._folder).members]
        except (OSError, ValueError, AtlantisError) as error:
            self._say(explain(error))
            return
        others = [name for name in members if name != member]

        def begin(wish: Wish) -> None:
            path = store.start_game(self._folder, wish, member, members)
            self.app.pop_screen()
            self._open(path)

        effort = self._terms.most_effort
        wish = Wish(others=(other,))
        self.app.push_screen(NewClubGameScreen(member, others, effort, begin, wish))

    def action_rematch(self) -> None:
        game = self._chosen_game
        if game is None or self._member is None:
            self._say("select a finished game that you have played")
            return
        try:
            self._open(store.start_rematch(self._folder, game, self._member))
        except (OSError, AtlantisError) as error:
            self._say(explain(error))

    def action_review(self) -> None:
        game = self._chosen_game
        if game is None:
            self._say("select a game to review")
        else:
            self._open(game.path, is_review=True)

    @work
    async def action_give_up(self) -> None:
        """Resign, or offer a draw, without opening the game."""
        game = self._chosen_game
        if game is None or not game.seats:
            self._say("select a game that you play")
            return
        try:
            document = store.open_game(game.path, self._member)
        except (OSError, AtlantisError) as error:
            self._say(explain(error))
            return
        event = await ask_to_end(self, GameController(document))
        match event.following if isinstance(event, Interrupted) else event:
            case Refused(reason=reason):
                self._say(reason)
            case NotSaved() | ReloadWanted():
                self._say("the game has changed meanwhile; try again")
            case GameOver():
                self._say("the game is over")
            case None:
                return
            case other:
                self._say(getattr(other, "said", ""))
        self._check()

    def _open(self, path: Path, *, is_review: bool = False) -> None:
        try:
            document = store.open_game(path, self._member)
        except (OSError, AtlantisError) as error:
            self._say(explain(error))
            return
        self._opened = path.name
        self._forget_games()
        self.post_message(self.Opened(document, Visit(path, self._member, self._terms), is_review))

    def _forget_games(self) -> None:
        """Free memory for the game that covers this list; it is read again on return."""
        self._games, self._shown = {}, None
        self.rows.show_rows([Row("", (_READING,))])

    def _say(self, text: str) -> None:
        if text:
            self.notify(text, severity="warning", markup=False)


def _member_rows(
    members: Sequence[str], present: Sequence[str], ratings: Mapping[str, Rating]
) -> Iterator[Row]:
    """Those who are present first, each group by rating."""
    yield Row("", (Piece(" Members", "heading"),))
    first = Rating()
    order = {name: (name not in present, -ratings.get(name, first).shown) for name in members}
    for name in sorted(members, key=lambda name: (*order[name], name.casefold())):
        here = Piece("  here" if name in present else "", "good")
        rating = ratings.get(name)
        words = "" if rating is None else f"  {rating.shown} ({counted(rating.games, 'game')})"
        yield Row(_MEMBER + name, (f"   {name}", Piece(words, "dim"), here))


def _game_rows(games: Sequence[ClubGame], now: float) -> Iterator[Row]:
    if not games:
        yield Row("", (Piece(" no games yet: press n to start one; F2: rules", "dim"),))
        yield Row("")
    for standing, group in groupby(games, key=lambda game: game.standing):
        look = "good" if standing is Standing.ON_TURN else "heading"
        yield Row("", (Piece(f" {standing.value}", look),))
        for game in group:
            players, state = showable(game.players, 60), showable(game.state, 60)
            deadline = game.facts.deadline
            left = "" if deadline is None else f"  {format_seconds(max(deadline - now, 0))} left"
            name = Piece(f"  {showable(game.path.stem, 40)}", "dim")
            pieces = (f"   {players}", Piece(f"  {state}", "plain"), Piece(left, "key"), name)
            yield Row(game.key, pieces)
        yield Row("")
