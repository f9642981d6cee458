"""Entering a turn on the screen with keys, mouse and typed moves."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from atlantis_core.positions.grid import parse_field
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.board.marks import Mark
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.settings.options import Names
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.little_boards import position
from tests.tui.driving import Driver, playing

START = traditional_start(Shape.HEXAGON, 2, players=2)
TALL = position("B2 C5 E4", "b2:2 c5:1", "e5:1 a1:1")


def marks_of(driver: Driver, field: str) -> frozenset[Mark]:
    marked = driver.screen.board.marks.get(parse_field(field))
    return frozenset() if marked is None else marked.kinds


def shown(driver: Driver) -> Position:
    position_shown = driver.screen.board.position_shown
    assert position_shown is not None
    return position_shown


@pytest.mark.parametrize(
    ("key", "field"),
    [("q", "c6"), ("w", "d6"), ("e", "d5"), ("a", "b5"), ("s", "b4"), ("d", "c4"), ("up", "d6")],
)
async def test_six_keys_move_the_cursor_in_six_directions(key: str, field: str) -> None:
    async with playing(TALL) as driver:
        await driver.go_to("c5")
        await driver.press(key)
        assert driver.cursor == field


async def test_left_and_right_stay_in_a_row() -> None:
    async with playing(START) as driver:
        await driver.go_to("e5")
        for _ in range(4):
            await driver.press("right")
        for _ in range(4):
            await driver.press("left")
        assert driver.cursor == "e5"


async def test_stones_are_lifted_aimed_and_placed() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("b2")
        await driver.press("enter")
        assert driver.mode() is Mode.LIFTED
        assert Mark.SOURCE in marks_of(driver, "b2")
        assert Mark.REACHABLE in marks_of(driver, "b4")
        assert driver.screen.board.marks[parse_field("b4")].note == "+2"
        await driver.press("q", "q")
        assert driver.cursor == "b4"
        await driver.press("enter")
        assert driver.plan == "b2-b4"
        assert driver.mode() is Mode.PLANNING
        assert Mark.PLANNED in marks_of(driver, "b4")
        assert shown(driver)[parse_field("b4")].stones == 2


async def test_opposite_key_shortens_the_move() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("b2")
        await driver.press("space", "q", "q", "d")
        assert driver.cursor == "b3"
        await driver.press("w")
        assert driver.cursor == "c3"
        await driver.press("space")
        assert driver.plan == "b2-c3"


async def test_escape_puts_lifted_stones_back() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("b2")
        await driver.press("enter", "q", "escape")
        assert driver.plan == "pass"
        assert driver.mode() is Mode.PLANNING
        assert marks_of(driver, "b2") == {Mark.MOVABLE}


async def test_placing_on_the_source_puts_the_stones_back() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("b2")
        await driver.press("enter", "enter")
        assert driver.plan == "pass"
        assert driver.mode() is Mode.PLANNING


async def test_illegal_move_names_the_rule_and_changes_nothing() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("e4")
        await driver.press("enter")
        assert "no stones on this field" in driver.message
        await driver.go_to("b2")
        await driver.press("enter", "q", "q", "q")
        assert "moving n fields takes n stones" in driver.message
        assert driver.cursor == "b4"
        assert driver.mode() is Mode.LIFTED


async def test_second_move_from_a_segment_is_refused() -> None:
    async with playing(START) as driver:
        await driver.type("b3-c4")
        await driver.go_to("c3")
        await driver.press("enter")
        assert "at most one move may start in each segment" in driver.message
        assert driver.plan == "b3-c4"


async def test_tab_selects_stacks_that_can_move() -> None:
    async with playing(TALL) as driver:
        await driver.press("tab")
        first = driver.cursor
        await driver.press("tab")
        second = driver.cursor
        assert {first, second} == {"b2", "c5"}
        await driver.press("tab")
        assert driver.cursor == first
        await driver.press("shift+tab")
        assert driver.cursor == second


async def test_tab_selects_destinations_of_lifted_stones() -> None:
    async with playing(TALL) as driver:
        await driver.go_to("c5")
        await driver.press("enter")
        seen = set()
        for _ in range(6):
            await driver.press("tab")
            seen.add(driver.cursor)
        assert seen == {"c6", "d6", "d5", "b5", "b4", "c4"}


@pytest.mark.parametrize("text", ["b2-b4", "b2 b4", "b2b4"])
async def test_moves_can_be_typed(text: str) -> None:
    async with playing(TALL) as driver:
        await driver.type(text)
        assert driver.plan == "b2-b4"


async def test_several_typed_moves_are_planned_all_or_none() -> None:
    async with playing(TALL) as driver:
        await driver.type("b2-b4 c5-c9")
        assert driver.plan == "pass"
        assert "c5-c9" in driver.message
        await driver.type("b2-b4, c5 c6")
        assert driver.plan == "b2-b4 c5-c6"


async def test_invalid_line_is_answered_with_what_was_expected() -> None:
    async with playing(TALL) as driver:
        await driver.type("fly b2")
        assert "expected" in driver.message
        assert driver.plan == "pass"


async def test_typed_lines_have_history_and_completion() -> None:
    async with playing(TALL) as driver:
        await driver.type("goto c5")
        await driver.press("m", "up")
        command = driver.screen.query(".command").last()
        assert command.value == "goto c5"  # type: ignore[attr-defined]
        await driver.press("down")
        assert command.value == ""  # type: ignore[attr-defined]
        await driver.press("b", "2")
        await driver.until(lambda: bool(command._suggestion))  # type: ignore[attr-defined]
        await driver.press("tab")
        assert command.value.startswith("b2-")  # type: ignore[attr-defined]
        await driver.press("escape")
        assert not driver.screen.query(".command")
        assert driver.plan == "pass"


async def test_planned_moves_are_undone_removed_and_reordered() -> None:
    async with playing(TALL) as driver:
        await driver.type("b2-b4 c5-c6")
        await driver.press("left_curly_bracket")
        assert driver.plan == "c5-c6 b2-b4"
        await driver.press("right_square_bracket", "delete")
        assert driver.plan == "c5-c6"
        assert "b2-b4 removed from the plan" in driver.message
        await driver.press("u")
        assert driver.plan == "pass"
        await driver.press("backspace")
        assert "no moves planned" in driver.message


async def test_typed_commands_reorder_remove_and_clear() -> None:
    async with playing(TALL) as driver:
        await driver.type("b2-b4 c5-c6")
        await driver.type("order 2 1")
        assert driver.plan == "c5-c6 b2-b4"
        await driver.type("order 2 2")
        assert "each number from 1 to 2 exactly once" in driver.message
        await driver.type("drop 1")
        assert driver.plan == "b2-b4"
        await driver.type("clear")
        assert driver.plan == "pass"


async def test_mouse_lifts_and_places_stones() -> None:
    async with playing(TALL) as driver:
        for name in ("c5", "c6"):
            board = driver.screen.board
            layout = board.layout_shown
            assert layout is not None
            span = layout.region(parse_field(name)).inside[0]
            assert board.viewport is not None
            left, top = board.viewport.left, board.viewport.top
            await driver.pilot.click("#board", offset=(span.start + left, span.line + top))
            await driver.pilot.pause()
        assert driver.plan == "c5-c6"


async def test_consequences_follow_the_plan() -> None:
    start = position("B2 C5 E4", "b2:5 a1:1", "e4:1")
    async with playing(start) as driver:
        assert "no explosions" in driver.text("side")
        await driver.type("a1-b2")
        assert "explode" in driver.text("side")
        assert Mark.EXPLODING in marks_of(driver, "b2")
        await driver.press("u")
        assert "no explosions" in driver.text("side")


async def test_preview_shows_the_board_after_the_turn() -> None:
    start = position("B2 C5 E4", "b2:5 a1:1", "e4:1")
    async with playing(start) as driver:
        await driver.type("a1-b2")
        await driver.press("x")
        assert driver.mode() is Mode.PREVIEW
        assert shown(driver)[parse_field("b2")].state is FieldState.GROWING
        assert Mark.CHANGED in marks_of(driver, "b2")
        await driver.press("x")
        assert driver.mode() is Mode.PLANNING
        assert shown(driver)[parse_field("b2")].state is FieldState.OPEN
        assert driver.document.game.turn_number == 0


async def test_plan_survives_a_closed_connection(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(TALL, path=path)
    document.save()
    async with playing(document=document) as driver:
        await driver.type("b2-b4")
    async with playing(document=GameDocument.load(path)) as driver:
        assert driver.plan == "b2-b4"
        assert "your plan is still here" in driver.message


async def test_goto_zoom_and_labels() -> None:
    async with playing(START) as driver:
        await driver.type("goto h7")
        assert driver.cursor == "h7"
        await driver.type("goto z9")
        assert "'z9' is not a field" in driver.message
        for number, style in (
            ("1", "compact"),
            ("2", "middle"),
            ("3", "wide"),
            ("5", "broad"),
            ("4", "spec"),
        ):
            await driver.type(f"zoom {number}")
            layout = driver.screen.board.layout_shown
            assert layout is not None
            assert layout.style.value == style
        await driver.type("zoom 9")
        assert "not a zoom" in driver.message
        await driver.press("minus")
        layout = driver.screen.board.layout_shown
        assert layout is not None
        assert layout.style.value == "wide"
        await driver.press("l")
        assert driver.screen.board.labels is Names.NEAR


async def test_long_message_is_shown_in_full_on_a_narrow_terminal() -> None:
    async with playing(TALL, size=(40, 12)) as driver:
        await driver.type("e4-e5")
        assert "\n" in driver.text("overflow")
        assert driver.message.endswith("you can only move your own stones")
        await driver.press("w")
        assert driver.screen.query_one("#overflow").display is False


async def test_help_is_readable_on_a_narrow_terminal() -> None:
    async with playing(TALL, size=(40, 12)) as driver:
        await driver.press("question_mark")
        lines = driver.app.screen.query_one("#text", TextLines).text.splitlines()
        assert max(map(len, lines)) <= 34
        assert any("NW, N, NE" in line for line in lines)


async def test_message_says_where_the_smallest_drawing_has_names() -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, 2), size=(35, 24)) as driver:
        await driver.press("l")
        near = "names on empty fields near the cursor; press + to see all"
        assert driver.message == near
        await driver.press("l")
        assert driver.message == "no field names"
        await driver.press("l")
        assert driver.message == "names on empty fields; press + to see all"


async def test_new_line_can_be_typed_while_the_last_one_runs() -> None:
    async with playing(START) as driver:
        for _ in range(5):
            await driver.pilot.press("colon", "x", "enter", "colon", "y", "escape")
        await driver.pilot.pause()
        assert not driver.screen.query(".command")


async def test_dialog_closes_once_for_two_keys_in_a_row() -> None:
    async with playing(START) as driver:
        await driver.press("question_mark")
        dialog = driver.app.screen
        assert isinstance(dialog, Dialog)
        dialog.action_close()
        dialog.action_answer("")
        await driver.pilot.pause()
        assert driver.app.screen is driver.screen


async def test_keys_typed_right_after_the_colon_reach_the_prompt() -> None:
    """A paste or a quick hand: the line has no focus yet when the second key is there."""
    async with playing(TALL) as driver:
        await driver.type("goto c5")
        for key, character in (("colon", ":"), ("up", None), ("left", None), ("4", "4")):
            driver.app.post_message(Key(key, character))
        await driver.until(lambda: bool(driver.screen.query(Input)))
        line = driver.screen.query_one(Input)
        await driver.until(lambda: line.value == "goto c45")
        assert driver.screen.board.cursor == parse_field("c5")
