"""An installed game in the app: Reversi is listed, played, hinted and reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_core.games import registry
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.start.start_screen import StartScreen
from tests.commands.samples import GAME, write
from tests.games.plugins import install_reversi, on_path, write_distribution
from tests.games.test_plugins import refuse
from tests.tui.other_games.driving import at_table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_reversi(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def _reversi(folder: Path) -> Iterator[None]:
    with on_path(folder):
        yield


@pytest.mark.usefixtures("_reversi")
async def test_installed_game_starts_from_the_list_of_games() -> None:
    async with at_table() as at:
        await at.press("g")
        games = at.app.screen.query_one("#games")
        assert "Reversi" in games.text  # type: ignore[attr-defined]  # a RowList
        await at.press("end", "right", "right", "enter")
        assert at.play.document.record.title == "Reversi, 6 by 6"
        await at.type("c2")
        assert at.play.document.path is not None
        assert at.play.document.path.suffix == ".reversi"


@pytest.mark.usefixtures("_reversi")
async def test_bot_and_hint_of_an_installed_game_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.reversi"
    async with at_table("--new", "reversi:6", "--seat", "person", "--seat", "bot:50", path) as at:
        at.play.board.cursor = "c2"
        await at.press("enter")
        await at.until(lambda: at.phase() is RecordPhase.CHOOSING)
        assert path.read_text().startswith("reversi 6: c2 ")
        assert len(path.read_text().split()) == 4
        await at.press("h")
        await at.until(lambda: "hint: " in at.text("message"))
        assert "value " in at.text("message")


@pytest.mark.usefixtures("_reversi")
async def test_file_of_an_installed_game_is_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "a.reversi"
    path.write_text("reversi 6: c2 b2 a2\n")
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordReviewScreen)
        await at.press("right", "right")
        assert "step 2 of 3" in at.text("title")
        await at.press("end", "g")
        assert at.phase() is RecordPhase.CHOOSING


async def test_problems_with_installed_games_are_shown_in_the_list(tmp_path: Path) -> None:
    missing = (
        "from atlantis_core.games.registry import Entry\n"
        'ENTRY = Entry("far", "Far away", "a far game", (".far",), "^far", "no_such_module")\n'
    )
    write_distribution(tmp_path, "far", missing)
    write_distribution(tmp_path, "bad", "ENTRY = 3")
    path = tmp_path / "a.far"
    path.write_text("far")
    with on_path(tmp_path):
        async with at_table() as at:
            await at.press("g")
            text = at.app.screen.query_one("#games").text  # type: ignore[attr-defined]  # a RowList
            assert "Far away cannot be loaded: No module named 'no_such_module'" in text
            assert "the game 'bad' cannot be loaded: " in text
        async with at_table(path) as at:
            assert isinstance(at.app.screen, StartScreen)
            assert "Far away cannot be loaded" in at.text("message")


@pytest.mark.parametrize("arguments", [(), ("game.json",), ("--new", "hexagon:2")], ids=str)
async def test_first_screen_does_not_read_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    write(tmp_path, GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "installed", refuse)
    async with at_table(*arguments) as at:
        assert isinstance(at.app.screen, PlayScreen if arguments else StartScreen)
