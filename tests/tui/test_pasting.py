"""Pasting on the board, and passing on advice."""

from __future__ import annotations

import pytest
from textual import events

from atlantis_core.bots.interface import Candidate
from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.hints import Hints
from atlantis_tui.settings.options import Options
from atlantis_tui.widgets.command_line import CommandLine
from atlantis_tui.widgets.dialogs import Dialog
from tests.tui.driving import playing

START = traditional_start(Shape.HEXAGON, 2, players=2)


async def test_pasted_moves_fill_the_command_line() -> None:
    async with playing(START) as driver:
        driver.screen.board.post_message(events.Paste("b2-b3 \n"))
        await driver.until(lambda: bool(driver.screen.query(CommandLine)))
        assert driver.screen.query_one(CommandLine).value == "b2-b3"
        await driver.press("enter")
        assert driver.plan == "b2-b3"


async def test_only_one_line_can_be_pasted() -> None:
    async with playing(START) as driver:
        driver.screen.board.post_message(events.Paste("b2-b3\nb3-b4"))
        await driver.until(lambda: "only one line can be pasted" in driver.message)
        assert not driver.screen.query(CommandLine)


@pytest.mark.parametrize(("advice", "is_asked"), [("", False), ("b2-b3", True)])
async def test_advised_pass_needs_no_confirmation(
    advice: str, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(START, options=Options(animation=False, ask_pass=True)) as driver:
        shown = Candidate(parse_moves(advice), 0.0, chances=(0.5, 0.5))
        monkeypatch.setattr(Hints, "shown", property(lambda _: shown))
        monkeypatch.setattr(Hints, "answers", [shown], raising=False)
        await driver.press("t")
        assert isinstance(driver.app.screen, Dialog) == is_asked
        assert driver.document.game.turn_number == (not is_asked)
