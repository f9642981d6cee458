"""The drawing that fits depends on window and board only, never on what was pressed before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing
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


@pytest.mark.parametrize(
    ("window", "below", "in_panel"),
    [((100, 30), 8, 0), ((80, 24), 0, 0), ((120, 40), 0, 7), ((120, 44), 6, 0), ((99, 60), 0, 13)],
)
async def test_chart_of_the_land_gets_the_lines_below_the_board(
    window: tuple[int, int], below: int, in_panel: int
) -> None:
    document = GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2))
    document.play(())
    async with playing(document=document, size=window) as driver:
        frame = driver.screen.query_one(BoardFrame)
        shown = driver.screen.query_one("#land", TextLines)
        assert frame.chart_room[1] == below
        assert shown.display == (below > 0)
        assert shown.text.startswith("Land   C  from below   S  from above\n100 ") == (below > 0)
        side = driver.text("side").splitlines()
        labels = [number for number, line in enumerate(side) if line[:4] in ("100 ", "  0 ")]
        assert (labels[-1] - labels[0] + 1 if labels else 0) == in_panel
        board = driver.screen.query_one("#board")
        assert board.virtual_size.height <= board.size.height, "the chart covers no field"
