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
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_dialog import TextDialog
from tests.commands.samples import GAME, write
from tests.games.plugins import install_reversi, on_path, write_distribution
from tests.games.test_plugins import refuse
from tests.tui.other_games.driving import at_table

DOUBTFUL_SIXTH = "e4 e3 e2 e5 c2 e1 f5 b2 b3"


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


@pytest.mark.usefixtures("_reversi")
async def test_game_of_a_plugin_is_judged_and_bettered(tmp_path: Path) -> None:
    path = tmp_path / "a.reversi"
    path.write_text(f"reversi 6: {DOUBTFUL_SIXTH}\n")
    async with at_table(path, size=(120, 40)) as at:
        at.review.judge.effort = 100
        await at.press("home", "r")
        await at.until(lambda: "press j to judge" in at.text("message"))
        await at.press("j")
        await at.until(lambda: "judged: n goes" in at.text("message"))
        mistakes = at.review.judge.mistakes(at.review.record)
        step = min(mistakes)
        await at.press("home", "n")
        assert at.review.step == step
        assert "better: " in at.text("side")
        better = at.review.judge.verdicts(at.review.record)[step].best.text
        await at.press("r")
        await at.until(lambda: isinstance(at.app.screen, TextDialog))
        await at.press(*better, "enter")
        await at.until(lambda: f"{better}: good: chance to win" in at.text("message"))
        assert at.review.step == step - 1
        await at.press("j")
        assert isinstance(at.app.screen, Dialog)


@pytest.mark.usefixtures("_reversi")
async def test_judging_stops_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.reversi"
    path.write_text("reversi 8: d3 c5 e6 d2\n")
    async with at_table(path) as at:
        at.review.judge.effort = 10**9
        await at.press("j")
        await at.until(lambda: at.review.judge.is_running)
        await at.press("j")
        assert "still judging" in at.text("message")
        await at.press("escape")
        await at.until(lambda: "press j to go on" in at.text("message"))
        assert isinstance(at.app.screen, RecordReviewScreen)
        assert not at.review.judge.is_running


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
