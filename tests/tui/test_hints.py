"""Hints while a turn is planned: the best few turns with reasons, and everybody's chances."""

import re

from atlantis_core.shapes import Shape, traditional_start
from atlantis_tui.marks import Mark
from tests.little_boards import position
from tests.tui.driving import Driver, playing

START = traditional_start(Shape.HEXAGON, 2, players=2)


async def ask(driver: Driver) -> None:
    await driver.press("h")
    await driver.until(lambda: driver.message.startswith("hint 1 of"))


def hinted_moves(driver: Driver) -> list[str]:
    return list(map(str, driver.screen.hint or ()))


def hinted_fields(driver: Driver) -> set[str]:
    marks = driver.screen.board.marks
    return {str(field) for field, mark in marks.items() if Mark.HINT in mark.kinds}


async def test_a_hint_is_shown_with_reasons_and_chances_and_planned() -> None:
    async with playing(START) as driver:
        await ask(driver)
        said, moves = driver.message, hinted_moves(driver)
        assert said.startswith(f"hint 1 of 3: {' '.join(moves)} (")
        chances = [int(found) for found in re.findall(r"(\d+) %", said)]
        assert len(chances) == 2
        assert 99 <= sum(chances) <= 101
        await driver.press("h")
        assert driver.plan.split() == moves


async def test_a_hint_is_marked_on_the_board_until_something_is_planned() -> None:
    async with playing(START) as driver:
        await ask(driver)
        fields = {field for move in hinted_moves(driver) for field in move.split("-")}
        assert hinted_fields(driver) == fields
        await driver.type("b3-c4")
        assert not hinted_fields(driver)


async def test_the_next_best_turns_come_round_without_thinking_again() -> None:
    async with playing(START) as driver:
        await ask(driver)
        shown = [hinted_moves(driver)]
        for number in (2, 3, 1):
            await driver.press("H")
            assert driver.message.startswith(f"hint {number} of 3:")
            shown.append(hinted_moves(driver))
        assert shown[0] == shown[3]
        assert len({tuple(moves) for moves in shown}) == 3


async def test_a_hint_that_was_planned_is_shown_again_before_the_next() -> None:
    async with playing(START) as driver:
        await ask(driver)
        await driver.press("H", "h")
        planned = driver.plan.split()
        await driver.press("H")
        assert driver.message.startswith("hint 2 of 3:")
        assert hinted_moves(driver) == planned


async def test_hints_are_not_those_of_an_earlier_turn() -> None:
    async with playing(START) as driver:
        await ask(driver)
        await driver.press("h", "t")
        assert driver.screen.hint is None
        await driver.press("H")
        await driver.until(lambda: driver.message.startswith("hint 1 of"))
        legal = set(map(str, driver.document.game.legal_moves()))
        assert set(hinted_moves(driver)) <= legal


async def test_a_hint_can_be_to_pass() -> None:
    waiting_is_best = position("B2 C5", "d6:2 a1:1", "a2:-1 c6:-1")
    async with playing(waiting_is_best) as driver:
        await ask(driver)
        assert driver.message.startswith("hint 1 of 3: pass (")
        await driver.type("a1-b2")
        await driver.press("H", "h")
        assert driver.plan == "pass"
        assert "the hint is to pass" in driver.message
