"""Premoves: moves planned while a bot is thinking."""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Phase, Refused, ThoughtWanted
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.play.bars import Mode
from tests.little_boards import position
from tests.tui.driving import THINKING_FOR_EVER, Driver, playing

BOT = Seat(SeatKind.BOT, "random")
START = traditional_start(Shape.HEXAGON, 2, players=2)
MEETING = position("[a1 a2 b1 b2] [c1 c2 d1 d2]", "b1:2", "c1:1 d2:2")
"""The bot of the first player can eliminate a stack of the second."""


def thinking(*seats: Seat, start: object = START) -> tuple[GameController, ThoughtWanted]:
    document = GameDocument.new(start, seats=seats)  # type: ignore[arg-type]  # a position
    controller = GameController(document)
    event = controller.flow.begin()
    assert isinstance(event, ThoughtWanted)
    return controller, event


def premove(controller: GameController, moves: str) -> TurnEntry:
    plan = controller.premove_plan()
    assert plan is not None
    entry = TurnEntry(plan, is_premove=True)
    entry.add(parse_moves(moves))
    controller.keep_premove(entry)
    return entry


def played(controller: GameController, wanted: ThoughtWanted, turn: Turn) -> tuple[str, str]:
    """The plan and the message at the person's turn, after the bot's turn."""
    controller.flow.answered(wanted, turn)
    while controller.flow.phase is Phase.SHOWING:
        controller.flow.advance()
    plan, said = controller.with_premove(controller.document.recall_plan())
    return " ".join(map(str, plan.moves)), said


def test_premove_becomes_the_plan_of_the_next_turn() -> None:
    controller, wanted = thinking(BOT, PERSON)
    entry = premove(controller, "h7-h8")
    assert isinstance(controller.end_turn(entry), Refused)
    assert played(controller, wanted, ()) == ("h7-h8", "premove planned: h7-h8")
    assert controller.with_premove(controller.document.recall_plan())[1] == "", "used up"


def test_premove_that_no_longer_fits_is_dropped_with_a_message() -> None:
    controller, wanted = thinking(BOT, PERSON, start=MEETING)
    premove(controller, "c1-c2")
    plan, said = played(controller, wanted, parse_moves("b1-c1"))
    assert plan == ""
    assert said.startswith("premove c1-c2 dropped: ")


def test_premove_outlives_a_second_bot() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=3)
    controller, wanted = thinking(BOT, BOT, PERSON, start=start)
    plan = controller.premove_plan()
    assert plan is not None
    move = str(plan.legal_moves()[0])
    premove(controller, move)
    controller.flow.answered(wanted, ())
    again = controller.flow.advance()
    assert isinstance(again, ThoughtWanted)
    assert controller.has_premove
    kept = controller.premove_plan()
    assert kept is not None
    assert " ".join(map(str, kept.moves)) == move
    assert played(controller, again, ())[0] == move


def test_undo_forgets_a_premove() -> None:
    document = GameDocument.new(START, seats=(PERSON, BOT))
    controller = GameController(document)
    controller.flow.begin()
    controller.flow.play(parse_moves("b3-c4"))
    controller.flow.advance()
    premove(controller, "b2-b3")
    controller.undo()
    assert not controller.has_premove
    assert controller.with_premove(document.recall_plan()) == (document.recall_plan(), "")


@pytest.mark.parametrize("seats", [(BOT, BOT), (PERSON, BOT)])
def test_no_premove_without_a_person_who_waits(seats: tuple[Seat, ...]) -> None:
    controller = GameController(GameDocument.new(START, seats=seats))
    controller.flow.begin()
    assert controller.premove_plan() is None


def thinks(driver: Driver) -> bool:
    return driver.state() is Mode.THINKING


async def test_keys_plan_a_premove_and_the_bot_thinks_on() -> None:
    async with playing(START, seats=(THINKING_FOR_EVER, PERSON)) as driver:
        assert "Tab plan ahead" in driver.text("keys")
        await driver.press("tab", "enter")
        assert driver.mode() is Mode.LIFTED
        await driver.press("escape")
        assert thinks(driver), "Escape put the stones back"
        await driver.type("h7-h8")
        assert driver.message == "premove: h7-h8; it waits for your turn"
        assert "If it were your turn" in driver.text("side")
        await driver.press("h", "t")
        assert thinks(driver)
        assert "not your turn" in driver.message
        await driver.press("escape")
        await driver.until(lambda: driver.mode() is Mode.PAUSED)
        assert driver.plan == "pass", "the premove is no plan for the bot"
        await driver.press("t")
        assert driver.plan == "h7-h8"
        assert "If you end the turn now" in driver.text("side")
        assert "premove planned: h7-h8" in driver.message
