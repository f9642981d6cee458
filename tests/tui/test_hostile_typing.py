"""Whatever is typed or pasted anywhere, the terminal obeys nothing of it, and nothing falls.

`PLACES` lists every place of the app where text is taken, by the function that opens it; a test
compares the list with the sources. At each place every hostile text is pasted and entered, and all
that the app sends to the terminal meanwhile is looked through.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

import atlantis_tui
from atlantis_core.support.safe_text import is_safe_to_show
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.base_app import BaseApp
from atlantis_tui.club.lobby_screen import LobbyScreen
from atlantis_tui.game.document import GameDocument, open_remotely
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.options import Colors
from atlantis_tui.widgets.row_list import RowList
from tests.club.conftest import add_game
from tests.tui.driving import wait_until
from tests.tui.walking import GAME, STILL

SOURCES = Path(atlantis_tui.__file__).parent
SHORT = (
    '{"format": "Atlantis transcript", "version": "1.0", "segments": [["a1", "b1", "c1"],'
    ' ["d1", "e1"]], "players": [{"stacks": {"a1": 2}}, {"stacks": {"c1": 1}}]}'
)
"""One turn wins."""
SAMPLES = Path(__file__).parents[2] / "transcripts"
TAKERS = {
    "Input",
    "TextArea",
    "InputLine",
    "CommandLine",
    "Prompt",
    "TextDialog",
    "TextEditor",
    "ask_text",
}
"""Functions that ask for text."""
INSIDE = {
    "widgets/text_dialog:compose",
    "widgets/base_screen:ask_text",
    "widgets/prompt:open",
    "review/text_editor:compose",
}
"""Calls that belong to the takers themselves."""
HOSTILE = {
    "escapes": "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[2J\x1b[6n\x1bP+q\x1b\\\x9b2J\x9d0;owned"
    "\x9c [@click=app.quit]evil[/] \u202eevil\u202c\u2066\u200b\u200f\ufeff ' \" "
    + "x" * 40_000
    + "\x1b[2J\u2028\x85evil",
    "nul": "a\0b\x7f\x08c",
    "surrogates": "\ud800x\udfff/\udc80",
}


class Place(NamedTuple):
    """A text input: what is opened, the keys that lead there, and the initial text.

    Between the keys, the name of a screen waits for that screen, and `judged` for a judgement.
    """

    site: str
    opened: str
    keys: str
    begin: str = ""
    enter: str = "enter"


PLACES = (
    Place("play/planning_frame:__init__", "game.json", "colon"),
    Place("play/planning_frame:__init__", "game.json", "colon", "save as "),
    Place("play/planning_frame:__init__", "game.json", "colon", "theme "),
    Place("play/planning_frame:__init__", "guest", "colon"),
    Place("review/replay_view:__init__", "game.json#1", "colon"),
    Place("review/replay_view:__init__", "game.json#1", "colon", "save as "),
    Place("review/replay_view:__init__", "game.json#1", "colon", "comment "),
    Place("review/edits:comment", "game.json#1", "c", enter="ctrl+s"),
    Place("review/edits:tag", "game.json#1", "T", "event: ", enter="ctrl+s"),
    Place("play/planning_frame:__init__", "game.json#0", "t colon"),
    Place("play/planning_frame:__init__", "", "l enter colon"),
    Place("start/open_screen:_ask_for_path", "folder", "slash"),
    Place("start/new_game_screen:action_name", "", "n down down down down down n"),
    Place("widgets/base_screen:ask_for_agent", "", "n down down down down down a"),
    Place("widgets/base_screen:ask_for_agent", "", "n down down down down down a", "sh -c "),
    Place("start/new_game_screen:action_where", "", "n s"),
    Place("editor/questions:rename", "", "e k enter P r"),
    Place("editor/questions:recolor", "", "e k enter P c"),
    Place("editor/questions:put_value", "", "e k enter t"),
    Place("editor/questions:begin_with_shape", "", "e k"),
    Place("editor/questions:save", "", "e k enter ctrl+s"),
    Place("widgets/base_screen:ask_for_agent", "", "g a"),
    Place("other_games/play_screen:compose", "guest.json", "colon"),
    Place("other_games/play_screen:compose", "guest.json", "colon", "save as "),
    Place("other_games/review_screen:compose", "guest.json#0", "colon", "save as "),
    Place("other_games/review_screen:action_comment", "guest.json#0", "c"),
    Place("other_games/review_screen:action_vary", "tafl.otg#0", "t"),
    Place("start/statistics_screen:action_own_name", "", "s n"),
    Place("start/statistics_screen:action_export", "", "s e"),
    Place("other_games/judged_review:find_better", "kalah.kalah", "home j judged r"),
    Place("start/keys_screen:action_find_key", "", "f5 slash"),
    Place("play/chat_screen:compose", "club", "enter RemotePlayScreen C"),
    Place("review/remote_screen:action_comment", "club", "down v RemoteReviewScreen c"),
    Place("start/library_screen:compose", "", "b slash"),
    Place("start/library_screen:action_add_games", "", "b a"),
    Place("start/library_screen:action_save_search", "", "b slash x enter S"),
    Place(
        "review/story_screen:action_export",
        "short.json",
        "colon a 1 minus c 1 enter t StoryScreen e",
    ),
    Place("palette", "game.json", "ctrl+p"),
)


class Screening:
    """Records everything that the app sends to its terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[str] = []
        # As on a terminal: what a headless driver is never given would not be looked at.
        monkeypatch.setattr(HeadlessDriver, "is_headless", False)
        monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: self.sent.append(data))
        monkeypatch.setattr(BaseApp, "_listen_to_signals", lambda _: None)

    def assert_harmless(self) -> None:
        sent = "".join(self.sent)
        assert len(sent) > 1000
        for title in _TITLE.findall(sent):
            assert is_safe_to_show(title)
            assert not title.startswith("owned")
        assert is_safe_to_show(left := _OURS.sub("", _TITLE.sub("", sent))), ascii(left[:200])


_TITLE = re.compile(r"\x1b\]0;([^\x07\x1b]*)\x07")
# A backspace is a move of the cursor; hostile text that leaked would bring its NUL and DEL along.
_OURS = re.compile(r"\x08|\x1b\[(?:[0-9;]*[ABCGHmKX]|\?(?:2026|25)[hl])|\x1b\]22;[a-z]+\x07")
"""Places, colours, updates in one piece, cursor, shape of the mouse: not in any hostile text."""


@pytest.fixture
def screening(monkeypatch: pytest.MonkeyPatch) -> Screening:
    return Screening(monkeypatch)


def prepare(folder: Path) -> None:
    (folder / "game.json").write_text(GAME)
    (folder / "guest.json").write_bytes((SAMPLES / "maps" / "square-8.json").read_bytes())
    (folder / "tafl.otg").write_bytes((SAMPLES / "tafl" / "brandub.otg").read_bytes())
    (folder / "short.json").write_text(SHORT)
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "kalah.kalah").write_bytes((SAMPLES / "kalah" / "six-by-four.kalah").read_bytes())


def prepare_club(club: Path) -> None:
    """A club with a running and a finished game, both without comments."""
    shutil.rmtree(club, ignore_errors=True)
    club.mkdir()
    (club / "members.txt").write_text("ann\nben\n")
    add_game(club, "mine", "ann", "ben")
    add_game(club, "over", "ann", "ben")
    GameDocument.load(club / "over.json").give_up(0)


@asynccontextmanager
async def at(place: Place) -> AsyncIterator[Pilot[None]]:
    """Run the app with the focus in a text input."""
    app: BaseApp
    if place.opened == "guest":
        app = RemoteApp(open_remotely(Path("game.json"), "2"), STILL, Colors.TRUE)
    elif place.opened == "club":
        prepare_club(Path("club"))
        app = RemoteApp(lambda: LobbyScreen(Path("club"), "ann"), STILL, Colors.TRUE)
    else:
        app = AtlantisApp(parse_arguments([place.opened] if place.opened else []), STILL)
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        if isinstance(app.screen, RecordReviewScreen):
            app.screen.judge.effort = 100
        if place.opened == "club":
            await wait_until(pilot, lambda: "over" in app.screen.query_one(RowList).text)
        for key in place.keys.split():
            await follow(pilot, key)
        await wait_until(pilot, lambda: isinstance(app.focused, Input | TextArea))
        yield pilot


async def follow(pilot: Pilot[None], key: str) -> None:
    """Press a key, or wait for what stands between the keys of a place."""
    screen = pilot.app.screen
    if key == "judged":
        assert isinstance(screen, RecordReviewScreen)
        judge = screen.judge
        await wait_until(pilot, lambda: judge.is_complete(screen.record) and not judge.is_running)
        assert judge.mistakes(screen.record)
    elif len(key) > 1 and key[0].isupper():
        await wait_until(pilot, lambda: type(pilot.app.screen).__name__ == key)
    else:
        await pilot.press(key)
    await pilot.pause()


def text_of(taker: object) -> str:
    assert isinstance(taker, Input | TextArea)
    return taker.value if isinstance(taker, Input) else taker.text


def empty(taker: object) -> None:
    assert isinstance(taker, Input | TextArea)
    if isinstance(taker, Input):
        taker.value = ""
    else:
        taker.text = ""


@pytest.mark.parametrize(
    "place", PLACES, ids=lambda place: f"{place.site} {place.keys} {place.begin}".strip()
)
async def test_control_characters_in_inputs_are_neither_sent_nor_crash(
    place: Place, screening: Screening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, text in HOSTILE.items():
        prepare(tmp_path)
        async with at(place) as pilot:
            app, taker = pilot.app, pilot.app.focused
            assert taker is not None
            empty(taker)
            taker.post_message(Paste(place.begin + text))
            await wait_until(pilot, lambda: len(text_of(taker)) > len(place.begin))  # noqa: B023 -- waited for here
            await pilot.pause()
            await pilot.press(place.enter)
            await pilot.pause()
            await pilot.press("f1")
            await pilot.pause()
            assert app.is_running, kind
        screening.assert_harmless()


def takers(path: Path) -> Iterator[str]:
    """The functions of a module that ask for text, as `package/module:function`."""
    module = str(path.relative_to(SOURCES).with_suffix(""))
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and _called(node) in TAKERS:
                    yield f"{module}:{function.name}"


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", "") or getattr(call.func, "attr", ""))


def test_every_text_input_is_tested() -> None:
    found = {site for path in SOURCES.rglob("*.py") for site in takers(path)}
    assert found == {place.site for place in PLACES} - {"palette"} | INSIDE


def test_every_input_class_is_listed() -> None:
    """A new class on top of Textual's inputs, or another of its inputs, joins `TAKERS`."""
    known = {"Input", "TextArea"}
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = [
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "textual.widgets"
            for name in node.names
        ]
        assert {name for name in imported if "Input" in name or "Text" in name} <= known, path
        for node in ast.walk(tree):
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            if any(getattr(base, "id", "") in TAKERS for base in bases):
                assert isinstance(node, ast.ClassDef)
                assert node.name in TAKERS
