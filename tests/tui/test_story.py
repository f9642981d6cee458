"""The screen after a game: its story, filled in by the judge, and the ways to go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from atlantis_core.review.judged_games import Judgement, find_judgement, keep_judgement
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.transcript import load
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.story_lines import chart_heading
from atlantis_tui.review.story_screen import StoryScreen
from atlantis_tui.review.try_screen import TryScreen
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.text_dialog import TextDialog
from atlantis_tui.widgets.text_lines import TextLines, as_piece
from tests.little_boards import position
from tests.tui.driving import STILL, Driver, playing


def short(tmp_path: Path) -> GameDocument:
    """Two turns on a small board, ended by resignation."""
    start = traditional_start(Shape.TRIANGLE, 2, players=2)
    document = GameDocument.new(start, names=["Ann", "Bob"], seats=(Seat(SeatKind.PERSON),) * 2)
    document.save_as(tmp_path / "game.json")
    document.play(())
    document.play(())
    document.give_up(1)
    return document


async def story_of(driver: Driver) -> StoryScreen:
    await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
    screen = driver.app.screen
    assert isinstance(screen, StoryScreen)
    return screen


def text_of(screen: StoryScreen, name: str = "story") -> str:
    return screen.query_one(f"#{name}", TextLines).text


def notified(driver: Driver) -> list[str]:
    """The messages above the key line."""
    return [notification.message for notification in driver.app._notifications]


async def test_story_tells_who_won_and_why_before_the_judge_answers(tmp_path: Path) -> None:
    async with playing(document=short(tmp_path)) as driver:
        text = text_of(await story_of(driver))
        assert " Ann won " in text
        assert "resigned" in text
        assert "2 turns" in text
        assert "..." in text, "accuracy is not known yet"


async def test_judge_fills_in_the_story_and_the_file_by_itself(tmp_path: Path) -> None:
    options = Options(animation=False)
    async with playing(document=short(tmp_path), options=options) as driver:
        screen = await story_of(driver)
        await driver.until(lambda: "judged by" in text_of(screen, "head"))
        assert "..." not in text_of(screen)
        assert "%" in text_of(screen)
        assert "chance to win" in text_of(screen, "heading")
        judgement = find_judgement(load(tmp_path / "game.json"))
        assert judgement is not None
        assert not judgement.missing(2)


async def test_worst_turn_opens_the_turn_to_try_instead(tmp_path: Path) -> None:
    document = short(tmp_path)
    bad = TurnVerdict(0, (0.7, 0.3), (0.2, 0.8), 0.5, None, (), TurnMark.BAD)
    fine = TurnVerdict(1, (0.2, 0.8), (0.2, 0.8), 0.0, None, (), TurnMark.NONE)
    document.edit(keep_judgement(document.transcript, Judgement("master", 1, {1: bad, 2: fine})))
    async with playing(document=document, options=replace(STILL, judge=True)) as driver:
        screen = await story_of(driver)
        assert "70% -> 20%" in text_of(screen)
        for width in range(30, 100):
            heading = "".join(
                piece.text for piece in map(as_piece, chart_heading(screen.story, width))
            )
            assert len(heading) <= width
            assert not heading.split(" S")[1].strip() or "  % decided  ? worst" in heading
        await driver.press("w")
        await driver.until(lambda: isinstance(driver.app.screen, TryScreen))
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, ReviewScreen))
        await driver.press("escape")
        assert "70% -> 20%" in text_of(await story_of(driver)), "the way on is there"


async def test_tie_is_explained(tmp_path: Path) -> None:
    parts = position("[a1 a2] [h7 h8]", "a1:1", "h8:1")
    document = GameDocument.new(parts, seats=(PERSON, Seat(SeatKind.DUMMY)))
    document.save_as(tmp_path / "game.json")
    async with playing(document=document) as driver:
        text = " ".join(text_of(await story_of(driver)).split())
        assert "2 : 2 fields" in text
        assert "Ties go to the player later in turn order." in text


async def test_worst_turn_waits_for_the_judge(tmp_path: Path) -> None:
    async with playing(document=short(tmp_path)) as driver:
        screen = await story_of(driver)
        await driver.press("w")
        assert "not judged yet: press j" in text_of(screen, "head")
        assert notified(driver) == ["not judged yet: press j"]


async def test_message_says_that_there_is_no_worst_turn(tmp_path: Path) -> None:
    document = short(tmp_path)
    verdicts = {
        turn: TurnVerdict(turn - 1, (0.5, 0.5), (0.5, 0.5), 0.0, None, (), TurnMark.NONE)
        for turn in (1, 2)
    }
    document.edit(keep_judgement(document.transcript, Judgement("master", 1, verdicts)))
    async with playing(document=document) as driver:
        screen = await story_of(driver)
        await driver.press("w", "w")
        assert "no mistakes found" in text_of(screen, "head")
        assert notified(driver) == ["no mistakes found"]


async def test_export_proposes_a_free_name_and_says_where_the_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    document = short(tmp_path)
    assert document.path is not None
    first, second = (f"{document.path.stem}{ending}.html" for ending in ("", "-2"))
    async with playing(document=document) as driver:
        await story_of(driver)
        for name in (first, second):
            await driver.press("e")
            await driver.until(lambda: isinstance(driver.app.screen, TextDialog))
            assert driver.app.screen.query_one(Input).value == name
            await driver.press("enter")
            await driver.until((tmp_path / name).exists)
            await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
        await driver.until(lambda: any(second in text for text in notified(driver)))


@pytest.mark.parametrize("key", ["s", "Q"])
async def test_story_leaves_for_the_start_screen(key: str, tmp_path: Path) -> None:
    async with playing(document=short(tmp_path)) as driver:
        await story_of(driver)
        await driver.press(key)
        await driver.until(lambda: isinstance(driver.app.screen, StartScreen))


async def test_escape_shows_the_board_and_the_result_key_the_story(tmp_path: Path) -> None:
    async with playing(document=short(tmp_path)) as driver:
        await story_of(driver)
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.press("o")
        await story_of(driver)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.NONE], ids=str)
async def test_story_fits_the_window(size: tuple[int, int], depth: Colors, tmp_path: Path) -> None:
    async with playing(document=short(tmp_path), size=size, depth=depth) as driver:
        screen = await story_of(driver)
        await driver.pilot.pause()
        assert screen.board.display is (size[0] >= 80)
        assert screen.timeline.display is (size[1] >= 16)
        keys = text_of(screen, "keys")
        assert keys.startswith(" Enter review  ")
        assert ("r rematch" in keys and "e export" in keys) is (size[0] >= 60)
        text = screen.query_one("#story", TextLines)
        widths = [sum(len(piece.text) for piece in line) for line in text.lines]
        assert max(widths) <= text.size.width
