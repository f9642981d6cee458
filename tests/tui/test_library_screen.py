"""The library in the app: indexing, searching while typing, sorting, saved searches, opening."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from threading import Event
from types import ModuleType
from typing import Any

import pytest

from atlantis_core.commands.indexed_files import add_games
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.paths import usual_index
from atlantis_core.review.history_file import add_name
from atlantis_core.rules.notation import format_position
from atlantis_core.support.columns import display_width
from atlantis_core.transcript import load
from atlantis_core.transcript.replaying import replay
from atlantis_tui import navigation
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.settings.folders import games_folder, history_path
from atlantis_tui.settings.kept_lists import load_searches, save_search, searches_path
from atlantis_tui.start import library_index
from atlantis_tui.start.library_rows import GameRows, fit_names
from atlantis_tui.start.library_screen import LibraryScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.row_list import RowList
from tests.packaged_games import index_bots_games
from tests.tui.walking import GAME, Walker, walking
from tests.waiting import PATIENCE

FINISHED = Path(__file__).parents[2] / "transcripts" / "games" / "hexagon-3-2-players.json"


@pytest.fixture(autouse=True)
def games() -> Path:
    """Three games in the games folder: one finished, two running."""
    folder = games_folder()
    folder.mkdir(parents=True)
    (folder / "finished.json").write_bytes(FINISHED.read_bytes())
    lines = (GAME, GAME.replace("Ann", "Cleo").replace('"turns"', '"annotations": {}, "turns"'))
    (folder / "running.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return folder


async def listed(walker: Walker, *texts: str) -> str:
    await walker.until(lambda: all(text in walker.rows.text for text in texts))
    return walker.rows.text


async def said(walker: Walker, text: str) -> None:
    await walker.until(lambda: text in walker.text("message"))


async def test_games_folder_is_indexed_and_listed() -> None:
    async with walking() as walker:
        await walker.press("b")
        walker.on(LibraryScreen)
        text = await listed(walker, "Ann - Bob", "Cleo - Bob", "1-2")
        assert text.count("running") == 2
        await walker.until(lambda: "3 games, newest first" in walker.text("message"))


async def test_library_does_not_call_itself_empty_before_it_has_looked() -> None:
    texts: list[str] = []
    screen = LibraryScreen()
    show = RowList.show_rows

    def show_rows(rows: RowList, *options: Any) -> None:
        show(rows, *options)
        texts.append(rows.text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RowList, "show_rows", show_rows)
        async with walking(screen=lambda: screen) as walker:
            await listed(walker, "Ann - Bob")
    assert not any("no games" in text for text in texts)
    assert any("indexing" in text for text in texts)


async def test_start_screen_imports_the_library_before_it_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported = list[str]()

    def record(name: str) -> ModuleType:
        imported.append(name)
        return import_module(name)

    monkeypatch.setattr(navigation, "import_module", record)
    async with walking() as walker:
        await walker.until(lambda: "atlantis_tui.start.library_screen" in imported)
        walker.on(StartScreen)


async def test_library_that_is_opened_again_waits_for_the_process_that_indexes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started, ended = list[Sequence[str]](), Event()

    def run(command: Sequence[str]) -> CompletedProcess[bytes]:
        started.append(command)
        ended.wait(PATIENCE)
        return CompletedProcess(command, 0, b"", b"")

    monkeypatch.setattr(library_index, "run_until_exit", run)
    async with walking() as walker:
        await walker.press("b")
        await walker.until(lambda: len(started) == 1)
        await walker.press("escape", "b")
        await walker.until(lambda: "indexing" in walker.text("message"))
        assert len(started) == 1
        ended.set()
        await walker.until(lambda: len(started) == 2)


async def test_list_is_filtered_while_typing_and_escape_shows_all() -> None:
    async with walking() as walker:
        await walker.press("b")
        await listed(walker, "Cleo")
        await walker.press("slash", *"cleo")
        await walker.until(lambda: "Ann" not in walker.rows.text)
        assert "Cleo - Bob" in walker.rows.text
        await walker.press("escape")
        await listed(walker, "Ann - Bob", "Cleo - Bob")
        walker.on(LibraryScreen)


async def test_wrong_condition_is_reported_and_keeps_the_list() -> None:
    async with walking(screen=lambda: LibraryScreen("shortest:x")) as walker:
        await walker.until(lambda: "not a number of turns" in walker.text("message"))


async def test_enter_plays_a_running_game_and_r_reviews_it(games: Path) -> None:
    async with walking(screen=lambda: LibraryScreen("player:Cleo")) as walker:
        await listed(walker, "Cleo - Bob")
        await walker.until(lambda: "Cleo" in walker.preview.text)
        await walker.press("enter")
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
        assert walker.on(PlayScreen).document.path == games / "running.jsonl:2"
        walker.app.go_back()
        await walker.until(lambda: isinstance(walker.app.screen, LibraryScreen))
        await walker.press("r")
        await walker.until(lambda: isinstance(walker.app.screen, ReviewScreen))
        assert walker.on(ReviewScreen).review.turn == 1


async def test_search_by_position_opens_the_game_there() -> None:
    position = replay(load(FINISHED)).position_after(3)
    search = f"position:'{format_position(position)}'"
    async with walking(screen=lambda: LibraryScreen(search)) as walker:
        await listed(walker, "1-2")
        assert "running" not in walker.rows.text
        await walker.press("enter")
        await walker.until(lambda: isinstance(walker.app.screen, ReviewScreen))
        assert walker.on(ReviewScreen).review.turn == 3


async def test_games_in_which_the_user_is_to_move_come_first() -> None:
    (games_folder() / "bob.json").write_text(GAME.replace(', "turns": [[["b2", "b3"]]]', ""))
    add_name(history_path(), "Ann")
    async with walking(screen=LibraryScreen) as walker:
        text = await listed(walker, "Cleo", "my losses")
        first = next(line for line in text.splitlines() if "running" in line)
        assert "    0 " in first


async def test_search_is_saved_listed_and_deleted() -> None:
    async with walking(screen=lambda: LibraryScreen("Cleo")) as walker:
        await listed(walker, "Cleo")
        await walker.press("S")
        await walker.write("with Cleo")
        assert load_searches() == {"with Cleo": "Cleo"}
        await walker.press("slash", "escape")
        await listed(walker, "search: with Cleo")
        walker.rows.choose("search with Cleo")
        await walker.press("enter")
        await walker.until(lambda: "Ann" not in walker.rows.text)
        await walker.press("slash", "escape")
        await listed(walker, "search: with Cleo")
        walker.rows.choose("search with Cleo")
        await walker.press("D")
        assert not load_searches()


async def test_sorting_names_the_order() -> None:
    async with walking(screen=LibraryScreen) as walker:
        await listed(walker, "Cleo")
        for order in ("longest first", "biggest chain first", "by players", "newest first"):
            await walker.press("s")
            await said(walker, order)


async def test_added_collection_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "more.jsonl"
    path.write_text(GAME.replace("Ann", "Dora") + "\n")
    async with walking(screen=LibraryScreen) as walker:
        await listed(walker, "Cleo")
        await walker.press("a")
        await walker.write(str(path))
        await listed(walker, "Dora - Bob")


async def test_list_has_all_games_and_reads_those_that_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(GAME.replace("Ann", f"Player {n}") + "\n" for n in range(700)))
    add_games_to_the_index(path)
    async with walking(screen=lambda: LibraryScreen("file:many.jsonl")) as walker:
        await said(walker, "700 games")
        await walker.until(lambda: "Player 699" in shown(walker))
        assert len(rows_of(walker).known) < 300
        await walker.press("end")
        await walker.until(lambda: "Player 0 " in shown(walker))
        await walker.press("up", "r")
        await walker.until(lambda: isinstance(walker.app.screen, ReviewScreen))
        screen = walker.on(ReviewScreen)
        assert str(screen.document.path).endswith("many.jsonl:2")


def shown(walker: Walker) -> str:
    """The lines of the list on the screen."""
    rows = walker.rows
    return "\n".join(rows.render_line(line).text for line in range(rows.size.height))


def rows_of(walker: Walker) -> GameRows:
    rows = walker.rows.rows
    assert isinstance(rows, GameRows)
    return rows


def add_games_to_the_index(path: Path) -> None:
    with closing(GameIndex(usual_index())) as index:
        add_games(index, [str(path)])


async def test_games_of_a_collection_are_searched_from_open(tmp_path: Path) -> None:
    path = tmp_path / "more.jsonl"
    path.write_text(GAME.replace("Ann", "Dora") + "\n")
    async with walking(screen=lambda: OpenScreen(path)) as walker:
        await walker.press("b")
        walker.on(LibraryScreen)
        await listed(walker, "Dora - Bob")
        await said(walker, "1 game,")
        assert "Cleo" not in walker.rows.text


async def test_files_are_one_key_away() -> None:
    async with walking(screen=LibraryScreen) as walker:
        await listed(walker, "Cleo")
        await walker.press("o")
        walker.on(OpenScreen)


async def test_search_without_games_shows_no_preview() -> None:
    async with walking(screen=LibraryScreen) as walker:
        await listed(walker, "Cleo")
        await walker.until(lambda: bool(walker.preview.text.strip()))
        await walker.press("slash", *"zzz")
        await listed(walker, "no games with this search")
        await walker.until(lambda: not walker.preview.text.strip())


async def test_search_that_ends_after_the_screen_is_closed_is_ignored() -> None:
    async with walking(screen=LibraryScreen) as walker:
        screen = walker.on(LibraryScreen)
        await listed(walker, "Cleo")
        await walker.press("escape")
        screen.say("too late")
        await screen.refresh_list.__wrapped__(screen)  # type: ignore[attr-defined]  # a worker
        assert walker.app.is_running


async def test_games_of_the_bots_are_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_tui.start.library_screen.SECONDS_BETWEEN_LOOKS", 0.01)
    index_bots_games(tmp_path, monkeypatch, [["c4-d4"], ["b3-b2"]])
    async with walking(screen=lambda: LibraryScreen("Nobody")) as walker:
        await walker.until(lambda: "in:bots searches" in walker.text("message"))
        assert "no games" in walker.rows.text
        await walker.press("slash", "escape")
        await listed(walker, "games of the bots", "Cleo")
        walker.rows.choose("search games of the bots")
        await walker.press("enter")
        await said(walker, "2 games, newest first")
        assert "Cleo" not in walker.rows.text


def test_damaged_list_of_searches_is_ignored() -> None:
    save_search("one", "Ann")
    assert load_searches() == {"one": "Ann"}
    searches_path().write_text('{"a": 1, "": "x", "b": "Bob"}')
    assert load_searches() == {"b": "Bob"}


@pytest.mark.parametrize("size", [(80, 24), (140, 24), (40, 12)])
async def test_columns_follow_the_width(size: tuple[int, int]) -> None:
    async with walking(screen=LibraryScreen, size=size) as walker:
        await listed(walker, "Ann - Bob", "Cleo - Bob", "1-2")
        await walker.press("home")
        await walker.until(lambda: {"places", "Cleo"} <= set(shown(walker).split()))
        lines = shown(walker).splitlines()
        (heading,) = (line for line in lines if "places" in line)
        assert ("board" in heading) is (size[0] == 140)
        row = next(line for line in lines if "Cleo" in line)
        assert row.index("running") == heading.index("places")
        assert ("14 fields" in row) is (size[0] == 140)


async def test_rows_are_read_from_the_index_of_their_own_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_bots_games(tmp_path, monkeypatch, [["c4-d4"], ["b3-b2"]])
    async with walking(screen=LibraryScreen) as walker:
        await listed(walker, "Cleo")
        screen = walker.on(LibraryScreen)
        rows = rows_of(walker)
        rows.known.clear()
        screen.search = "in:bots"  # typed, and not yet shown
        assert rows[len(rows) - 1].pieces
        await walker.until(lambda: bool(rows.known))
        assert {game.players[1] for game in rows.known.values()} == {"Bob", "Ben"}


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bob"), "Ann - Bob"),
        (("Ann", ""), "Ann - ?"),
        (("Alexandra", "Bartholomew", "Christine"), "Ale~ - Bart~ - Chri~"),
        (("Alexandra Josephine", "Bo"), "Alexandra Jose~ - Bo"),
        (("grandmaster#1", "grandmaster#2", "grandmaster#3"), "3 x grandmaster"),
        (("random#1", "random#2"), "random#1 - random#2"),
        (("one", "two", "three", "four", "five", "six"), "one - two - three -~"),
    ],
)
def test_a_narrow_list_shows_something_of_every_name(names: tuple[str, ...], shown: str) -> None:
    assert fit_names(names, 20) == shown


def test_wide_characters_in_names_keep_the_columns() -> None:
    for width in range(12, 40):
        assert display_width(fit_names(("\u674e\u96f7" * 9, "Zoe", "x" * 80), width)) <= width
