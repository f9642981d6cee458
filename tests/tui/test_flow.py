"""A game on the play screen: ending turns, animation, undo, bots, the result, leaving."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.board.marks import Mark
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.review.story_screen import StoryScreen
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.text_lines import TextLines
from tests.little_boards import position
from tests.tui.driving import THINKING_FOR_EVER, Driver, playing

START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "random")
LAST_TURN = position("B2 C5", "b2:5 a1:1", "c5:1")
"""The first player can explode, which lets much happen in one turn."""


def dialog_text(driver: Driver) -> str:
    screen = driver.app.screen
    assert isinstance(screen, Dialog)
    return "\n".join(lines.text for lines in screen.query(TextLines))


async def story_text(driver: Driver) -> str:
    await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
    return "\n".join(lines.text for lines in driver.app.screen.query(TextLines))


async def test_finished_turn_is_saved_and_the_next_player_plans(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    async with playing(START, path=path) as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        assert GameDocument.load(path).game.turns == (parse_moves("b3-c4"),)
        assert driver.document.game.position.to_move == 1
        assert "b3-c4" in driver.text("side")
        assert "turn 2" in driver.text("title")
        assert driver.plan == "pass"


async def test_typed_pass_discards_the_plan_and_ends_the_turn() -> None:
    async with playing(START) as driver:
        await driver.type("b3-c4")
        await driver.type("pass")
        assert driver.document.game.turns == ((),)


async def test_whole_turns_are_undone_and_redone(tmp_path: Path) -> None:
    async with playing(START, path=tmp_path / "game.json") as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        await driver.press("t")
        await driver.press("U")
        assert driver.document.game.turn_number == 1
        await driver.press("U")
        assert driver.document.game.turn_number == 0
        await driver.press("U")
        assert "nothing to undo" in driver.message
        await driver.press("R", "R")
        assert driver.document.game.turn_number == 2
        await driver.press("R")
        assert "nothing to redo" in driver.message


async def test_animation_shows_steps_and_any_key_skips_it() -> None:
    options = Options(animation=True, speed=1, ask_pass=False)
    async with playing(LAST_TURN, options=options) as driver:
        await driver.type("a1-b2")
        await driver.press("t")
        assert driver.state() is Mode.SHOWING
        assert driver.document.game.turn_number == 1
        assert "a1-b2" in driver.message
        assert "skip" in driver.text("keys")
        assert "turn 1" in driver.text("title")
        assert "(C) is moving" in driver.text("title")
        turns = driver.document.game.turn_number
        await driver.press("z")
        assert driver.state() is not Mode.SHOWING or driver.document.game.turn_number > turns


async def test_key_that_skips_an_animation_also_has_its_effect() -> None:
    options = Options(animation=True, speed=1, ask_pass=False)
    async with playing(START, options=options) as driver:
        await driver.type("b3-c4")
        await driver.press("t", "tab", "enter")
        assert driver.mode() is Mode.LIFTED
        assert driver.document.game.turn_number == 1
        await driver.press("escape", "t", "colon")
        assert driver.screen.query_one(Prompt).is_open
        assert driver.state() is Mode.PLANNING


async def test_key_skips_the_forced_turns_after_a_turn_too() -> None:
    options = Options(animation=True, speed=1, ask_pass=False)
    start = position("B2 C5", "b2:1", "", "c5:1")
    async with playing(start, options=options) as driver:
        await driver.press("t", "m")
        assert driver.document.game.turn_number == 2
        assert driver.screen.query_one(Prompt).is_open
        assert driver.state() is Mode.PLANNING


async def test_animation_ends_without_a_key() -> None:
    options = Options(animation=True, speed=4, ask_pass=False)
    async with playing(START, options=options) as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        await driver.until(lambda: driver.state() is Mode.PLANNING)
        assert driver.document.game.position.to_move == 1


async def test_slow_connection_gets_one_frame_per_turn() -> None:
    options = Options(animation=True, slow=True, speed=1, ask_pass=False)
    async with playing(LAST_TURN, options=options) as driver:
        await driver.type("a1-b2")
        await driver.press("t")
        assert driver.state() is Mode.SHOWING
        assert not driver.screen.player.frames
        assert "a1-b2" in driver.message
        assert "explode" in driver.message


async def test_forced_turns_pass_automatically() -> None:
    # The second player has no stones at all and so never decides anything (R2.2).
    start = position("B2 C5", "b2:1", "", "c5:1")
    async with playing(start) as driver:
        await driver.press("t")
        assert driver.document.game.turn_number == 2
        assert driver.document.game.position.to_move == 2


async def test_dummy_never_moves() -> None:
    async with playing(START, seats=(PERSON, Seat(SeatKind.DUMMY))) as driver:
        await driver.press("t")
        assert driver.document.game.turn_number == 2
        assert driver.document.game.turns[1] == ()


async def test_end_of_the_game_shows_ranking_and_reason() -> None:
    start = position("[a1 b1] [c1]", "a1:1", "b1:1")
    async with playing(start) as driver:
        await driver.type("a1-b1")
        await driver.press("t")
        await driver.until(lambda: driver.document.game.is_over)
        text = await story_text(driver)
        assert "The game is over" in text
        assert re.search(r"S +Steelblue.*C +Crimson", text, re.DOTALL), "the winner comes first"
        await driver.press("escape")
        assert driver.state() is Mode.OVER
        await driver.press("t")
        assert "the game is over" in driver.message
        await driver.press("o")
        assert isinstance(driver.app.screen, StoryScreen)
        await driver.press("escape", "U")
        assert driver.state() is Mode.PLANNING


async def test_opening_a_finished_game_shows_its_result() -> None:
    async with playing(position("B2", "b2:1")) as driver:
        assert "7 fields" in await story_text(driver)


async def test_bot_plays_its_turn_in_another_process() -> None:
    async with playing(START, seats=(PERSON, BOT)) as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        await driver.until(lambda: driver.document.game.turn_number == 2)
        await driver.until(lambda: driver.state() is Mode.PLANNING)
        assert driver.document.game.position.to_move == 0
        await driver.press("U")
        assert driver.document.game.turn_number == 0


async def test_bot_can_be_stopped_and_resumed() -> None:
    async with playing(START, seats=(THINKING_FOR_EVER, PERSON)) as driver:
        for _ in range(2):
            assert driver.state() is Mode.THINKING
            await driver.press("w")
            assert driver.state() is Mode.THINKING
            await driver.press("escape")
            await driver.until(lambda: driver.state() is Mode.PLANNING)
            assert driver.document.game.turn_number == 0
            assert "press b to try again" in driver.message
            await driver.press("b")
        assert driver.state() is Mode.THINKING


async def test_unknown_bot_is_reported_and_a_person_can_play_for_it() -> None:
    async with playing(START, seats=(Seat(SeatKind.BOT, "nobody"), PERSON)) as driver:
        await driver.until(lambda: driver.state() is Mode.PLANNING)
        assert "not a bot: 'nobody'" in driver.message
        await driver.type("b3-c4")
        assert driver.plan == "b3-c4"


@pytest.mark.parametrize("wanted", [True, False])
async def test_bell_rings_after_a_bots_turn(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    options = Options(animation=False, bell=wanted, ask_pass=False)
    async with playing(START, seats=(PERSON, BOT), options=options) as driver:
        monkeypatch.setattr(driver.app, "bell", lambda: rung.append(True))
        await driver.press("t")
        await driver.until(lambda: driver.document.game.turn_number == 2)
        await driver.until(lambda: driver.state() is Mode.PLANNING)
    assert bool(rung) is wanted


async def test_file_changed_on_disk_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.save()
    async with playing(document=document) as driver:
        GameDocument.load(path).play(parse_moves("a3-b4"))
        await driver.type("b3-c4")
        await driver.press("t")
        assert isinstance(driver.app.screen, Dialog)
        assert driver.document.game.turn_number == 0
        await driver.press("enter")
        assert driver.plan == "b3-c4"
        await driver.press("t")
        await driver.press("o")
        await driver.until(lambda: not isinstance(driver.app.screen, Dialog))
        await driver.press("t")
        assert GameDocument.load(path).game.turns == (parse_moves("b3-c4"),)


async def test_save_as_asks_before_replacing(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("precious")
    async with playing(START, path=tmp_path / "game.json") as driver:
        await driver.type(f"save as {other}")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("enter")
        assert other.read_text() == "precious"
        await driver.type(f"save as {other}")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("r")
        await driver.until(lambda: driver.document.path == other)
        assert GameDocument.load(other).game.turn_number == 0


async def test_quitting_asks_only_about_unsaved_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    async with playing(START, path=path) as driver:
        await driver.press("t")
        await driver.press("t")
        await driver.press("U")
        await driver.press("ctrl+q")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        assert "You undid a turn" in dialog_text(driver)
        await driver.press("enter")
        assert not isinstance(driver.app.screen, Dialog)
        await driver.press("ctrl+q")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("d")
        await driver.until(lambda: not driver.app.is_running)
    assert GameDocument.load(path).game.turn_number == 1


async def test_quitting_a_saved_game_asks_nothing(tmp_path: Path) -> None:
    async with playing(START, path=tmp_path / "game.json") as driver:
        await driver.type("b3-c4")
        await driver.press("ctrl+q")
        await driver.until(lambda: not driver.app.is_running)
    assert GameDocument.new(START, path=tmp_path / "game.json").recall_plan().moves


async def test_quitting_a_game_without_a_file_asks() -> None:
    async with playing(START) as driver:
        await driver.press("t")
        await driver.type("quit")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        assert "never been saved" in dialog_text(driver)
        await driver.press("d")
        await driver.until(lambda: not driver.app.is_running)


async def test_help_describes_the_present_mode() -> None:
    async with playing(START) as driver:
        await driver.press("question_mark")
        assert "Planning a turn" in dialog_text(driver)
        await driver.press("escape")
        await driver.go_to("b3")
        await driver.press("enter", "question_mark")
        assert "Stones lifted" in dialog_text(driver)


async def test_animation_speed_is_changed_and_saved() -> None:
    async with playing(START, options=replace(Options(animation=False), speed=2)) as driver:
        await driver.press("greater_than_sign")
        assert driver.app.options.speed == 3
        await driver.type("speed 1")
        assert driver.app.options.speed == 1


async def test_last_turn_is_marked_until_the_next_starts() -> None:
    async with playing(START) as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        assert parse_field("c4") in driver.screen.board.marks
        await driver.type("h7-h8")
        changed = [f for f, m in driver.screen.board.marks.items() if "changed" in str(m.kinds)]
        assert not changed


async def test_turns_of_other_players_are_listed_and_marked() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=3)
    async with playing(start) as driver:
        moves = [str(driver.document.game.legal_moves()[0])]
        await driver.type(moves[0])
        await driver.press("t")
        moves.append(str(driver.document.game.legal_moves()[0]))
        await driver.type(moves[1])
        await driver.press("t")
        await driver.press("t")
        assert moves[1] in driver.message
        assert moves[0] not in driver.message
        assert driver.message.endswith(": pass")
        marked = {str(f) for f, m in driver.screen.board.marks.items() if Mark.CHANGED in m.kinds}
        assert marked == set(moves[1].split("-"))


async def test_typed_undo_removes_a_planned_move_first() -> None:
    async with playing(START) as driver:
        await driver.press("t")
        await driver.type("h7-h8")
        await driver.type("undo")
        assert driver.plan == "pass"
        assert driver.document.game.turn_number == 1
        await driver.type("undo")
        assert driver.document.game.turn_number == 0


async def test_message_does_not_cover_the_cursor_on_a_small_screen() -> None:
    async with playing(traditional_start(Shape.TRIANGLE, 3, 2), size=(40, 12)) as driver:
        for field in ("a1", "a2", "b1"):
            await driver.go_to(field)
            assert driver.message.startswith(f"{field}: 1 stone of C, explodes with")
            assert not driver.screen.query_one("#overflow").display
