"""What opens what: the one table of screens, of what becomes of a path, and of the ways back.

Screens know this module and never each other. Each is imported when it is first opened, so that
the first board is on the screen before the rest of the program is read. A path may be a game, a
starting board, a puzzle, a folder, nothing at all, or broken: each has its screen, and none of
them is an end, there is always a way back to the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from atlantis_core.errors import AtlantisError, NoSuchTurnError
from atlantis_core.games.errors import GameError
from atlantis_core.review.places import Place
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_tui.game.background import is_quickly_read
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import DEFAULT_BOARD, begin_game, keep_new
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.settings.recent import remember
from atlantis_tui.start.opened_file import (
    BrokenFile,
    ExerciseFile,
    OpenedFile,
    OtherGame,
    StartingBoard,
    open_path,
)

if TYPE_CHECKING:
    from atlantis_core.game import Turn
    from atlantis_core.games.protocol import Record
    from atlantis_core.learning.exercises import Exercise
    from atlantis_core.review.replay_cursor import ReplayCursor
    from atlantis_core.seats import Seat
    from atlantis_core.transcript import Transcript
    from atlantis_tui.atlantis_app import AtlantisApp
    from atlantis_tui.other_games.document import RecordDocument
    from atlantis_tui.start.set_up import SetUp


class LeavingScreen(Screen[None]):
    """Nothing to show: leaves as soon as it may, which is not before it is there."""

    def on_mount(self) -> None:
        self.app.exit(return_code=2)


# The first screen, and the way back to it.


def first_screen(app: AtlantisApp) -> Screen[None]:
    """The screen for the command line; leaves with a message if there is none."""
    named = app.named
    try:
        if named.new is not None:
            other_game = _new_other_game(named.new, named.seats, named.path)
            if other_game is not None:
                return other_game
        if named.new is not None or (named.path is None and named.seats):
            board = named.new or DEFAULT_BOARD
            return screen_for_document(begin_game(board, named.seats, named.path))
        if named.path is None:
            return start_screen()
        if named.own is not None:
            return _shared_screen(named.path, named.own, named.place)
        return screen_for_path(named.path, named.place)
    except (AtlantisError, OSError) as error:
        app.farewell = str(error)
        return LeavingScreen()


def _shared_screen(path: Path, own: str, at: Place | None) -> Screen[None]:
    """The screen for a game of which this window plays some seats; raises what opening raises."""
    if is_quickly_read(path):
        return screen_for_owner(GameDocument.load(path), own, at)
    from atlantis_tui.start.reading_screen import ReadingScreen

    return ReadingScreen(path, at, own)


def screen_for_owner(document: GameDocument, own: str, at: Place | None) -> Screen[None]:
    """The screen for a game that is open, of which this window plays some seats."""
    if document.path is not None:
        remember(document.path)
    document.ownership = parse_ownership(own, document.cast.names)
    return screen_for_document(document, at)


def _new_other_game(words: str, seats: Sequence[str], path: Path | None) -> Screen[None] | None:
    """The screen for another game that ``--new`` names; None if it names a board of ours."""
    from atlantis_tui.other_games.new_games import is_other_game
    from atlantis_tui.other_games.seats import parse_record_seat

    if not is_other_game(words):
        return None
    return _begun_other_game(words, [parse_record_seat(seat) for seat in seats], path)


def start_screen(message: str = "") -> Screen[None]:
    """The first screen, with something to say if it is not the one that was asked for."""
    from atlantis_tui.start.start_screen import StartScreen

    return StartScreen(message)


def go_back(app: AtlantisApp) -> None:
    """Close the screen on top; below the first one is the start."""
    if len(app.screen_stack) > 1:
        app.pop_screen()
    else:
        app.push_screen(start_screen())


def go_to_start(app: AtlantisApp) -> None:
    """Close screens until the start is on top."""
    from atlantis_tui.start.start_screen import StartScreen

    while len(app.screen_stack) > 1 and not isinstance(app.screen, StartScreen):
        app.pop_screen()
    if not isinstance(app.screen, StartScreen):
        app.push_screen(start_screen())


def take_place(app: AtlantisApp, screen: Screen[None]) -> None:
    """Put a screen in the place of the one on top; the app's first one can only be covered."""
    if len(app.screen_stack) > 1:
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


# What becomes of a path.


def screen_for_path(path: Path, at: Place | None = None) -> Screen[None]:
    """The screen for whatever a path is; what is wrong with a file is shown.

    Raises NoSuchTurnError if a game has no such turn.
    """
    try:
        if path.is_dir():
            from atlantis_tui.start.open_screen import OpenScreen

            return OpenScreen(path)
        if not path.exists():
            return _offer_to_begin(path)
        if is_quickly_read(path):
            return screen_for_opened(open_path(path), at)
    except OSError as error:
        return screen_for_unreadable(path, error)
    except GameError as error:
        return start_screen(str(error))
    from atlantis_tui.start.reading_screen import ReadingScreen

    return ReadingScreen(path, at)


def screen_for_chosen(app: AtlantisApp, path: Path) -> Screen[None]:
    """The screen for a path that was chosen; the game of this window keeps the window's seats."""
    own, shared = app.named.own, app.named.path
    if own is not None and shared is not None and path.absolute() == shared.absolute():
        with suppress(AtlantisError, OSError):  # what is wrong with it is shown below
            return _shared_screen(path, own, None)
    return screen_for_path(path)


def screen_for_unreadable(path: Path, error: OSError) -> Screen[None]:
    return start_screen(f"'{path}' cannot be opened: {error.strerror or error}")


def screen_for_opened(opened: OpenedFile, at: Place | None = None) -> Screen[None]:
    """The screen for an opened file; raises NoSuchTurnError if a game has no such turn."""
    path = opened.path
    if isinstance(opened, BrokenFile):
        from atlantis_tui.start.broken_screen import BrokenScreen

        return BrokenScreen(opened)
    if isinstance(opened, ExerciseFile):
        return _screen_for_exercise(path, opened.transcript)
    if isinstance(opened, OtherGame):
        screen = _record_screen(opened.document, None if at is None else at.turn)
    elif isinstance(opened, StartingBoard) and at is None:
        from atlantis_tui.start.set_up import SetUp

        set_up = SetUp().with_board(path, opened.document.transcript)
        screen = _set_up_screen(set_up, f"New game on {path.name}")
    else:
        screen = screen_for_document(opened.document, at)
    remember(path)
    return screen


def _record_screen(document: RecordDocument, step: int | None) -> Screen[None]:
    """What was played is reviewed; what was begun here, a fresh game or a puzzle is played."""
    from atlantis_tui.other_games.seat_store import recall_seats

    record = document.record
    if step is not None and step > record.last_step:
        raise NoSuchTurnError(step, record.last_step)
    seats = None if document.path is None else recall_seats(document.path)
    can_go_on = document.position.to_move is not None and document.position.result is None
    is_played = can_go_on and (seats is not None or not record.last_step)
    if step is None and (is_played or record.puzzle is not None):
        from atlantis_tui.other_games.play_screen import RecordPlayScreen

        return RecordPlayScreen(document, seats or ())
    from atlantis_tui.other_games.review_screen import RecordReviewScreen

    # A game is looked at from its beginning, a state as it stands.
    first = 0 if record.last_step and record.move(1) is not None else None
    return RecordReviewScreen(document, first if step is None else step)


def _begun_other_game(words: str, seats: Sequence[Seat], path: Path | None = None) -> Screen[None]:
    from atlantis_tui.other_games.new_games import begin_other_game
    from atlantis_tui.other_games.play_screen import RecordPlayScreen

    return RecordPlayScreen(begin_other_game(words, seats, path), seats)


def screen_for_document(document: GameDocument, at: Place | None = None) -> Screen[None]:
    """The screen for a game that is already open.

    A finished one, one that was ended by a referee, or a turn of the past is reviewed.
    """
    if at is not None and not at.path:
        document.game.position_after(at.turn)  # raises NoSuchTurnError
    if document.game.start.players and (at is not None or is_closed(document)):
        return _review_screen(document, at)
    return _play_screen(document)


def is_closed(document: GameDocument) -> bool:
    """Whether there is nothing to play on: the rules or a referee have ended the game."""
    is_ended = document.game.is_over or declared_ending(document.transcript) is not None
    return is_ended or not document.game.position.players


def _offer_to_begin(path: Path) -> Screen[None]:
    from atlantis_tui.start.set_up import SetUp

    offer = f"there is no '{path.name}' yet: Enter begins a new game that is saved there"
    return _set_up_screen(SetUp(path=path), message=offer)


def _set_up_screen(set_up: SetUp, title: str = "New game", message: str = "") -> Screen[None]:
    from atlantis_tui.start.new_game_screen import NewGameScreen

    return NewGameScreen(set_up, title, message)


def _screen_for_exercise(path: Path, transcript: Transcript) -> Screen[None]:
    from atlantis_core.learning.exercises import ExerciseError
    from atlantis_core.learning.library import exercise_of
    from atlantis_tui.learn.exercise_screen import ExerciseScreen

    try:
        return ExerciseScreen((exercise_of(transcript, path.stem),))
    except ExerciseError as error:
        return start_screen(str(error))


def _play_screen(document: GameDocument, *, is_after_review: bool = False) -> Screen[None]:
    from atlantis_tui.play.screen import PlayScreen

    return PlayScreen(document, is_after_review=is_after_review)


def _review_screen(
    document: GameDocument, at: Place | None = None, back: Callable[[bool], None] | None = None
) -> Screen[None]:
    from atlantis_tui.review.screen import ReviewScreen

    return ReviewScreen(document, at, back=back)


def screen_for_broken(broken: BrokenFile) -> Screen[None] | None:
    """The review of a file as far as its game can be played; None if there is no game in it."""
    document = GameDocument.broken(broken.path, broken.diagnostics)
    return None if document is None else _review_screen(document)


# Screens over the present one.


def begin_other_game(app: AtlantisApp, words: str, seats: Sequence[Seat]) -> None:
    """Begin another game over the list of them; raises what cannot be begun."""
    app.push_screen(_begun_other_game(words, seats))


def leave_record(app: AtlantisApp) -> None:
    """Close screens until the list of other games is on top, or else the start."""
    from atlantis_tui.other_games.games_screen import OtherGamesScreen

    if any(isinstance(screen, OtherGamesScreen) for screen in app.screen_stack):
        while not isinstance(app.screen, OtherGamesScreen):
            app.pop_screen()
    else:
        go_to_start(app)


def review_record(app: AtlantisApp, document: RecordDocument) -> None:
    """Look back at another game that is being played."""
    from atlantis_tui.other_games.review_screen import RecordReviewScreen

    app.push_screen(RecordReviewScreen(document))


def play_record_from(app: AtlantisApp, document: RecordDocument, record: Record, step: int) -> None:
    """Play another game on from a step; at its end in the same file, else without one."""
    from atlantis_tui.other_games.document import RecordDocument as Document
    from atlantis_tui.other_games.play_screen import RecordPlayScreen

    is_end = record is document.record and step == record.last_step
    played = document if is_end else Document(document.entry, record.cut(step))
    take_place(app, RecordPlayScreen(played))


def show_review(app: AtlantisApp, document: GameDocument, back: Callable[[bool], None]) -> None:
    """Review a game; `back` is called at its end, with whether the turns have changed."""
    app.push_screen(_review_screen(document, back=back))


def show_trying(app: AtlantisApp, walk: ReplayCursor, done: Callable[[Turn], None]) -> None:
    """Plan another turn of the past; `done` gets it."""
    from atlantis_tui.review.try_screen import TryScreen

    app.push_screen(TryScreen(walk, done))


def play_on(app: AtlantisApp, document: GameDocument) -> None:
    """Play a game in the place of its review."""
    take_place(app, _play_screen(document, is_after_review=True))


def play_document(app: AtlantisApp, document: GameDocument) -> None:
    """Play another game in the place of the one on top."""
    take_place(app, _play_screen(document))


def pick_file(app: AtlantisApp, pick: Callable[[Path], object]) -> None:
    """Let a file be chosen; `pick` gets it."""
    from atlantis_tui.start.open_screen import OpenScreen

    app.push_screen(OpenScreen(pick=pick))


def begin_set_up(app: AtlantisApp, set_up: SetUp) -> None:
    """Begin a game in place of the form; raises what cannot be set up or saved."""
    document = set_up.begin()
    keep_new(document, set_up.board_name, set_up.path)
    take_place(app, screen_for_document(document))


def open_set_up(app: AtlantisApp, set_up: SetUp, title: str) -> None:
    """Let a game be set up further before it begins."""
    app.push_screen(_set_up_screen(set_up, title))


def open_exercises(
    app: AtlantisApp, exercises: tuple[Exercise, ...], first: int, begun: Callable[[int], None]
) -> None:
    """Play exercises one after the other; `begun` hears the number of each."""
    from atlantis_tui.learn.exercise_screen import ExerciseScreen

    app.push_screen(ExerciseScreen(exercises, first, begun))


class Page(Enum):
    """What the start screen offers, and keys open from anywhere."""

    NEW = "new"
    WATCH = "watch"
    OPEN = "open"
    LEARN = "learn"
    OTHERS = "others"
    EDITOR = "editor"
    RULES = "rules"
    OPTIONS = "options"


def open_page(app: AtlantisApp, page: Page) -> None:
    """Open a page, but not over itself."""
    screen = _screen_for_page(page)
    if type(screen) is not type(app.screen):
        app.push_screen(screen)


def _screen_for_page(page: Page) -> Screen[None]:
    if page is Page.WATCH:
        from atlantis_tui.start.set_up import to_watch

        return _set_up_screen(to_watch(), "Watch bots")
    module, _, name = _PAGES[page].rpartition(".")
    screen: Screen[None] = getattr(import_module(f"atlantis_tui.{module}"), name)()
    return screen


_PAGES = {
    Page.NEW: "start.new_game_screen.NewGameScreen",
    Page.OPEN: "start.open_screen.OpenScreen",
    Page.LEARN: "learn.learn_screen.LearnScreen",
    Page.OTHERS: "other_games.games_screen.OtherGamesScreen",
    Page.EDITOR: "editor.editor_screen.EditorScreen",
    Page.RULES: "rules.rules_screen.RulesScreen",
    Page.OPTIONS: "settings.options_screen.OptionsScreen",
}
