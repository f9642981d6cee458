"""Maps routes to screens, and closes screens on the way back.

Imports each screen when it is first opened, to keep the time to the first frame short. Every path
leads to a screen: a game, a starting board, an exercise, a folder, a form for a new game, or a
report about a broken file.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from atlantis_core.files.collections import containing_file, is_collection
from atlantis_core.games.errors import GameError
from atlantis_core.rules.share_code import ShareCodeError, is_share_code
from atlantis_core.support.errors import AtlantisError, NoSuchTurnError
from atlantis_tui.game.background import is_quickly_read
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import DEFAULT_BOARD, begin_game, shared_game
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.settings.kept_lists import remember
from atlantis_tui.start.opened_file import (
    BrokenFile,
    ExerciseFile,
    OtherGame,
    SeveralGames,
    StartingBoard,
    open_path,
)
from . import routes
from .routes import Page, Route, ScreenRoute

if TYPE_CHECKING:
    from atlantis_core.review.places import Place
    from atlantis_tui.other_games.document import RecordDocument
    from atlantis_tui.settings.arguments import Arguments
    from .atlantis_app import AtlantisApp

SCREENS: dict[type[ScreenRoute], str] = {
    routes.StartRoute: "start.start_screen.StartScreen",
    routes.PickFile: "start.open_screen.OpenScreen",
    routes.LibraryRoute: "start.library_screen.LibraryScreen",
    routes.ReadingRoute: "start.reading_screen.ReadingScreen",
    routes.Broken: "start.broken_screen.BrokenScreen",
    routes.SetUpForm: "start.new_game_screen.NewGameScreen",
    routes.Play: "play.screen.PlayScreen",
    routes.Review: "review.screen.ReviewScreen",
    routes.StoryRoute: "review.story_screen.StoryScreen",
    routes.TryTurn: "review.try_screen.TryScreen",
    routes.Exercises: "learn.exercise_screen.ExerciseScreen",
    routes.PlayRecord: "other_games.play_screen.RecordPlayScreen",
    routes.ReviewRecord: "other_games.review_screen.RecordReviewScreen",
}
"""The screen of a route takes its fields as arguments."""
PAGES = {
    Page.LEARN: "learn.learn_screen.LearnScreen",
    Page.OTHERS: "other_games.games_screen.OtherGamesScreen",
    Page.EDITOR: "editor.editor_screen.EditorScreen",
    Page.RULES: "rules.rules_screen.RulesScreen",
    Page.STATISTICS: "start.statistics_screen.StatisticsScreen",
    Page.OPTIONS: "start.options_screen.OptionsScreen",
    Page.KEYS: "start.keys_screen.KeysScreen",
}


class LeavingScreen(Screen[None]):
    """Exits the app as soon as it is mounted; before that, exiting is not possible."""

    def on_mount(self) -> None:
        self.app.exit(return_code=2)


# The screen stack.


def first_screen(app: AtlantisApp) -> Screen[None]:
    """Make the screen for the command line; if that fails, exit with a message."""
    try:
        return make_screen(_first_route(app.named))
    except (AtlantisError, OSError) as error:
        app.farewell = str(error)
        return LeavingScreen()


def _first_route(named: Arguments) -> Route:
    if named.new is not None:
        from atlantis_tui.other_games.new_games import is_other_game
        from atlantis_tui.other_games.seats import parse_record_seat

        if is_other_game(named.new):
            seats = [parse_record_seat(seat) for seat in named.seats]
            return routes.NewRecord(named.new, seats, named.path)
    if named.new is not None or (named.path is None and named.seats):
        return routes.GameRoute(begin_game(named.new or DEFAULT_BOARD, named.seats, named.path))
    if named.path is None:
        return routes.StartRoute()
    return routes.File(named.path, named.place, named.own)


def open_route(app: AtlantisApp, route: Route) -> None:
    """Show a screen above the present one; a page never above itself."""
    screen = make_screen(_with_seats(route, app.named))
    if not isinstance(route, Page) or type(screen) is not type(app.screen):
        app.push_screen(screen)


def replace_screen(app: AtlantisApp, route: Route) -> None:
    """Show a screen in place of the present one; the app's first screen is covered instead."""
    screen = make_screen(_with_seats(route, app.named))
    if len(app.screen_stack) > 1:
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


def go_back(app: AtlantisApp) -> None:
    """Close the present screen; below the first one is the start screen."""
    if len(app.screen_stack) > 1:
        app.pop_screen()
    else:
        open_route(app, routes.StartRoute())


def go_to(app: AtlantisApp, page: Page | None = None) -> None:
    """Close screens down to a page; to the start screen if there is no such page below."""
    start = SCREENS[routes.StartRoute]
    wanted = start if page is None else PAGES[page]
    if not any(_is(screen, wanted) for screen in app.screen_stack):
        wanted = start
    while len(app.screen_stack) > 1 and not _is(app.screen, wanted):
        app.pop_screen()
    if not _is(app.screen, wanted):
        open_route(app, routes.StartRoute())


def _is(screen: Screen[object], name: str) -> bool:
    kind = type(screen)
    return f"{kind.__module__}.{kind.__name__}" == f"atlantis_tui.{name}"


# From routes to screens.


def make_screen(route: Route) -> Screen[None]:
    """Import and make a screen. Raises what opening or creating its game raises."""
    resolved = resolve(route)
    if isinstance(resolved, Page):
        name, fields = PAGES[resolved], {}
    else:
        name, fields = SCREENS[type(resolved)], resolved._asdict()
    screen: Screen[None] = _import(name)(**fields)
    return screen


def import_early(route: type[ScreenRoute]) -> None:
    """Import the screen of a route before it is opened."""
    _import(SCREENS[route])


def _import(name: str) -> Callable[..., Screen[None]]:
    module, _, kind = name.rpartition(".")
    screen: Callable[..., Screen[None]] = getattr(import_module(f"atlantis_tui.{module}"), kind)
    return screen


def resolve(route: Route) -> ScreenRoute | Page:
    """Choose the screen for a file or a game. Raises NoSuchTurnError if it has no such turn."""
    match route:
        case routes.File(path, at, own):
            return _file_route(path, at) if own is None else _shared_route(path, at, own)
        case routes.Opened():
            return _opened_route(route)
        case routes.GameRoute(document, at):
            return _game_route(document, at)
        case routes.NewRecord(words, seats, path):
            from atlantis_tui.other_games.new_games import begin_other_game

            return routes.PlayRecord(begin_other_game(words, seats, path), seats)
        case Page.NEW:
            return routes.SetUpForm()
        case Page.WATCH:
            from atlantis_tui.start.set_up import to_watch

            return routes.SetUpForm(to_watch(), "Watch bots")
        case Page.OPEN:
            return routes.PickFile()
        case Page.LIBRARY:
            return routes.LibraryRoute()
        case _:
            return route


def _file_route(path: Path, at: Place | None) -> ScreenRoute | Page:
    if is_share_code(str(path)):
        try:
            return _game_route(shared_game(str(path)), at)
        except ShareCodeError as error:
            return routes.StartRoute(str(error))
    try:
        if path.is_dir() or is_collection(path):
            return routes.PickFile(path)
        if not Path(containing_file(path)).exists():
            from atlantis_tui.start.set_up import SetUp

            offer = f"'{path.name}' does not exist: press Enter to start a new game in it"
            return routes.SetUpForm(SetUp(path=path), message=offer)
        if is_quickly_read(path):
            return resolve(routes.Opened(open_path(path), at))
    except OSError as error:
        return routes.StartRoute.unreadable(path, error)
    except GameError as error:
        return routes.StartRoute(str(error))
    return routes.ReadingRoute(path, at)


def _shared_route(path: Path, at: Place | None, own: str) -> ScreenRoute | Page:
    """A game of which this window plays some seats. Raises what reading raises."""
    if not is_quickly_read(path):
        return routes.ReadingRoute(path, at, own)
    remember(path)
    return _game_route(_owned(GameDocument.load(path), own), at)


def _owned(document: GameDocument, own: str) -> GameDocument:
    document.ownership = parse_ownership(own, document.cast.names)
    return document


def _with_seats(route: Route, named: Arguments) -> Route:
    """Keep the seats of this window when the game of its command line is opened again."""
    if isinstance(route, routes.File) and named.own is not None and named.path is not None:
        with suppress(AtlantisError, OSError):  # the report about the file follows
            if route.path.absolute() == named.path.absolute():
                return _shared_route(route.path, route.at, named.own)
    return route


def _opened_route(route: routes.Opened) -> ScreenRoute | Page:
    file, at = route.file, route.at
    path = file.path
    if isinstance(file, BrokenFile):
        return routes.Broken(file)
    if isinstance(file, SeveralGames):
        return routes.PickFile(path)
    if isinstance(file, ExerciseFile):
        from atlantis_core.learning.exercises import ExerciseError

        try:
            return routes.Exercises(file.exercises())
        except ExerciseError as error:
            return routes.StartRoute(str(error))
    found: ScreenRoute | Page
    if isinstance(file, OtherGame):
        found = _record_route(file.document, None if at is None else at.turn)
    elif route.own is not None:
        found = _game_route(_owned(file.document, route.own), at)
    elif isinstance(file, StartingBoard) and at is None:
        from atlantis_tui.start.set_up import SetUp

        set_up = SetUp().with_board(path, file.document.transcript)
        found = routes.SetUpForm(set_up, f"New game on {path.name}")
    else:
        found = _game_route(file.document, at)
    remember(path)
    return found


def _game_route(document: GameDocument, at: Place | None) -> ScreenRoute:
    if at is not None and not at.path:
        document.game.position_after(at.turn)  # raises NoSuchTurnError
    if document.game.start.players and (at is not None or document.is_closed):
        return routes.Review(document, at)
    return routes.Play(document)


def _record_route(document: RecordDocument, step: int | None) -> ScreenRoute:
    """Play a puzzle, a new game or one that was started here; review others."""
    from atlantis_tui.other_games.seats import recall_seats

    record = document.record
    if step is not None and step > record.last_step:
        raise NoSuchTurnError(step, record.last_step)
    seats = None if document.path is None else recall_seats(document.path)
    can_continue = document.position.to_move is not None and document.position.result is None
    is_played = can_continue and (seats is not None or not record.last_step)
    if step is None and (is_played or record.puzzle is not None):
        return routes.PlayRecord(document, seats or ())
    # The review of a game begins at its start, that of a single position at its end.
    first = 0 if record.last_step and record.move(1) is not None else None
    return routes.ReviewRecord(document, first if step is None else step)
