"""The first minutes of a new player: cursor, messages, keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.diagram import Style
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.transcript import load
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import rematch_of
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.story_screen import StoryScreen
from atlantis_tui.settings.options import Options, Zoom
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.widgets.dialogs import Dialog
from tests.little_boards import position
from tests.tui.driving import STILL, playing, wait_until

START = traditional_start(Shape.HEXAGON, 2, players=2)
LARGE = traditional_start(Shape.HEXAGON, 5, players=2)


async def test_first_enter_lifts_stones() -> None:
    async with playing(START) as driver:
        entry = driver.screen.board.entry
        assert entry is not None
        assert driver.screen.board.cursor in entry.plan.sources()
        await driver.press("enter")
        assert "lifted" in driver.message


async def test_panel_states_the_goal_until_the_first_turn() -> None:
    async with playing(START, size=(80, 24)) as driver:
        goal = " ".join(driver.text("side").split())
        assert "Hold the most fields" in goal
        assert "up to one move per segment" in goal
        assert "Rules: F2. Lessons: Learn." in goal
        await driver.press("t")
        await driver.until(lambda: "Goal" not in driver.text("side"))


async def test_key_line_offers_only_what_works_at_the_cursor() -> None:
    start = position("B2 C5", "b2:1 a1:0", "c5:1")
    async with playing(start, size=(80, 24)) as driver:
        for field, offered, missing in (
            ("b2", "Enter lift", "Tab your stacks"),
            ("b3", "Tab your stacks", "Enter lift"),
            ("a1", "Tab your stacks", "Enter lift"),
            ("c5", "Tab your stacks", "Enter lift"),
        ):
            await driver.go_to(field)
            assert offered in driver.text("keys")
            assert missing not in driver.text("keys")
            assert "h hint" in driver.text("keys")


async def test_moved_stones_are_not_offered_again() -> None:
    async with playing(position("B2 C5", "b2:1", "c5:1")) as driver:
        await driver.type("b2-b3")
        await driver.go_to("b2")
        assert "Enter lift" not in driver.text("keys")
        await driver.go_to("b3")
        assert "Enter lift" not in driver.text("keys")


async def test_key_line_offers_no_stones_of_a_segment_that_has_moved() -> None:
    async with playing(START) as driver:
        entry = driver.screen.board.entry
        assert entry is not None
        move = entry.plan.legal_moves()[0]
        segments = START.board.segment_of
        (beside, *_) = (
            field
            for field in entry.plan.sources()
            if field != move.source and segments(field) == segments(move.source)
        )
        await driver.go_to(str(beside))
        assert "Enter lift" in driver.text("keys")
        await driver.type(str(move))
        await driver.go_to(str(beside))
        assert "Enter lift" not in driver.text("keys")


async def test_ending_the_turn_is_offered_when_no_stone_can_move_any_more() -> None:
    async with playing(position("B2 C5", "b2:1", "c5:1")) as driver:
        await driver.type("b2-b3")
        assert driver.message.startswith("no stone can move any more: press t to end the turn")
        assert "Tab" not in driver.text("keys")
        await driver.press("u")
        assert "no stone can move" not in driver.message


async def test_first_move_states_the_rule_of_segments() -> None:
    async with playing(START, size=(80, 24)) as driver:
        await driver.type("c3-d3")
        assert driver.message.startswith("one move per segment and turn: press t to end the turn")


async def test_enter_on_a_foreign_field_names_the_key_for_own_stacks() -> None:
    start = position("B2 C5", "b2:1 a1:0", "c5:1")
    async with playing(start) as driver:
        for field, answer in (
            ("b3", "no stones on this field; Tab: your stacks"),
            ("a1", "a1 is dead; Tab: your stacks"),
            ("c5", "these stones belong to Steelblue; Tab: your stacks"),
        ):
            await driver.go_to(field)
            await driver.press("enter")
            assert driver.message == answer


@pytest.mark.parametrize("typed", ["b2-z9", "b2-c9", "b2-b99"])
async def test_unknown_field_name_is_refused(typed: str) -> None:
    async with playing(position("B2 C5", "b2:1", "c5:1")) as driver:
        await driver.type(typed)
        assert "no such field" in driver.message
        assert "straight" not in driver.message


async def test_escape_after_a_mistyped_line_stays_in_the_game() -> None:
    async with playing(START) as driver:
        game = driver.app.screen
        await driver.type("zzz")
        assert "zzz" in driver.message
        await driver.press("escape")
        assert driver.app.screen is game
        assert "zzz" not in driver.message
        await driver.type("zzz")
        await driver.press("colon")
        assert "zzz" not in driver.message, "an old complaint is gone when one types again"
        await driver.press("escape", "escape")
        assert driver.app.screen is game
        assert "press Q to leave the game" in driver.message
        await driver.press("Q")
        assert driver.app.screen is not game


async def test_open_prompt_shows_its_keys_and_no_old_message() -> None:
    async with playing(START, size=(40, 24)) as driver:
        before = driver.text("keys")
        await driver.type("b3-zz99")
        assert driver.screen.query_one("#overflow").display
        await driver.press("colon")
        assert driver.text("keys").startswith(" Enter run ")
        assert not driver.screen.query_one("#overflow").display
        await driver.press("escape")
        assert driver.text("keys") == before


async def test_empty_turn_is_confirmed_until_the_player_declines() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        await driver.press("t")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        assert driver.document.game.turn_number == 0
        await driver.press("enter")
        await driver.until(lambda: driver.app.screen is driver.screen)
        assert driver.document.game.turn_number == 0
        await driver.press("t")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("p")
        await driver.until(lambda: driver.document.game.turn_number == 1)
        await driver.press("t")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("P")
        await driver.until(lambda: driver.document.game.turn_number == 2)
        await driver.press("t")
        await driver.until(lambda: driver.document.game.turn_number == 3)


async def test_typed_pass_skips_confirmation() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        await driver.type("b3-c4")
        await driver.type("pass")
        assert driver.document.game.turns == ((),)


async def test_holding_t_does_not_pass() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        await driver.press(*"ttttt")
        await driver.press("p")
        await driver.until(lambda: driver.document.game.turn_number == 1)
        await driver.press(*"ttttt")
        assert driver.document.game.turn_number == 1


async def test_confirmation_needs_an_empty_plan_and_the_option() -> None:
    for options, keys in ((Options(animation=False), ("enter", "w", "enter")), (STILL, ())):
        async with playing(START, options=options) as driver:
            await driver.press(*keys, "t")
            await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_large_board_opens_at_the_players_stones() -> None:
    options = Options(animation=False, zoom=Zoom.SPEC)
    async with playing(LARGE, options=options) as driver:
        board = driver.screen.board
        assert board.cursor is not None
        assert LARGE[board.cursor].player == 0
        assert board.viewport is not None
        left, top = board.viewport.left, board.viewport.top
        box = board.layout_shown.bounds(board.cursor)  # type: ignore[union-attr]
        assert 0 <= box.column + left < board.size.width
        assert 0 <= box.line + top < board.size.height


async def test_arrows_at_the_edge_point_to_more_own_stacks() -> None:
    start = position("B2 B9 I2", "b2:1 b9:1 i2:1", "c3:1")
    options = Options(animation=False, zoom=Zoom.SPEC)
    async with playing(start, options=options, size=(40, 16)) as driver:
        board = driver.screen.board
        await driver.go_to("b2")
        lines = [board.render_line(y).text for y in range(board.size.height)]
        assert all(len(line) == board.size.width for line in lines)
        edge = {line[0] for line in lines} | {line[-1] for line in lines} | {*lines[0], *lines[-1]}
        assert edge & {"<", ">", "^", "v"}
        await driver.press("g")
        assert str(board.cursor) in {"b9", "i2"}
        first = board.cursor
        await driver.press("g")
        assert board.cursor != first
        await driver.press("G")
        assert board.cursor == first


async def test_board_that_fits_has_no_arrows() -> None:
    async with playing(START, options=STILL) as driver:
        board = driver.screen.board
        assert board.layout_shown is not None
        assert board.layout_shown.style is Style.MIDDLE
        board.render_line(0)
        assert board._arrows is None


def finished(tmp_path: Path, winner: str = "a") -> GameDocument:
    """A game that is over, on a board of two parts; the larger one is the winner's."""
    parts = {"a": "[a1 a2 a3] [h8 h9]", "h": "[a1 a2] [h7 h8 h9]"}
    document = GameDocument.new(
        position(parts[winner], "a1:1", "h8:1"), seats=(PERSON, Seat(SeatKind.DUMMY))
    )
    document.save_as(tmp_path / "game.json")
    return document


@pytest.mark.parametrize(("winner", "said"), [("a", "You won"), ("h", "You lost")])
async def test_result_says_whether_you_won(winner: str, said: str, tmp_path: Path) -> None:
    async with playing(document=finished(tmp_path, winner)) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
        assert said in driver.app.export_screenshot().replace("&#160;", " ")


@pytest.mark.parametrize(("key", "kind"), [("n", NewGameScreen), ("v", ReviewScreen)])
async def test_result_offers_what_comes_next(key: str, kind: type, tmp_path: Path) -> None:
    async with playing(document=finished(tmp_path)) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
        await driver.press(key)
        await wait_until(driver.pilot, lambda: isinstance(driver.app.screen, kind))


async def test_rematch_begins_with_the_next_player_in_its_own_file(tmp_path: Path) -> None:
    start = position("[a1 a2 a3] [h8 h9]", "a1:1", "h8:1")
    document = GameDocument.new(start, names=["Ann", "Bob"])
    document.save_as(tmp_path / "game.json")
    async with playing(document=document) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, StoryScreen))
        assert "Bob begins" in driver.app.export_screenshot().replace("&#160;", " ")
        await driver.press("r")
        await driver.until(lambda: len(driver.app.screen_stack) > 2)
        again = driver.app.screen_stack[1]
        assert isinstance(again, PlayScreen)
        again.document.save()
        assert again.document.path is not None
        assert again.document.path.name.endswith("-game-1.json")
        assert [player.name for player in load(again.document.path).players] == ["Bob", "Ann"]


def test_rematch_in_the_same_seats(tmp_path: Path) -> None:
    document = GameDocument.new(START, names=["Ann", "Ben"], path=tmp_path / "game.json")
    assert rematch_of(document).cast.names == ("Ben", "Ann")
    assert rematch_of(document, keeps_seats=True).cast.names == ("Ann", "Ben")


def test_rematch_keeps_dummies_in_their_seats(tmp_path: Path) -> None:
    again = rematch_of(finished(tmp_path))
    assert [seat.kind for seat in again.seats] == [SeatKind.PERSON, SeatKind.DUMMY]


async def test_side_panel_shows_numbers_after_the_animated_turn() -> None:
    options = Options(animation=True, speed=1, ask_pass=False)
    async with playing(START, options=options, size=(120, 40)) as driver:
        assert driver.text("side").startswith("Players")
        await driver.press("enter", "w", "enter", "t")
        assert driver.mode() is Mode.SHOWING
        assert driver.text("side").startswith("After this turn")
