"""Ways through the app that together open every screen and every dialog.

A step types keys, then names the screen that must be open and what it exists to show.
`dialog_sites` finds the places in the sources that open a dialog; each is covered by a step.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

from textual.screen import Screen

import atlantis_tui

SOURCES = Path(str(atlantis_tui.__file__)).parent
SAMPLES = SOURCES.parent.parent / "transcripts"
ABSTRACT = {"BaseScreen", "ClientsDialog", "LeavingScreen", "ReadingScreen"}
"""Not opened here: the base of all screens, a dialog that needs a server (tests/hosting), and two
that are gone before a test can look."""
_OPENERS = {"ask", "ask_text", "ask_for_agent", "show_text", "show_page", "Dialog", "TextDialog"}
_OPENERS |= {"TextEditor", "ConsentDialog"}
UP, DOWN, ESCAPE, ENTER, TAB = "\x1b[A", "\x1b[B", "\x1b", "\r", "\t"


class Step(NamedTuple):
    """Keys, the screen that they open, and a text that must be on the terminal."""

    keys: str
    screen: str
    """One of several, if the size of the window decides: ``ExerciseScreen or Dialog``."""
    text: str
    site: str = ""
    """Where the sources open the dialog, as ``package/module:function``."""
    changed: tuple[str, str] | None = None
    """A file and the one that another program replaces it with, before the keys."""


class Journey(NamedTuple):
    name: str
    arguments: tuple[str, ...]
    steps: tuple[Step, ...]


def screens() -> set[str]:
    """The names of all screens of the app."""
    for module in walk_packages([str(SOURCES)], "atlantis_tui."):
        if not module.name.endswith(("__main__", "fork_server")):
            import_module(module.name)
    found: set[type[Screen[object]]] = set()
    _collect(Screen, found)
    return {kind.__name__ for kind in found if kind.__module__.startswith("atlantis_tui")}


def _collect(kind: type[Screen[object]], found: set[type[Screen[object]]]) -> None:
    for below in kind.__subclasses__():
        found.add(below)
        _collect(below, found)


def dialog_sites() -> set[str]:
    """Every function of the sources that opens a dialog, as ``package/module:function``."""
    return {
        f"{path.parent.name}/{path.stem}:{function.name}"
        for path in SOURCES.rglob("*.py")
        for function in _functions(ast.parse(path.read_text(encoding="utf-8")))
        if any(map(_opens_dialog, ast.walk(function)))
    } - _SHARED


_SHARED = {"widgets/base_screen:show_text", "widgets/base_screen:show_page"} | {
    f"widgets/base_screen:{name}" for name in ("ask", "ask_text", "ask_for_agent")
}
"""Steps towards a dialog that other functions take."""


ELSEWHERE = {
    "editor/questions:_may_replace": "tests/tui/test_editor.py",
    "other_games/play_screen:action_other": "tests/tui/other_games/test_kalah.py",
    "other_games/review_screen:action_variation": "tests/tui/other_games/test_tafl.py",
    "review/edits:may_leave": "tests/review",
    "widgets/save_questions:_may_leave": "tests/tui/test_new_files.py",
}
"""Dialogs that need more than keys to open, and the tests that open them without a terminal."""


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _opens_dialog(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in _OPENERS - {"ask"}
    if not isinstance(called, ast.Attribute) or called.attr not in _OPENERS:
        return False
    # Bots, hints and programs are asked too; a screen is asked in two arguments or more.
    return called.attr != "ask" or len(node.args) > 2


def prepare(folder: Path) -> None:
    """Put the files that journeys open into a folder."""
    shutil.copy(SAMPLES / "games" / "hexagon-3-2-players.json", folder / "over.json")
    shutil.copy(SAMPLES / "maps" / "square-8.json", folder / "map.json")
    shutil.copy(SAMPLES / "tafl" / "brandub.otg", folder / "brandub.otg")
    (folder / "broken.json").write_text('{"format": "Atlantis transcript", "version": "1.0"')
    (folder / "unknown.json").mkdir()
    (folder / "refuted.json").write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"], "players": '
        '[{"stacks": {"a1": 1}}, {"stacks": {"c3": 1}}], "turns": [[["a1", "a2"]], [["a1", "b1"]]]}'
    )
    (folder / "agent.json").write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"], "players": '
        '[{"stacks": {"a1": 1}}, {"stacks": {"c3": 1}}], '
        '"annotations": {"seats": ["agent:cat", "person"]}}'
    )
    (folder / "short.json").write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": [["a1", "b1", "c1"], '
        '["d1", "e1"]], "players": [{"stacks": {"a1": 2}}, {"stacks": {"c1": 1}}]}'
    )
    start = (folder / "agent.json").read_text().partition(', "annotations"')[0]
    (folder / "running.json").write_text(start + "}")
    (folder / "changed.json").write_text(start + ', "turns": [[["a1", "a2"]]]}')


JOURNEYS = (
    Journey(
        "start",
        (),
        (
            Step("", "StartScreen", "New game"),
            Step("\x10", "Palette", "Search"),
            Step(ESCAPE, "StartScreen", "New game"),
            Step("p", "OptionsScreen", "Animat"),
            Step("D", "Dialog", "Reset", "start/options_screen:action_all_defaults"),
            Step(ESCAPE, "OptionsScreen", "Animat"),
            Step("?", "Dialog", "Help", "widgets/base_screen:action_help"),
            Step(ESCAPE + ESCAPE, "StartScreen", "New game"),
            Step("r", "RulesScreen", "stones"),
            Step(ESCAPE, "StartScreen", "New game"),
            Step("l", "LearnScreen", "1"),
        ),
    ),
    Journey(
        "exercise",
        (),
        (
            Step("l", "LearnScreen", "1"),
            Step(ENTER, "ExerciseScreen or Dialog", "o"),
            Step("i", "Dialog", "Task", "learn/exercise_screen:action_task"),
            Step(ESCAPE, "ExerciseScreen", "b2"),
            Step("?", "Dialog", "Help", "learn/exercise_screen:action_help"),
        ),
    ),
    Journey(
        "new game",
        (),
        (
            Step("n", "NewGameScreen", "hexagon"),
            Step("s", "TextDialog", "Save", "start/new_game_screen:action_where"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step(DOWN * 4 + "n", "TextDialog", "Name", "start/new_game_screen:action_name"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step("a", "TextDialog", "Agent", "start/new_game_screen:action_program"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step(ENTER, "PlayScreen", "to move"),
            Step("?", "Dialog", "Help", "play/screen:action_help"),
            Step(ESCAPE, "PlayScreen", "to move"),
            Step("t", "Dialog", "pass", "play/screen:_ask_to_pass"),
        ),
    ),
    Journey(
        "open",
        ("unknown.json",),
        (
            Step("", "OpenScreen", "unknown.json"),
            Step("/", "TextDialog", "Open", "start/open_screen:_ask_for_path"),
        ),
    ),
    Journey("broken", ("broken.json",), (Step("", "BrokenScreen", "error:"),)),
    Journey(
        "refuted",
        ("refuted.json",),
        (
            Step("", "BrokenScreen", "error:"),
            Step("g", "ReviewScreen", "turn"),
            Step("M", "Dialog", "turn", "review/edits:repair"),
        ),
    ),
    Journey(
        "review",
        ("over.json",),
        (
            Step("", "ReviewScreen", "turn"),
            Step("?", "Dialog", "Help", "widgets/base_screen:action_help"),
            Step(ESCAPE, "ReviewScreen", "turn"),
            Step("c", "TextEditor", "save", "review/edits:comment"),
            Step(ESCAPE, "ReviewScreen", "turn"),
            Step("T", "TextEditor", "save", "review/edits:tag"),
            Step(ESCAPE, "ReviewScreen", "turn"),
            Step(":players" + ENTER, "Dialog", "Ada", "review/typed_lines:_ask_dialogue"),
            Step(ESCAPE, "ReviewScreen", "turn"),
            Step("\x1b[H" + "t", "TryScreen", "turn"),
            Step("?", "Dialog", "Help", "widgets/base_screen:action_help"),
            Step(ESCAPE + ESCAPE, "ReviewScreen", "turn"),
            Step(":pass" + ENTER, "ReviewScreen", "1.1"),
            Step("P", "Dialog", "variation", "review/edits:promote"),
            Step(ESCAPE, "ReviewScreen", "1.1"),
            Step("X", "Dialog", "variation", "review/edits:delete"),
        ),
    ),
    Journey(
        "editor",
        (),
        (
            Step("e", "EditorScreen", "field"),
            Step("?", "Dialog", "Help", "widgets/base_screen:action_help"),
            Step(ESCAPE, "EditorScreen", "field"),
            Step("k", "TextDialog", "hexagon", "editor/questions:begin_with_shape"),
            Step(ENTER, "EditorScreen", "field"),
            Step("r", "TextDialog", "Name", "editor/questions:rename"),
            Step(ESCAPE, "EditorScreen", "field"),
            Step("c", "TextDialog", "Colour", "editor/questions:recolor"),
            Step(ESCAPE, "EditorScreen", "field"),
            Step("t", "TextDialog", "stones", "editor/questions:put_value"),
            Step(ESCAPE, "EditorScreen", "field"),
            Step("\x13", "TextDialog", "board", "editor/questions:save"),
            Step(ESCAPE, "EditorScreen", "field"),
            Step(ESCAPE, "Dialog", "Leave the editor", "editor/questions:may_leave"),
        ),
    ),
    Journey(
        "other games",
        (),
        (
            Step("g", "OtherGamesScreen", "Kalah"),
            Step("a", "TextDialog", "Agent", "other_games/games_screen:action_program"),
            Step(ESCAPE, "OtherGamesScreen", "Kalah"),
        ),
    ),
    Journey(
        "map",
        ("map.json",),
        (
            Step("", "RecordPlayScreen", "move"),
            Step("i", "Dialog", "nodes", "other_games/play_screen:action_details"),
            Step(ESCAPE, "RecordPlayScreen", "move"),
        ),
    ),
    Journey(
        "tafl",
        ("brandub.otg#0",),
        (
            Step("", "RecordReviewScreen", "0"),
            Step("i", "Dialog", "Brandub", "other_games/review_screen:action_details"),
            Step(ESCAPE, "RecordReviewScreen", "0"),
            Step("t", "TextDialog", "move", "other_games/review_screen:action_vary"),
            Step(ESCAPE, "RecordReviewScreen", "0"),
        ),
    ),
    Journey(
        "agent",
        ("agent.json",),
        (
            Step("", "PlayScreen", "b"),
            Step("b", "ConsentDialog", "cat", "play/screen:_ask_for_consent"),
        ),
    ),
    Journey(
        "remote",
        ("over.json", "--as", "1", "--guest"),
        (
            Step("", "Dialog", "over", "play/remote_screen:action_result"),
            Step(ESCAPE, "RemotePlayScreen", "over"),
            Step("?", "Dialog", "Help", "play/remote_screen:action_help"),
        ),
    ),
    Journey(
        "end",
        ("short.json",),
        (
            Step(":a1 c1" + ENTER, "PlayScreen", "1>"),
            Step("t", "Dialog", "over", "play/screen:action_result"),
        ),
    ),
    Journey(
        "undo",
        ("running.json",),
        (
            Step(":a1 a2" + ENTER, "PlayScreen", "1>"),
            Step("t", "PlayScreen", "turn 2"),
            Step("U", "PlayScreen", "turn 1"),
            Step("\x11", "Dialog", "Quit", "widgets/save_questions:_ask_about_turns"),
            Step(ESCAPE, "PlayScreen", "turn 1"),
            Step(":save as over.json" + ENTER, "Dialog", "over", "widgets/save_questions:_save_as"),
        ),
    ),
    Journey(
        "conflict",
        ("running.json",),
        (
            Step(":a1 b1" + ENTER, "PlayScreen", "1>"),
            Step(
                "t",
                "Dialog",
                "changed",
                "widgets/save_questions:settle_conflict",
                ("running.json", "changed.json"),
            ),
        ),
    ),
    Journey(
        "hint in review",
        ("over.json#10",),
        (
            Step(":hint", "ReviewScreen", "hint"),
            Step(ENTER, "Dialog", "int", "review/background_jobs:_advise"),
        ),
    ),
    Journey(
        "tafl comments",
        ("brandub.otg#0",),
        (
            Step("c", "TextDialog", "omment", "other_games/review_screen:action_comment"),
            Step("hello" + ENTER, "RecordReviewScreen", "0"),
            Step(ENTER, "Dialog", "hello", "other_games/review_screen:action_read"),
        ),
    ),
)
