"""Games between bots and paused bots: stop, resume, undo, redo."""

from __future__ import annotations

import pytest

from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.cancelling import Cancelled
from atlantis_tui.board.frame_player import BEATS
from atlantis_tui.game.events import ThoughtWanted
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import THINKING_FOR_EVER, Driver, playing

START = traditional_start(Shape.HEXAGON, 2, players=2)
LONG = traditional_start(Shape.HEXAGON, 5, players=2)
PONDERING = Seat(SeatKind.BOT, "greedy")
"""On a large board, in Python, it leaves the app time to hear a key; a random one is through."""
BOT = Seat(SeatKind.BOT, "random")
BOTS = (BOT, BOT)
ANIMATED = Options(animation=True, speed=1, ask_pass=False)


def help_text(driver: Driver) -> str:
    assert isinstance(driver.app.screen, Dialog)
    return " ".join(driver.app.screen.query_one("#text", TextLines).text.split())


async def stop_after(driver: Driver, turns: int) -> int:
    """Let the bots play some turns and stop them; gives how many they have played."""
    await driver.until(lambda: driver.document.game.turn_number >= turns)
    await driver.press("escape")
    await driver.until(lambda: driver.mode() is Mode.PAUSED)
    return driver.document.game.turn_number


async def test_escape_stops_bots_during_an_animation_and_b_resumes() -> None:
    async with playing(START, seats=BOTS, options=ANIMATED) as driver:
        await driver.until(lambda: driver.state() is Mode.SHOWING)
        assert "Esc stop bots" in driver.text("keys")
        assert "any key skip" in driver.text("keys")
        turns = driver.document.game.turn_number
        await driver.press("escape")
        assert driver.mode() is Mode.PAUSED
        assert "press b to let the bots continue" in driver.message
        await driver.pilot.pause(0.3)
        assert driver.document.game.turn_number == turns
        await driver.press("b")
        assert "stopped" not in driver.message
        await driver.until(lambda: driver.document.game.turn_number > turns)


@pytest.mark.usefixtures("slow_thinking")
async def test_escape_stops_bots_without_animation() -> None:
    async with playing(LONG, seats=(PONDERING, PONDERING)) as driver:
        turns = await stop_after(driver, 3)
        await driver.pilot.pause(0.2)
        assert driver.document.game.turn_number == turns
        assert driver.text("keys").startswith(" b let it play")


async def test_help_pauses_the_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(START, seats=BOTS, options=ANIMATED) as driver:
        await driver.until(lambda: driver.state() is Mode.SHOWING)
        await driver.press("question_mark")
        assert "A turn is being animated" in help_text(driver)
        turns = driver.document.game.turn_number
        driver.screen.player._frame_over()  # its time is up
        assert driver.screen.player.is_waiting
        assert driver.state() is Mode.SHOWING
        assert driver.document.game.turn_number == turns
        monkeypatch.setitem(BEATS, 1, 0.05)
        await driver.press("escape")
        await driver.until(lambda: driver.document.game.turn_number > turns)


async def test_other_keys_skip_the_animation() -> None:
    async with playing(START, seats=(PERSON, BOT), options=ANIMATED) as driver:
        await driver.press("t")
        assert driver.state() is Mode.SHOWING
        assert "Esc" not in driver.text("keys")
        await driver.press("greater_than_sign")
        assert driver.state() is Mode.SHOWING
        assert driver.app.options.speed == 2
        await driver.press("escape")
        assert driver.state() is not Mode.SHOWING or driver.document.game.turn_number == 2
        assert driver.mode() is not Mode.PAUSED


@pytest.mark.usefixtures("slow_thinking")
async def test_undo_in_a_game_of_bots_goes_back_one_turn() -> None:
    async with playing(LONG, seats=(PONDERING, PONDERING)) as driver:
        turns = await stop_after(driver, 4)
        await driver.press("U", "U")
        assert driver.document.game.turn_number == turns - 2
        assert "1 turn undone; press R to redo it; press b to let the bots" in driver.message
        await driver.press("R")
        assert driver.document.game.turn_number == turns - 1
        assert driver.mode() is Mode.PAUSED
        assert "1 turn redone; press b to let the bots continue" in driver.message


async def test_redo_lets_the_bot_play() -> None:
    async with playing(START, seats=(PERSON, BOT)) as driver:
        driver.document.play()
        driver.document.game.undo()
        await driver.press("R")
        await driver.until(lambda: driver.document.game.turn_number == 2)


async def test_undoing_a_bots_first_turn_pauses_the_bot() -> None:
    async with playing(START, seats=(BOT, PERSON)) as driver:
        await driver.until(lambda: driver.state() is Mode.PLANNING)
        await driver.press("U")
        assert driver.mode() is Mode.PAUSED
        assert "press R to redo it; press b to let the bot play" in driver.message
        assert "is paused" in driver.text("title")


async def test_redo_without_undone_turns_does_not_interrupt_the_bot() -> None:
    async with playing(START, seats=(THINKING_FOR_EVER, PERSON)) as driver:
        assert driver.state() is Mode.THINKING
        await driver.press("R")
        assert driver.state() is Mode.THINKING


async def test_help_names_the_key_that_resumes_a_paused_bot() -> None:
    async with playing(START, seats=(Seat(SeatKind.BOT, "nobody"), PERSON)) as driver:
        await driver.until(lambda: driver.mode() is Mode.PAUSED)
        assert driver.text("keys").startswith(" b let it play")
        await driver.press("question_mark")
        assert "A bot or agent is to move, but is paused b let it play" in help_text(driver)


@pytest.mark.usefixtures("slow_thinking")
async def test_paused_dummy_passes_on_resume() -> None:
    async with playing(LONG, seats=(PONDERING, Seat(SeatKind.DUMMY))) as driver:
        await stop_after(driver, 2)
        await driver.press("U")
        assert driver.document.seat_to_move.kind is SeatKind.DUMMY
        turns = driver.document.game.turn_number
        await driver.press("b")
        await driver.until(lambda: driver.document.game.turn_number > turns)


@pytest.mark.parametrize("is_failing", [False, True], ids=["answer", "failure"])
async def test_answer_after_the_screen_has_closed_is_ignored(
    monkeypatch: pytest.MonkeyPatch, is_failing: bool
) -> None:
    async with playing(START, seats=(THINKING_FOR_EVER, PERSON)) as driver:
        await driver.until(lambda: driver.mode() is Mode.THINKING)
        screen = driver.screen
        thought_wanted = ThoughtWanted(THINKING_FOR_EVER, 0)

        async def choose(_seat: Seat, _game: Game) -> Turn:
            if is_failing:
                raise Cancelled
            return ()

        monkeypatch.setattr(screen.thinker, "choose", choose)
        await driver.app.push_screen(Dialog("Another", [("one",)]))
        await screen.remove()
        turns = driver.document.game.turns
        await PlayScreen._think.__wrapped__(screen, thought_wanted)  # type: ignore[attr-defined]
        assert driver.document.game.turns == turns
