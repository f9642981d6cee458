"""Hints while a turn is planned: the best few turns with reasons and winning chances."""

import re

import pytest

from atlantis_core.positions.grid import parse_field
from atlantis_core.review.position_values import position_value
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.phrases import percents
from atlantis_tui.board.marks import Mark, MarkingPen
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.line_breaks import add_as_fits, fit, list_as_fits
from tests.little_boards import position
from tests.tui.driving import Driver, playing

START = traditional_start(Shape.HEXAGON, 2, players=2)


async def ask(driver: Driver) -> None:
    await driver.press("h")
    await driver.until(lambda: driver.message.startswith("hint 1 of"))


def hinted_moves(driver: Driver) -> list[str]:
    shown = driver.screen.hints.shown
    return list(map(str, shown.turn if shown else ()))


def hinted_fields(driver: Driver) -> set[str]:
    marks = driver.screen.board.marks
    return {str(field) for field, mark in marks.items() if Mark.HINT in mark.kinds}


async def test_hint_shows_reasons_and_chances_and_is_planned_on_request() -> None:
    async with playing(START) as driver:
        await ask(driver)
        said, moves = driver.message, hinted_moves(driver)
        assert said.startswith(f"hint 1 of 3: {' '.join(moves)}; Crimson ")
        assert said.endswith("h: use it, H: next")
        chances = [int(found) for found in re.findall(r" [CS]  (\d+)%", driver.text("side"))]
        assert chances[:2] == list(percents(position_value(START).chances)), "the judge's value"
        await driver.press("h")
        assert driver.plan.split() == moves


async def test_hint_is_marked_on_the_board_until_a_move_is_planned() -> None:
    async with playing(START) as driver:
        await ask(driver)
        fields = {field for move in hinted_moves(driver) for field in move.split("-")}
        assert hinted_fields(driver) == fields
        await driver.type("b3-c4")
        assert not hinted_fields(driver)


async def test_next_hint_cycles_without_a_new_search() -> None:
    async with playing(START) as driver:
        await ask(driver)
        shown = [hinted_moves(driver)]
        for number in (2, 3, 1):
            await driver.press("H")
            assert driver.message.startswith(f"hint {number} of 3:")
            shown.append(hinted_moves(driver))
        assert shown[0] == shown[3]
        assert len({tuple(moves) for moves in shown}) == 3


async def test_planned_hint_is_shown_again_before_the_next() -> None:
    async with playing(START) as driver:
        await ask(driver)
        await driver.press("H", "h")
        planned = driver.plan.split()
        await driver.press("H")
        assert driver.message.startswith("hint 2 of 3:")
        assert hinted_moves(driver) == planned


@pytest.mark.usefixtures("slow_thinking")
async def test_escape_cancels_the_search_for_a_hint() -> None:
    async with playing(traditional_start(Shape.HEXAGON, 5, players=6)) as driver:
        await driver.press("h")
        assert driver.message == "finding a hint ...; Esc cancels"
        await driver.press("escape")
        assert driver.message == "hint cancelled"
        await driver.press("h")
        assert driver.message == "finding a hint ...; Esc cancels"
        await driver.press("escape")
        assert driver.screen.hints.shown is None


async def test_hints_belong_to_the_present_turn() -> None:
    async with playing(START) as driver:
        await ask(driver)
        await driver.press("h", "t")
        assert driver.screen.hints.shown is None
        await driver.press("H")
        await driver.until(lambda: driver.message.startswith("hint 1 of"))
        legal = set(map(str, driver.document.game.legal_moves()))
        assert set(hinted_moves(driver)) <= legal


async def test_hint_can_be_a_pass() -> None:
    waiting_is_best = position("B2 C5", "a1:-1 c3:-1 b1:2", "b2:2 d6:-2")
    async with playing(waiting_is_best) as driver:
        await ask(driver)
        assert driver.message.startswith("hint 1 of 3: pass; ")
        await driver.type("b1-b3")
        await driver.press("H", "h")
        assert driver.plan == "pass"
        assert "the hint is to pass" in driver.message
        driver.app.options = Options(animation=False, ask_pass=True)
        await driver.press("t")
        assert driver.document.game.turns[:1] == ((),), "the second h asked for the pass"


async def test_side_panel_lists_all_reasons_and_the_message_stays_short() -> None:
    async with playing(START) as driver:
        await ask(driver)
        panel = " ".join(driver.text("side").split())
        (reasons,) = {advice.reasons for advice in driver.screen.hints.answers[:1]}
        for reason in reasons:
            assert reason in panel
            assert reason not in driver.message
        assert "Hint 1 of 3" in panel


async def test_without_a_side_panel_the_message_has_the_reasons_that_fit() -> None:
    async with playing(START) as driver:
        await ask(driver)
        await driver.press("p")
        for reason in driver.screen.hints.answers[0].reasons:
            assert reason in driver.message
        await driver.press("p")
        assert driver.message.endswith("h: use it, H: next")


async def test_small_screen_limits_a_hint_to_two_lines() -> None:
    async with playing(START, size=(40, 12)) as driver:
        await ask(driver)
        for _ in range(3):
            assert "h: use it" in driver.message
            assert len(driver.text("overflow").splitlines()) <= 2
            reasons = driver.screen.hints.answers[driver.screen.hints.number].reasons
            is_whole = driver.message.endswith(reasons[-1])
            assert is_whole or driver.message.endswith("...")
            await driver.press("H")


@pytest.mark.parametrize(("hinted", "is_above"), [("a2 b2", True), ("i8 h8", False)])
async def test_long_message_does_not_hide_the_hint(hinted: str, *, is_above: bool) -> None:
    async with playing(START, size=(60, 20)) as driver:
        board, overflow = driver.screen.board, driver.screen.query_one("#overflow")
        board.go_quietly(parse_field("d5"))
        pen = MarkingPen()
        for field in hinted.split():
            pen.mark(parse_field(field), Mark.HINT)
        board.show(marks=pen.marking())
        driver.screen.frame.say("a long message " * 12)
        lines = (1, 4) if is_above else (20 - 2 - 3, 3)
        await driver.until(lambda: (overflow.region.y, overflow.region.height) == lines)


async def test_escape_dismisses_the_hint_but_keeps_the_plan() -> None:
    async with playing(START) as driver:
        await driver.type("b3-c4")
        await ask(driver)
        await driver.press("escape")
        assert driver.screen.hints.shown is None
        assert not hinted_fields(driver)
        assert "hint" not in driver.message
        assert "Hint" not in driver.text("side")
        assert driver.plan == "b3-c4"


async def test_undo_restores_the_plan_that_a_hint_replaced() -> None:
    async with playing(START) as driver:
        await driver.type("c4-d5")
        await ask(driver)
        moves = " ".join(hinted_moves(driver))
        await driver.press("h")
        assert driver.plan == moves
        assert "press u to restore your plan" in driver.message
        await driver.press("u")
        assert driver.plan == "c4-d5"
        assert "your plan is restored" in driver.message
        await driver.press("u")
        assert driver.plan == "pass"


async def test_hint_and_plan_have_different_symbols() -> None:
    async with playing(START) as driver:
        await driver.type("c4-d5")
        await ask(driver)
        marks = driver.screen.board.marks
        assert marks[parse_field("c4")].note.split()[0] == "1>"
        assert driver.screen.hints.shown
        hinted = driver.screen.hints.shown.turn
        assert "1?" in marks[hinted[0].source].note
        assert "?1" in marks[hinted[0].destination].note


def test_shortened_text_ends_with_a_symbol() -> None:
    assert fit("one two three four", 8, 4) == ["one two", "three", "four"]
    assert fit("one two three four", 8, 2) == ["one two", "thre ..."]
    moves = ["a1-b2", "b2-c3", "c3-d4"]
    assert list_as_fits("hint: ", moves, "; h", 40, 1) == "hint: a1-b2 b2-c3 c3-d4; h"
    assert list_as_fits("hint: ", moves, "; h", 25, 1) == "hint: a1-b2 and 2 more; h"
    assert list_as_fits("hint: ", moves, "; h", 20, 1) == "hint: 3 moves; h"
    assert add_as_fits("h plans", ["one", "two"], 30, 1) == "h plans. one; two"
    assert add_as_fits("h plans", ["one", "two"], 18, 1) == "h plans. one; two"
    assert add_as_fits("h plans", ["one", "other"], 18, 1) == "h plans. one; ..."
    assert add_as_fits("h plans", ["one", "other"], 12, 1) == "h plans ..."


async def test_side_panel_has_room_for_names_and_seats_at_ninety_columns() -> None:
    async with playing(
        START, size=(90, 24), seats=(PERSON, Seat(SeatKind.BOT, "gentle"))
    ) as driver:
        assert "Steelblue [gentle]" in driver.text("side")
        assert max(map(len, driver.text("side").splitlines())) <= 42


async def test_pass_is_confirmed_again_while_a_hint_is_shown() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        await driver.press("t", "P")
        assert driver.document.game.turn_number == 1, "the first question of the game"
        await ask(driver)
        moves = hinted_moves(driver)
        await driver.press("t")
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("h")
        assert driver.plan.split() == moves
        await driver.press("t")
        assert driver.document.game.turn_number == 2
        await ask(driver)
        await driver.press("t", "p")
        assert driver.document.game.turn_number == 3, "the hint is seen and not wanted"
        await driver.press("t")
        assert driver.document.game.turn_number == 4, "without a hint nothing is asked again"


def test_cut_text_ends_with_one_blank_and_the_sign() -> None:
    assert fit("one two three four", 8, 1) == ["one ..."]
    assert fit("one two three four", 12, 1) == ["one two ..."]
