"""The drawing that fits depends on window and board only, never on what was pressed before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.widgets.board_frame import BoardFrame
from tests.tui.walking import STILL

GAMES = ("hexagon:3", "hexagon:5", "kalah:6x4")
WINDOWS = ((120, 40), (80, 24), (100, 30), (60, 20), (40, 12), (200, 60))
PEOPLE = ("--seat", "person", "--seat", "person")
KEYS = ("p", "plus", "minus", "0")


def shown(pilot: Pilot[None]) -> tuple[Size, list[str], int]:
    """The size of the drawing, its lines unless it scrolls, and the columns of the side panel."""
    screen: Any = pilot.app.screen
    board = screen.query_one("#board")
    size, room = board.virtual_size, board.size
    is_whole = size.width <= room.width and size.height <= room.height
    lines = [board.render_line(y).text for y in range(room.height)] if is_whole else []
    return size, lines, screen.query_one(BoardFrame).side_columns


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("window", WINDOWS[:2], ids=str)
async def test_fit_does_not_depend_on_history(game: str, window: tuple[int, int]) -> None:
    app = AtlantisApp(parse_arguments(["--new", game, *PEOPLE]), STILL)
    dice = Random(f"{game} {window}")
    async with app.run_test(size=window) as pilot:
        await pilot.pause()
        frame = app.screen.query_one(BoardFrame)
        before, has_side = shown(pilot), frame.has_side
        for _ in range(2):
            for _ in range(4):
                await pilot.press(dice.choice(KEYS))
                await pilot.resize_terminal(*dice.choice(WINDOWS))
            await pilot.resize_terminal(*window)
            await pilot.press("0")
            if frame.has_side is not has_side:
                await pilot.press("p")
            await pilot.pause()
            assert app.size == Size(*window)
            assert shown(pilot) == before


async def test_panel_toggled_twice_follows_the_window_again() -> None:
    arguments = parse_arguments(["--new", "hexagon:3", *PEOPLE])
    async with AtlantisApp(arguments, STILL).run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("p", "p")
        assert pilot.app.screen.query_one(BoardFrame).has_side
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert not pilot.app.screen.query_one(BoardFrame).has_side
