"""A new game needs no screen of its own: the toy game is played, reviewed, saved and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from atlantis_core.games import registry
from atlantis_core.seats import PERSON
from atlantis_tui.other_games import picture_frame
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.games_screen import OtherGamesScreen
from atlantis_tui.other_games.play_screen import RecordPlayScreen
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.other_games.seats import recall_seats
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.kept_lists import load_recent
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.command_line import CommandLine
from tests.games.test_registry import TOY
from tests.tui.other_games.driving import at_table


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", (TOY,))


def heap(folder: Path, text: str = "counters 9:\n") -> Path:
    path = folder / "a.heap"
    path.write_text(text)
    return path


async def test_selected_move_is_saved_at_once(tmp_path: Path) -> None:
    path = heap(tmp_path)
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordPlayScreen)
        assert "left to move" in at.text("title")
        at.play.board.cursor = "c8"
        await at.press("enter")
        assert path.read_text() == "counters 9: 2\n"
        assert "right to move" in at.text("title")
        await at.type("3")
        assert path.read_text() == "counters 9: 2 3\n"


async def test_illegal_moves_are_refused_with_a_message(tmp_path: Path) -> None:
    path = heap(tmp_path)
    async with at_table(path) as at:
        await at.type("7")
        assert "not a legal move: '7'" in at.text("message")
        at.play.board.cursor = "c2"
        await at.press("enter")
        assert "no legal move from c2" in at.text("message")
        assert path.read_text() == "counters 9:\n"


async def test_undo_and_redo(tmp_path: Path) -> None:
    path = heap(tmp_path, "counters 9: 1 2\n")
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordReviewScreen)
        await at.press("end", "g")
        await at.press("U", "U")
        assert at.play.document.record.last_step == 0
        await at.press("R")
        assert at.play.document.record.last_step == 1
        assert path.read_text() == "counters 9: 1 2\n"
        await at.type("3")
        assert path.read_text() == "counters 9: 1 3\n"


async def test_bot_answers_and_wins(tmp_path: Path) -> None:
    path = tmp_path / "b.heap"
    async with at_table("--new", "toy:9", "--seat", "bot", "--seat", "person", path) as at:
        await at.until(lambda: at.phase() is RecordPhase.CHOOSING)
        assert path.read_text() == "counters 9: 1\n"
        await at.type("2")
        await at.until(lambda: at.phase() is RecordPhase.CHOOSING)
        await at.type("1")
        await at.until(lambda: at.phase() is RecordPhase.OVER)
        assert path.read_text() == "counters 9: 1 2 2 1 3\n"
        assert "left wins" in at.text("text"), "the result is in a dialog"


async def test_hint_is_marked(tmp_path: Path) -> None:
    async with at_table(heap(tmp_path, "counters 7:\n")) as at:
        await at.press("h")
        await at.until(lambda: "hint: 3" in at.text("message"))
        assert "{o}" in at.picture()
        await at.press("escape")
        assert "{o}" not in at.picture()


async def test_second_h_selects_the_hint_and_enter_plays_it(tmp_path: Path) -> None:
    path = heap(tmp_path, "counters 7:\n")
    async with at_table(path) as at:
        await at.press("h")
        await at.until(lambda: "hint: 3" in at.text("message"))
        await at.press("h")
        assert "press Enter to play 3" in at.text("message")
        assert path.read_text() == "counters 7:\n"
        await at.press("enter")
        assert path.read_text() == "counters 7: 3\n"


async def test_pasted_move_fills_the_command_line(tmp_path: Path) -> None:
    path = heap(tmp_path)
    async with at_table(path) as at:
        at.play.board.post_message(events.Paste("2\n"))
        await at.until(lambda: bool(at.play.query(CommandLine)))
        assert path.read_text() == "counters 9:\n"
        await at.press("enter")
        assert path.read_text() == "counters 9: 2\n"


async def test_move_is_animated_and_a_key_skips_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_frame, "BEATS", dict.fromkeys(range(1, 5), 1000.0))
    path = heap(tmp_path)
    async with at_table(path, animation=True) as at:
        await at.type("3")
        assert at.phase() is RecordPhase.SHOWING
        assert at.picture().count("o") == 8
        await at.press("x")
        assert at.phase() is RecordPhase.CHOOSING
        assert at.picture().count("o") == 6


async def test_key_that_skips_an_animation_also_has_its_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_frame, "BEATS", dict.fromkeys(range(1, 5), 1000.0))
    async with at_table(heap(tmp_path), animation=True) as at:
        await at.type("3")
        assert at.phase() is RecordPhase.SHOWING
        await at.press("U")
        assert at.play.document.record.last_step == 0
        assert at.phase() is RecordPhase.CHOOSING


async def test_escape_during_an_animation_pauses_a_game_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_frame, "BEATS", dict.fromkeys(range(1, 5), 1000.0))
    bots = ("--new", "toy:9", "--seat", "bot", "--seat", "bot")
    async with at_table(*bots, tmp_path / "a.heap", animation=True) as at:
        await at.until(lambda: at.phase() is RecordPhase.SHOWING)
        steps = at.play.document.record.last_step
        await at.press("escape")
        assert at.phase() is RecordPhase.PAUSED
        assert at.play.document.record.last_step == steps


async def test_file_changed_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    path = heap(tmp_path)
    async with at_table(path) as at:
        path.write_text("counters 5:\n")
        await at.type("3")
        await at.until(lambda: at.app.screen is not at.app.screen_stack[0])
        await at.press("enter")
        assert path.read_text() == "counters 5:\n"
        assert at.play.document.record.last_step == 0


async def test_review_moves_by_steps_and_shows_its_bar(tmp_path: Path) -> None:
    async with at_table(heap(tmp_path, "counters 9: 1 2 3\n")) as at:
        assert at.review.step == 0
        await at.press("right", "right")
        assert "step 2 of 3" in at.text("title")
        assert at.review.board.picture.text().count("o") == 6
        await at.press("end")
        assert at.review.step == 3
        await at.type("1")
        assert at.review.step == 1
        await at.press("c")
        await at.press("x", "enter")
        assert "this notation has no comments" in at.text("message")


async def test_review_animates_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_frame, "BEATS", dict.fromkeys(range(1, 5), 1000.0))
    async with at_table(heap(tmp_path, "counters 9: 1 3\n")) as at:
        await at.press("right", "f")
        assert "this step has no animation" in at.text("message")
        await at.press("right", "f")
        assert at.review.board.picture.text().count("o") == 7
        await at.press("left")
        assert at.review.board.picture.text().count("o") == 8


async def test_file_with_a_step_number_opens_at_that_step(tmp_path: Path) -> None:
    path = heap(tmp_path, "counters 9: 1 2 3\n")
    async with at_table(f"{path}#2") as at:
        assert at.review.step == 2


async def test_other_games_start_from_the_start_screen() -> None:
    async with at_table() as at:
        await at.press("g")
        assert "Counters" in at.app.screen.query_one("#games").text  # type: ignore[attr-defined]  # a RowList
        await at.press("right", "right", "enter")
        assert at.play.document.record.title == "a heap of 9"
        assert load_recent() == ()
        await at.type("1")
        assert at.play.document.path is not None
        assert load_recent() == (at.play.document.path,)
        assert recall_seats(at.play.document.path) == (PERSON, PERSON)


async def test_game_without_moves_creates_no_file_and_returns_to_the_list() -> None:
    async with at_table() as at:
        await at.press("g", "right", "right", "enter")
        kinds = [type(screen) for screen in at.app.screen_stack]
        assert kinds == [StartScreen, OtherGamesScreen, RecordPlayScreen]
        await at.press("Q")
        assert [type(screen) for screen in at.app.screen_stack] == kinds[:2]
        assert not games_folder().exists() or not list(games_folder().iterdir())


async def test_leaving_a_game_from_a_file_returns_to_the_start_screen(tmp_path: Path) -> None:
    async with at_table(heap(tmp_path, "counters 9:")) as at:
        await at.press("Q")
        assert isinstance(at.app.screen, StartScreen)


async def test_broken_file_names_the_line(tmp_path: Path) -> None:
    async with at_table(heap(tmp_path, "counters many")) as at:
        assert "cannot be opened" in at.text("head")
        assert "not a heap" in at.text("report")


async def test_leaving_an_unsaved_game_asks_first(tmp_path: Path) -> None:
    async with at_table(heap(tmp_path, "counters 9: 1 2 3\n")) as at:
        await at.press("right", "g")
        assert at.play.document.path is None
        await at.type("1")
        await at.press("Q")
        await at.until(lambda: not isinstance(at.app.screen, RecordPlayScreen))
        await at.press("escape")
        await at.type(f"save as {tmp_path / 'c.heap'}")
        assert (tmp_path / "c.heap").read_text() == "counters 9: 1 1\n"
