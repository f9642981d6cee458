"""Values that name screens. A screen opens another with `AtlantisApp.open` or `replace`.

Most routes have the parameters of one screen as their fields. `navigation` resolves the others
(`File`, `Opened`, `GameRoute`, `NewRecord` and some pages) to one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from atlantis_core.learning.exercises import Exercise
    from atlantis_core.review.places import Place
    from atlantis_core.review.replay_cursor import ReplayCursor
    from atlantis_core.rules.game import Turn
    from atlantis_core.rules.scoring import Outcome
    from atlantis_core.seats import Seat
    from atlantis_tui.game.document import GameDocument
    from atlantis_tui.other_games.document import RecordDocument
    from atlantis_tui.start.opened_file import BrokenFile, OpenedFile
    from atlantis_tui.start.set_up import SetUp


class Page(Enum):
    """The pages of the start screen, some of which have keys everywhere."""

    NEW = "new"
    WATCH = "watch"
    OPEN = "open"
    LIBRARY = "library"
    LEARN = "learn"
    OTHERS = "others"
    EDITOR = "editor"
    RULES = "rules"
    STATISTICS = "statistics"
    OPTIONS = "options"
    KEYS = "keys"


class File(NamedTuple):
    """The screen for a path: a file of any kind, a folder, or a new game to save there."""

    path: Path
    at: Place | None = None
    own: str | None = None
    """The seats that this window plays of a shared game, as ``--as`` names them."""


class Opened(NamedTuple):
    """The screen for a file that has been read."""

    file: OpenedFile
    at: Place | None = None
    own: str | None = None


class GameRoute(NamedTuple):
    """An Atlantis game: played, or reviewed at a turn or if it has ended."""

    document: GameDocument
    at: Place | None = None


class NewRecord(NamedTuple):
    """A new game of another kind, named as ``--new`` does."""

    words: str
    seats: Sequence[Seat]
    path: Path | None = None


class StartRoute(NamedTuple):
    message: str = ""

    @classmethod
    def unreadable(cls, path: Path, error: OSError) -> StartRoute:
        return cls(f"'{path}' could not be opened: {error.strerror or error}")


class PickFile(NamedTuple):
    """A folder to choose a file from. The file goes to `pick`; without `pick` it is opened."""

    folder: Path | None = None
    pick: Callable[[Path], object] | None = None


class LibraryRoute(NamedTuple):
    """The games of the index that a search finds; `path` is added to the index."""

    search: str = ""
    path: Path | None = None


class ReadingRoute(NamedTuple):
    path: Path
    at: Place | None = None
    own: str | None = None


class Broken(NamedTuple):
    broken: BrokenFile


class SetUpForm(NamedTuple):
    set_up: SetUp | None = None
    title: str = "New game"
    message: str = ""


class Play(NamedTuple):
    document: GameDocument
    is_after_review: bool = False


class ReviewTask(Enum):
    """Task that the review begins with."""

    NONE = "none"
    RETRY = "retry"
    """Another turn instead of the mistake it opens at."""
    JUDGE = "judge"
    """The judgement of all moves, in other games."""


class Review(NamedTuple):
    document: GameDocument
    at: Place | None = None
    back: Callable[[bool], None] | None = None
    task: ReviewTask = ReviewTask.NONE


class StoryChoice(Enum):
    """The user's choice after the story of a game."""

    BOARD = "board"
    REVIEW = "review"
    RETRY = "retry"
    REMATCH = "rematch"
    SAME_SEATS = "same seats"
    """A rematch in which the same player begins."""
    NEW_GAME = "new game"
    START_SCREEN = "start screen"


class StoryRoute(NamedTuple):
    """The story of a finished game. `choose` gets what to do next, and a turn or None."""

    document: GameDocument
    ending: Outcome
    choose: Callable[[StoryChoice, int | None], None]


class TryTurn(NamedTuple):
    replay: ReplayCursor
    done: Callable[[Turn], None]
    to_beat: str = ""


class Exercises(NamedTuple):
    exercises: tuple[Exercise, ...]
    first: int = 0
    begun: Callable[[int], None] | None = None


class PlayRecord(NamedTuple):
    document: RecordDocument
    seats: Sequence[Seat] = ()


class ReviewRecord(NamedTuple):
    document: RecordDocument
    step: int | None = None
    task: ReviewTask = ReviewTask.NONE


ScreenRoute = (
    StartRoute
    | PickFile
    | LibraryRoute
    | ReadingRoute
    | Broken
    | SetUpForm
    | Play
    | Review
    | StoryRoute
    | TryTurn
    | Exercises
    | PlayRecord
    | ReviewRecord
)
Route = Page | File | Opened | GameRoute | NewRecord | ScreenRoute
