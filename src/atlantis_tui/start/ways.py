"""The ways between the screens of setting up and learning, and what becomes of a path.

A path may be a game, a starting board, a puzzle, a folder, nothing at all, or broken: each
has its own screen here, and none of them is an end: there is always a way back to the start.
Screens are imported when they are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from atlantis_core.transcript.errors import TranscriptError
from atlantis_tui.start.recent import remember

if TYPE_CHECKING:
    from textual.screen import Screen

    from atlantis_core.learning.exercises import Exercise
    from atlantis_core.transcript import Transcript
    from atlantis_tui.atlantis_app import AtlantisApp
    from atlantis_tui.learn.exercise_screen import ExerciseScreen
    from atlantis_tui.start.set_up import SetUp


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


def screen_for_any(path: Path, turn: int | None = None) -> Screen[None]:
    """The screen for whatever a path is. Never raises: what is wrong is shown."""
    try:
        if path.is_dir():
            from atlantis_tui.start.open_screen import OpenScreen

            return OpenScreen(path)
        return _screen_for_file(path, turn) if path.exists() else _offer_to_begin(path)
    except TranscriptError as error:
        from atlantis_tui.start.broken_screen import BrokenScreen

        return BrokenScreen(path, error)
    except OSError as error:
        return start_screen(f"'{path}' cannot be opened: {error.strerror or error}")


def _offer_to_begin(path: Path) -> Screen[None]:
    from atlantis_tui.start.new_game_screen import NewGameScreen
    from atlantis_tui.start.set_up import SetUp

    offer = f"there is no '{path.name}' yet: Enter begins a new game that is saved there"
    return NewGameScreen(SetUp(path=path), message=offer)


def _screen_for_file(path: Path, turn: int | None) -> Screen[None]:
    from atlantis_core.transcript import load

    transcript = load(path)
    if "goal" in transcript.annotations.tags:
        return _screen_for_exercise(path, transcript)
    if transcript.is_starting_board:
        from atlantis_tui.start.new_game_screen import NewGameScreen
        from atlantis_tui.start.set_up import SetUp

        remember(path)
        return NewGameScreen(SetUp().with_file(path), f"New game on {path.name}")
    from atlantis_tui.opening import screen_for_path

    screen = screen_for_path(path, turn)
    remember(path)
    return screen


def _screen_for_exercise(path: Path, transcript: Transcript) -> Screen[None]:
    from atlantis_core.learning.exercises import ExerciseError
    from atlantis_core.learning.library import exercise_of
    from atlantis_tui.learn.exercise_screen import ExerciseScreen

    try:
        return ExerciseScreen((exercise_of(transcript, path.stem),))
    except ExerciseError as error:
        return start_screen(str(error))


def show_path(app: AtlantisApp, path: Path) -> None:
    """Show whatever a path is on top of the present screen."""
    app.push_screen(screen_for_any(path))


def begin_set_up(app: AtlantisApp, set_up: SetUp) -> None:
    """Begin a game in place of the form; raises what cannot be set up or saved."""
    from atlantis_tui.opening import free_game_path, screen_for_document

    path = set_up.path or free_game_path(set_up.board_name)
    document = set_up.begin(path)
    # The file is there from the beginning, so that the game is found again before its first turn.
    path.parent.mkdir(parents=True, exist_ok=True)
    document.save()
    remember(path)
    take_place(app, screen_for_document(document))


def open_new_game(app: AtlantisApp) -> None:
    from atlantis_tui.start.new_game_screen import NewGameScreen

    app.push_screen(NewGameScreen())


def open_watching(app: AtlantisApp) -> None:
    """Bots against each other."""
    from atlantis_tui.start.new_game_screen import NewGameScreen
    from atlantis_tui.start.set_up import to_watch

    app.push_screen(NewGameScreen(to_watch(), "Watch bots"))


def open_files(app: AtlantisApp) -> None:
    from atlantis_tui.start.open_screen import OpenScreen

    app.push_screen(OpenScreen())


def open_exercises(
    app: AtlantisApp, exercises: tuple[Exercise, ...], first: int = 0
) -> ExerciseScreen:
    """Play exercises one after the other; the screen knows how far one has gone."""
    from atlantis_tui.learn.exercise_screen import ExerciseScreen

    screen = ExerciseScreen(exercises, first)
    app.push_screen(screen)
    return screen


def open_learning(app: AtlantisApp) -> None:
    from atlantis_tui.learn.learn_screen import LearnScreen

    app.push_screen(LearnScreen())


def open_editor(app: AtlantisApp) -> None:
    from atlantis_tui.editor.editor_screen import EditorScreen

    app.push_screen(EditorScreen())


def open_rules(app: AtlantisApp) -> None:
    from atlantis_tui.rules.rules_screen import RulesScreen

    app.push_screen(RulesScreen())


def open_options(app: AtlantisApp) -> None:
    from atlantis_tui.settings.options_screen import OptionsScreen

    app.push_screen(OptionsScreen())


OPENERS: Mapping[str, Callable[[AtlantisApp], None]] = MappingProxyType(
    {
        "new": open_new_game,
        "watch": open_watching,
        "open": open_files,
        "learn": open_learning,
        "editor": open_editor,
        "rules": open_rules,
        "options": open_options,
    }
)
"""What the entries of the start screen open."""
