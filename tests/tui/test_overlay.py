"""The overlay of a board: shown, cycled, remembered, and below every other note."""

from __future__ import annotations

import pytest

from atlantis_core import Position, legal_moves
from atlantis_core.diagram import Style
from atlantis_core.rules.overlays import Claim, Hold, Overlay
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.board.shown_position import ShownPosition
from atlantis_tui.board.view import BoardView
from atlantis_tui.settings.options import Colors, Options
from tests.tui.driving import playing


def text_of(board: BoardView) -> str:
    return "\n".join(board.render_line(y).text for y in range(board.size.height))


def shown(board: BoardView) -> str:
    return board.overlay.value


@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.MANY, Colors.FEW, Colors.NONE])
async def test_key_cycles_overlays_and_remembers_the_choice(depth: Colors) -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    async with playing(start, depth=depth) as driver:
        board = driver.app.screen.query_one(BoardView)
        bare = text_of(board)
        stones = bare.count("1C"), bare.count("1S")
        await driver.press("O")
        assert shown(board) == "territory"
        has_signs = depth in (Colors.FEW, Colors.NONE)
        assert (".C." in text_of(board)) is (".S." in text_of(board)) is has_signs
        assert (text_of(board).count("1C"), text_of(board).count("1S")) == stones
        assert driver.app.options.overlay is Overlay.TERRITORY
        await driver.press("O")
        assert shown(board) == "tide"
        await driver.press("O")
        assert shown(board) == "none"
        assert text_of(board) == bare


async def test_panel_explains_the_tints() -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, players=2)) as driver:
        await driver.press("O")
        assert driver.text("side").count("secured    alone    first") == 2
        assert "without colour: tied" in driver.text("side")
        assert "strong colour secured" in driver.message


async def test_panel_explains_the_signs() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    async with playing(start, depth=Colors.FEW) as driver:
        legends = {}
        for overlay in (Overlay.TERRITORY, Overlay.TIDE, Overlay.NONE):
            await driver.press("O")
            legends[overlay] = " ".join(driver.text("side").split())
            assert overlay.meaning in driver.message
        assert "reached first" in legends[Overlay.TERRITORY]
        assert "if every player passes" in legends[Overlay.TIDE]
        assert "if every player passes" not in legends[Overlay.NONE]


def test_signs_follow_the_position() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    emptier = Position.setup(start.board, [start.stacks(0), {}])
    view = ShownPosition(start, "CS")
    assert view.draw_with(Overlay.TERRITORY, Style.SPEC) == set(view.overlaid)
    before = dict(view.overlaid)
    assert before
    changed = view.show(emptier, None)
    assert changed >= {field for field in before if view.overlaid[field] != before[field]}
    signs = view.overlaid.values()
    assert {one.sign.text for one in signs if one.sign is not None} == {"=C="}
    assert {one.claim for one in signs} == {Claim(Hold.SECURED, 0)}
    view.show(start, None)
    assert view.overlaid == before
    assert view.draw_with(Overlay.NONE, Style.SPEC) == set(before)


async def test_planned_moves_stay_visible() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    async with playing(start) as driver:
        board = driver.app.screen.query_one(BoardView)
        await driver.press("O")
        move = next(iter(legal_moves(start)))
        await driver.type(str(move))
        assert ">1" in text_of(board)


async def test_title_names_a_remembered_overlay_where_no_panel_explains_it() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    options = Options(overlay=Overlay.TIDE, animation=False)
    async with playing(start, size=(40, 12), options=options) as driver:
        assert "tide" in driver.text("title")
    async with playing(start, size=(120, 40), options=options) as driver:
        assert "tide" not in driver.text("title")
        assert "tide" in driver.text("side")
