"""New games get their own files and never overwrite others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import copy

import pytest

from atlantis_core.files.errors import SaveConflictError, SaveError
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript import load
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import begin_game
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.start.new_game_screen import NewGameScreen
from tests.tui.driving import STILL, playing
from tests.tui.walking import walking

SAMPLES = Path(__file__).parents[2] / "transcripts"
START = traditional_start(Shape.HEXAGON, 2, players=2)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "atlantis" / "games"


def play_in_the_end(game: GameDocument) -> None:
    """Play a turn, and again while others are saving in the folder."""
    while not game.game.turns:
        with suppress(SaveError):
            game.play()


def test_games_started_at_the_same_time_get_different_files(data_folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        games = [*pool.map(lambda _: begin_game("hexagon:2"), range(16))]
        assert not data_folder.exists()
        assert len([*pool.map(play_in_the_end, games)]) == 16
    paths = {game.path for game in games}
    assert len(paths) == 16
    assert paths == set(data_folder.iterdir())
    for path in data_folder.iterdir():
        assert len(load(path).turns) == 1


def test_new_games_are_tagged_with_the_day(data_folder: Path) -> None:
    game = begin_game("hexagon:2")
    assert "date" not in game.transcript.annotations.tags
    game.play()
    (path,) = data_folder.iterdir()
    assert path.name.startswith(f"{load(path).annotations.tags['date']}-hexagon2")


NEW = ("--new", "hexagon:2")


async def test_new_game_without_a_plan_creates_no_file(data_folder: Path) -> None:
    async with walking(*NEW, options=STILL) as walker:
        walker.on(PlayScreen)
        assert "a new game" in walker.text("title")
        await walker.press("Q")
        assert "Continue" not in walker.rows.text
        await walker.press("n", "enter")
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
    assert not data_folder.exists()  # noqa: ASYNC240 -- nobody else waits


async def test_first_plan_creates_the_file_of_a_new_game(data_folder: Path) -> None:
    async with walking(*NEW, options=STILL) as walker:
        walker.on(PlayScreen).frame.obey("c4-d4")
        await walker.pilot.pause()
    (made,) = data_folder.iterdir()  # noqa: ASYNC240 -- nobody else waits
    async with walking(options=STILL) as walker:
        await walker.press("c")
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
        screen = walker.on(PlayScreen)
        assert screen.document.path == made
        assert [str(move) for move in screen.board.moves] == ["c4-d4"]


async def test_new_game_that_cannot_be_saved_keeps_the_plan(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with walking(*NEW, options=STILL) as walker:
        screen = walker.on(PlayScreen)
        screen.frame.obey("c4-d4")
        await walker.press("t")
        await walker.until(lambda: "turn not played: not a directory" in walker.text("message"))
        assert "Press Ctrl+S to save elsewhere" in " ".join(walker.text("message").split())
        assert len(screen.board.moves) == 1
        assert screen.document.game.turn_number == 0
        await walker.press("ctrl+s", *str(tmp_path / "mine.json"), "enter")
        await walker.until((tmp_path / "mine.json").exists)
        await walker.press("t")
        await walker.until(lambda: screen.document.game.turn_number == 1)


def test_new_game_does_not_overwrite_an_existing_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    with pytest.raises(SaveConflictError, match="a file with this name already exists"):
        begin_game("hexagon:2", path=path)
    assert path.read_text() == "precious"


def test_bot_without_a_name_is_the_one_for_beginners() -> None:
    assert [str(seat) for seat in begin_game("hexagon:2", ["bot", "person"]).seats] == [
        "bot:gentle",
        "person",
    ]
    with pytest.raises(NotationError, match="'bott'"):
        begin_game("hexagon:2", ["bott"])


@pytest.mark.parametrize("words", ["hexagon:2", "tafl:brandub"])
async def test_only_the_games_folder_is_created_for_a_path_in_it(
    words: str, data_folder: Path, tmp_path: Path
) -> None:
    path = data_folder / "mine.json"
    async with walking("--new", words, path, options=STILL):
        assert path.exists()
    other = tmp_path / "data" / "atlantis" / "gamse" / "mine.json"
    async with walking("--new", words, other, options=STILL) as walker:
        assert "the folder does not exist" in walker.app.farewell
    assert not other.parent.exists()


async def test_typed_path_may_be_in_the_missing_games_folder(data_folder: Path) -> None:
    async with walking(options=STILL) as walker:
        await walker.press("n", "s")
        await walker.write(str(data_folder / "mine.json"))
        assert "does not exist" not in walker.text("message")
        await walker.press("enter")
        walker.on(PlayScreen)
    assert len(load(data_folder / "mine.json").players) == 2


async def test_board_can_be_saved_in_the_missing_games_folder(data_folder: Path) -> None:
    async with walking(options=STILL) as walker:
        await walker.press("e", "n", "ctrl+s")
        await walker.write(str(data_folder / "board.json"))
        await walker.until(lambda: "saved" in walker.text("message"))
    assert load(data_folder / "board.json").is_start


async def test_save_creates_the_file_of_a_new_game(data_folder: Path) -> None:
    async with walking(*NEW, options=STILL) as walker:
        walker.on(PlayScreen).questions.save("")
        (made,) = data_folder.iterdir()  # noqa: ASYNC240 -- nobody else waits
        assert made.name in walker.text("message")


async def test_new_game_leaves_the_board_file_unchanged(tmp_path: Path, data_folder: Path) -> None:
    path = tmp_path / "start.json"
    copy(SAMPLES / "starts" / "hexagon-3-2-players.json", path)
    before = path.read_bytes()
    async with walking(str(path), options=STILL) as walker:
        assert isinstance(walker.app.screen, NewGameScreen)
        await walker.press("enter")
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
        await walker.press("t")
        await walker.until(lambda: any(data_folder.iterdir()))
    assert path.read_bytes() == before
    (made,) = data_folder.iterdir()  # noqa: ASYNC240 -- nobody else waits
    assert load(made).players[0].name == "Ada"
    assert not load(made).is_start


def test_sample_boards_are_tagged_as_starts() -> None:
    for path in (SAMPLES / "starts").iterdir():
        assert load(path).is_start, path
    for path in (SAMPLES / "unfinished").iterdir():
        assert not load(path).is_start, path


async def test_new_game_is_saved_to_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START).save_as(path)
    async with playing(document=GameDocument.load(path)) as driver:
        await driver.press("t")
    assert len(load(path).turns) == 1


async def test_continuing_a_game_in_the_old_format_creates_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    old = GameDocument.new(START)
    old.save_as(path)
    before = path.read_bytes()
    async with playing(document=GameDocument.load(path)) as driver:
        assert "stays unchanged" in driver.message
        await driver.press("t")
        assert driver.document.path == tmp_path / "old-1.json"
        assert "old-1.json" in driver.text("title")
    assert path.read_bytes() == before
    assert len(load(tmp_path / "old-1.json").turns) == 1
