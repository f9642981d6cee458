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
ABSTRACT = {"BaseScreen", "ClientsDialog", "JudgedReview", "LeavingScreen", "ReadingScreen"}
"""Not opened here: bases of screens, two that are gone before a test can look, and a dialog that
needs a server (tests/hosting)."""
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
    "atlantis_tui/remote_app:_offer_rematch": "tests/tui/test_sharing.py",
    "other_games/play_screen:action_other": "tests/tui/other_games/test_kalah.py",
    "play/screen:_leave": "tests/hosting/test_clients_dialog.py",
    "widgets/save_questions:_may_leave": "tests/tui/test_new_files.py",
}
"""Dialogs that need a server, a plugin or a data folder that cannot be written, and the tests that
open them without a terminal."""


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
    (folder / "two.kalah").write_text(
        "! holes: 2\n! seeds: 2\nSTART;South\n"
        "CHANGE;2;3,2,0,2,0,1;OPP\nCHANGE;2;3,0,1,3,0,1;YOU\nCHANGE;1;4,0,1,0,1,2;OPP\n"
    )
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
    (folder / "many.jsonl").write_text(start + "}\n" + (folder / "short.json").read_text() + "\n")
    club = folder / "club"
    club.mkdir()
    (club / "members.txt").write_text("ann\nben\n")
    named = start.replace('{"stacks"', '{"name": "ann", "stacks"', 1)
    (club / "free.json").write_text(named.replace("ann", "ben") + "}")
    (club / "mine.json").write_text(named + "}")
    (club / "over.json").write_text((folder / "over.json").read_text().replace("Ada", "ann"))
    (folder / "changed.json").write_text(start + ', "turns": [[["a1", "a2"]]]}')


JOURNEYS = (
    Journey(
        "start",
        (),
        (
            Step("", "StartScreen", "New game"),
            Step("\x10", "Palette", "Search"),
            Step(ESCAPE, "StartScreen", "New game"),
            Step("p", "OptionsScreen", "Theme"),
            Step("D", "Dialog", "Reset", "start/options_screen:action_all_defaults"),
            Step(ESCAPE, "OptionsScreen", "Theme"),
            Step("?", "Dialog", "Help", "widgets/base_screen:action_help"),
            Step(ESCAPE + ESCAPE, "StartScreen", "New game"),
            Step("r", "RulesScreen", "stones"),
            Step(ESCAPE, "StartScreen", "New game"),
            Step("l", "LearnScreen", "1"),
        ),
    ),
    Journey(
        "keys",
        (),
        (
            Step("\x1b[15~", "KeysScreen", "Overlay"),
            Step("/", "TextDialog", "Find", "start/keys_screen:action_find_key"),
            Step("end the turn" + ENTER, "KeysScreen", "works in"),
            Step(ENTER, "KeyQuestion", "Press the new key"),
            Step("x", "Dialog", "swap", "start/keys_screen:_ask_about"),
            Step("S", "KeysScreen", "usually t"),
            Step("D", "Dialog", "Reset all", "start/keys_screen:action_all_defaults"),
            Step("D", "KeysScreen", "works in"),
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
        "found puzzle",
        (),
        (
            Step("l", "LearnScreen", "1"),
            Step("\x1b[F", "LearnScreen", "expert"),
            Step(ENTER, "ExerciseScreen or Dialog", "Puzzle 301"),
        ),
    ),
    Journey(
        "statistics",
        (),
        (
            Step("s", "StatisticsScreen", "finished"),
            Step("n", "TextDialog", "name", "start/statistics_screen:action_own_name"),
            Step(ESCAPE, "StatisticsScreen", "finished"),
            Step("e", "TextDialog", "Export", "start/statistics_screen:action_export"),
            Step(ESCAPE, "StatisticsScreen", "finished"),
            Step("D", "Dialog", "Delete", "start/statistics_screen:action_forget"),
            Step(ESCAPE, "StatisticsScreen", "finished"),
        ),
    ),
    Journey(
        "new game",
        (),
        (
            Step("n", "NewGameScreen", "hexagon"),
            Step("s", "TextDialog", "Save", "start/new_game_screen:action_where"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step(DOWN * 5, "NewGameScreen", "n name"),
            Step("n", "TextDialog", "Name", "start/new_game_screen:action_name"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step("a", "TextDialog", "Agent", "start/new_game_screen:action_program"),
            Step(ESCAPE, "NewGameScreen", "hexagon"),
            Step(ENTER, "PlayScreen", "to move"),
            Step("?", "Dialog", "Help", "play/screen:action_help"),
            Step(ESCAPE, "PlayScreen", "to move"),
            Step("X", "Dialog", "resign", "play/questions:ask_to_end"),
            Step(ESCAPE, "PlayScreen", "to move"),
            Step("t", "Dialog", "pass", "play/questions:ask_to_pass"),
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
    Journey(
        "collection",
        ("many.jsonl",),
        (
            Step("", "OpenScreen", "many.jsonl"),
            Step(DOWN + ENTER, "PlayScreen", "turn 1"),
        ),
    ),
    Journey(
        "library",
        (),
        (
            Step("b", "LibraryScreen", "all games"),
            Step("a", "TextDialog", "Add games", "start/library_screen:action_add_games"),
            Step("many.jsonl" + ENTER, "LibraryScreen", "running"),
            Step("/board:3", "LibraryScreen", "no games"),
            Step(ENTER, "LibraryScreen", "board:3"),
            Step("S", "TextDialog", "Save", "start/library_screen:action_save_search"),
            Step(ESCAPE, "LibraryScreen", "board:3"),
        ),
    ),
    Journey(
        "explorer",
        ("over.json#0",),
        (
            Step("x", "ReviewScreen", "yours: 0"),
            Step("x", "ReviewScreen", "turn"),
            Step("B", "LibraryScreen", "position:"),
            Step("a", "TextDialog", "Add games", "start/library_screen:action_add_games"),
            Step("over.json" + ENTER, "LibraryScreen", "1-2"),
            Step(ESCAPE, "ReviewScreen", "turn"),
            Step("x", "ReviewScreen", "yours: 1"),
            Step(ENTER, "ReviewScreen", "1/"),
        ),
    ),
    Journey(
        "explorer in play",
        ("running.json",),
        (
            Step("E", "PlayScreen", "yours: 0"),
            Step("n", "PlayScreen", "to move"),
            Step(ESCAPE, "PlayScreen", "to move"),
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
        "overwritten board",
        (),
        (
            Step("e", "EditorScreen", "field"),
            Step("n", "EditorScreen", "added"),
            Step("\x13", "TextDialog", "board"),
            Step("\x15over.json" + ENTER, "Dialog", "over.json", "editor/questions:_may_replace"),
            Step(ESCAPE, "EditorScreen", "not saved"),
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
        "tafl variations",
        ("brandub.otg#0",),
        (
            Step("t", "TextDialog", "d7-b7"),
            Step("d7-c7" + ENTER, "RecordReviewScreen", "variation 1"),
            Step("\x1b[27u", "RecordReviewScreen", "of 32"),
            Step("\x1b[Ht", "TextDialog", "d7-b7"),
            Step("d7-e7" + ENTER, "RecordReviewScreen", "variation 1"),
            Step("\x1b[27u", "RecordReviewScreen", "32"),
            Step("v", "Dialog", "d7-e7", "other_games/review_screen:action_variation"),
            Step(ESCAPE, "RecordReviewScreen", "32"),
        ),
    ),
    Journey(
        "unsaved comment",
        ("over.json",),
        (
            Step("c", "TextEditor", "save"),
            Step("hello\x13", "ReviewScreen", "not saved", changed=("over.json", "broken.json")),
            Step("\x11", "Dialog", "not saved", "review/edits:may_leave"),
            Step(ESCAPE, "ReviewScreen", "not saved"),
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
        "club",
        ("club", "--as", "ann", "--guest"),
        (
            Step("", "LobbyScreen", "Your turn"),
            Step(DOWN + ENTER, "Dialog", "Open seat", "club/lobby_screen:_offer_seat"),
            Step(ESCAPE, "LobbyScreen", "Your turn"),
            Step("n", "NewClubGameScreen", "Start"),
            Step(ESCAPE, "LobbyScreen", "Your turn"),
            Step(UP + ENTER, "RemotePlayScreen", "ann"),
            Step("C", "ChatScreen", "hat"),
            Step(ESCAPE, "RemotePlayScreen", "ann"),
            Step(ESCAPE, "LobbyScreen", "Your turn"),
            Step(DOWN * 2 + "v", "RemoteReviewScreen", "turn 55/55"),
            Step("c", "TextDialog", "Comments", "review/remote_screen:action_comment"),
            Step(ESCAPE, "RemoteReviewScreen", "turn 55/55"),
        ),
    ),
    Journey(
        "end",
        ("short.json",),
        (
            Step(":a1 c1" + ENTER, "PlayScreen", "1>"),
            Step("t", "StoryScreen", "over"),
            Step("e", "TextDialog", "short.html", "review/story_screen:action_export"),
            Step(ESCAPE, "StoryScreen", "over"),
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
    Journey(
        "kalah over",
        ("--new", "kalah:1x1", "--seat", "person", "--seat", "person"),
        (
            Step("", "RecordPlayScreen", "first player"),
            Step(":1" + ENTER, "Dialog", "after 1 step", "other_games/record_ending:show_result"),
            Step(ESCAPE, "RecordPlayScreen", "draw"),
        ),
    ),
    Journey(
        "kalah judged",
        ("two.kalah#0",),
        (
            Step("j", "RecordReviewScreen", "judged: n"),
            Step("j", "Dialog", "Judgement", "other_games/judged_review:show_summary"),
            Step(ESCAPE, "RecordReviewScreen", "judged: n"),
            Step("r", "TextDialog", "better", "other_games/judged_review:find_better"),
        ),
    ),
)
