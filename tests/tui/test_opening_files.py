"""The open screen, and the screen for broken files."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import pytest

from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.settings.kept_lists import remember
from atlantis_tui.start.broken_screen import BrokenScreen, editor_command
from atlantis_tui.start.file_rows import MOST_LISTED, collection_rows, key_of
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.start.summaries import summarise
from tests.tui.walking import BOARD, BROKEN, GAME, walking


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all kinds of files."""
    (tmp_path / "sub").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "game.json").write_text(GAME)
    (tmp_path / "board.json").write_text(BOARD)
    (tmp_path / "broken.json").write_text(BROKEN)
    (tmp_path / "notes.md").write_text("not a game")
    (tmp_path / "sub" / "deep.txt").write_text(GAME)
    return tmp_path


async def test_hidden_files_are_listed_on_request(folder: Path) -> None:
    async with walking(folder) as walker:
        shown = walker.rows.text
        assert "game.json" in shown
        assert "sub/" in shown
        assert "notes.md" not in shown
        assert ".hidden" not in shown
        await walker.press("a")
        assert "notes.md" in walker.rows.text
        assert ".hidden/" in walker.rows.text


async def test_parent_folder_selects_the_previous_folder(folder: Path) -> None:
    async with walking(folder) as walker:
        screen = walker.on(OpenScreen)
        walker.rows.choose(key_of(folder / "sub"))
        await walker.press("enter")
        assert screen.folder == folder / "sub"
        assert "deep.txt" in walker.rows.text
        await walker.press("backspace")
        assert screen.folder == folder
        assert walker.rows.chosen_key == key_of(folder / "sub")


async def test_selected_file_is_previewed(folder: Path) -> None:
    async with walking(folder) as walker:
        walker.rows.choose(key_of(folder / "game.json"))
        await walker.pilot.pause()
        told = walker.preview.text
        assert "2 segments, 14 fields" in told
        assert "Ann (R)" in told
        assert "turn 2, Bob to move" in told
        walker.rows.choose(key_of(folder / "broken.json"))
        await walker.pilot.pause()
        assert "cannot read this file: 1 error" in walker.preview.text


async def test_enter_opens_the_selected_file(folder: Path) -> None:
    async with walking(folder) as walker:
        walker.rows.choose(key_of(folder / "game.json"))
        await walker.press("enter")
        assert walker.on(PlayScreen).document.path == folder / "game.json"


async def test_recent_files_are_listed_first(folder: Path) -> None:
    remember(folder / "game.json")
    async with walking() as walker:
        await walker.press("o")
        assert walker.rows.chosen_key == key_of(folder / "game.json")
        assert "Recent files" in walker.rows.text
        await walker.press("enter")
        walker.on(PlayScreen)
        await walker.press("Q")
        walker.on(StartScreen)


async def test_typed_path_is_opened(folder: Path) -> None:
    async with walking() as walker:
        await walker.press("o", "slash")
        await walker.write(str(folder))
        assert walker.on(OpenScreen).folder == folder
        await walker.press("slash")
        await walker.write(str(folder / "game.json"))
        walker.on(PlayScreen)


async def test_unreadable_folder_shows_the_reason(tmp_path: Path) -> None:
    async with walking(tmp_path) as walker:
        screen = walker.on(OpenScreen)
        screen.enter(tmp_path / "gone")
        await walker.pilot.pause()
        assert "No such file" in walker.rows.text


def test_summaries_of_all_kinds_of_files(folder: Path) -> None:
    assert summarise(folder / "game.json").is_running
    assert summarise(folder / "board.json").lines[-1] == "a starting board"
    assert summarise(folder / "none.json").position is None
    (folder / "one.kalah").write_text(
        "! holes: 4\n! seeds: 3\nSTART;South\nCHANGE;3;4,3,3,3,0,3,3,0,4,1;OPP\n"
    )
    assert summarise(folder / "one.kalah").lines[-1] == "1 step"
    (folder / "large.json").write_text(" " * 2_000_001)
    assert "large" in summarise(folder / "large.json").lines[0]
    (folder / "game.json").write_text(BOARD)
    os.utime(folder / "game.json", ns=(1, 1))
    assert not summarise(folder / "game.json").is_running, "a changed file is read again"


async def test_control_characters_in_file_names_are_not_sent(tmp_path: Path) -> None:
    folder = tmp_path / "[b]\x1b[2J"
    folder.mkdir()
    (folder / "[red]x\x1b[31m.json").write_text(GAME.replace("Ann", "[bold]Ann\\u001b[2J"))
    async with walking(folder) as walker:
        assert "\x1b" not in walker.rows.render_line(2).text
        assert "[red]x" in walker.rows.render_line(2).text
        assert "[bold]Ann" in walker.preview.text
        assert "\x1b" not in walker.preview.text


# Broken files.


async def test_broken_file_shows_its_diagnostics(folder: Path) -> None:
    async with walking(folder / "broken.json") as walker:
        walker.on(BrokenScreen)
        assert "cannot be opened: 1 error" in walker.text("head")
        report = " ".join(walker.text("report").split())
        assert "there is no field b4" not in report
        assert "illegal move 'b2-b9'" in report
        assert "^" in report


async def test_repaired_file_opens_on_retry(folder: Path) -> None:
    path = folder / "broken.json"
    async with walking(path) as walker:
        await walker.press("r")
        assert "the file still has errors" in walker.text("message")
        path.write_text(GAME)
        await walker.press("r")
        walker.on(PlayScreen)


async def test_users_editor_opens_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "broken.json"
    script = folder / "mend.py"
    script.write_text(f"import sys\nopen(sys.argv[1], 'w').write({GAME!r})\n")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    async with walking(path) as walker:
        # Without a terminal the app cannot be suspended; it only shows a message.
        await walker.press("e")
        assert "cannot start the editor" in walker.text("message")
        with monkeypatch.context() as patch:
            patch.setattr(type(walker.app), "suspend", lambda _app: _Nothing())
            await walker.press("e")
        walker.on(PlayScreen)


@pytest.mark.parametrize("named", ['vim "', "''", " "])
async def test_invalid_editor_command_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("EDITOR", named)
    async with walking(folder / "broken.json") as walker:
        await walker.press("e")
        assert "cannot start the editor: not a command line" in walker.text("message")


async def test_file_name_like_an_option_is_passed_as_a_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "broken.json").rename(folder / "+x")
    script = folder / "mend.py"
    script.write_text("import sys\nopen('got', 'w').write(sys.argv[1])\n")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    async with walking(Path("+x")) as walker:
        with monkeypatch.context() as patch:
            patch.setattr(type(walker.app), "suspend", lambda _app: _Nothing())
            await walker.press("e")
        assert (folder / "got").read_text() == str(folder / "+x")


class _Nothing:
    """Replaces `App.suspend`."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


def test_editor_command_reads_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "code --wait")
    monkeypatch.setenv("EDITOR", "vi")
    assert editor_command() == ["code", "--wait"]
    monkeypatch.delenv("VISUAL")
    assert editor_command() == ["vi"]
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", "")
    assert editor_command() is None


def test_default_editor_is_one_that_opens_files_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("sensible-editor", "vi"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert editor_command() == ["vi"]


async def test_escape_from_a_broken_file_returns_to_the_start_screen(folder: Path) -> None:
    async with walking(folder / "broken.json") as walker:
        await walker.press("escape")
        walker.on(StartScreen)


async def test_path_refused_by_the_system_is_reported(folder: Path) -> None:
    async with walking(folder / ("x" * 5000)) as walker:
        walker.on(StartScreen)
        assert "could not be opened" in walker.text("message")


async def test_game_that_cannot_be_saved_is_not_started(folder: Path) -> None:
    async with walking(folder / "game.json" / "inside.json") as walker:
        await walker.press("enter")
        walker.on(NewGameScreen)
        said = "".join(walker.text("message").split())  # broken anywhere
        assert "wasnotsaved:thefolderdoesnotexist" in said


async def test_finished_game_opens_in_review_and_escape_returns(tmp_path: Path) -> None:
    path = tmp_path / "over.json"
    path.write_text(GAME.replace('"d6": 1', '"b4": 1').replace('["b2", "b3"]', '["b2", "b4"]'))
    assert not summarise(path).is_running
    async with walking() as walker:
        await walker.press("o", "slash")
        await walker.write(str(path))
        walker.on(ReviewScreen)
        await walker.press("escape")
        walker.on(StartScreen)


@pytest.fixture
def collection(folder: Path) -> Path:
    path = folder / "many.jsonl"
    path.write_text(f"{GAME}\nno game\n{GAME.replace('Ann', 'Cleo')}\n")
    return path


async def test_collection_is_listed_like_a_folder(folder: Path, collection: Path) -> None:
    async with walking(folder) as walker:
        walker.rows.choose(key_of(collection))
        await walker.pilot.pause()
        assert "A collection of games" in walker.preview.text
        await walker.press("enter")
        assert walker.on(OpenScreen).folder == collection
        assert "Ann - Bob, 1 turn" in walker.rows.text
        assert "2  not a game" in walker.rows.text
        await walker.press("backspace")
        assert walker.rows.chosen_key == key_of(collection)


async def test_game_of_a_collection_is_previewed_and_opened(collection: Path) -> None:
    async with walking(collection) as walker:
        await walker.press("down", "down")
        assert "Cleo (R)" in walker.preview.text
        await walker.press("enter")
        assert walker.on(PlayScreen).document.path == Path(f"{collection}:3")


async def test_damaged_collection_is_reported_below_its_games(folder: Path) -> None:
    path = folder / "cut.jsonl.gz"
    path.write_bytes(gzip.compress((GAME + "\n").encode() * 400)[:-20])
    async with walking(path) as walker:
        assert "damaged or truncated" in walker.rows.text


async def test_two_games_in_one_file_are_listed(folder: Path) -> None:
    path = folder / "two.json"
    path.write_text(f"{GAME}\n{GAME.replace('Ann', 'Cleo')}\n")
    async with walking(path) as walker:
        assert walker.on(OpenScreen).folder == path
        await walker.press("down", "enter")
        assert walker.on(PlayScreen).document.cast.names[0] == "Cleo"


def test_length_of_the_list_of_a_collection_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("{}\n" * (MOST_LISTED + 5))
    rows = list(collection_rows(path))
    assert len(rows) == MOST_LISTED + 3
    assert "press b to search all" in str(rows[-1])
