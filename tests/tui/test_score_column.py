"""The column of scores of a small window."""

from __future__ import annotations

import pytest
from rich.style import Style

from atlantis_core.narration import make_cast
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.columns import display_width
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.play.score_column import score_lines
from atlantis_tui.settings.options import Zoom
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing

COLORS = ["crimson", "steelblue", "orange", "gold", "teal", "violet"]
SMALL = traditional_start(Shape.HEXAGON, 2, players=2)


def shown(players: int, room: tuple[int, int], turns: int = 0) -> list[str]:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=players))
    for _ in range(turns):
        game.play()
    cast = make_cast(["A name that is long", *[None] * (players - 1)], COLORS[:players])
    names = PlayerList(cast, (Style(),) * players)
    return TextLines(*score_lines(names, game, None, room)).text.splitlines()


def test_figures_have_a_line_each_and_the_last_turns_follow() -> None:
    assert shown(2, (12, 17), turns=6) == [
        "> C A name ~",
        "  7 stones",
        "  0 growing",
        "  0 safe",
        "  0 leading",
        "",
        "  S Steelbl~",
        "  7 stones",
        "  0 growing",
        "  0 safe",
        "  0 leading",
        "",
        "S pass",
        *("C pass", "S pass") * 2,
    ]


def test_low_windows_have_two_figures_a_line() -> None:
    assert shown(3, (10, 9))[:3] == ["> C A nam~", "  7st  0gr", "  0sa  0le"]


def test_many_players_have_a_line_each() -> None:
    assert shown(6, (10, 9))[:2] == ["> C   7 st", "  S   7 st"]


@pytest.mark.parametrize("room", [(10, 9), (12, 17), (10, 1), (12, 5)])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_lines_fit(players: int, room: tuple[int, int]) -> None:
    lines = shown(players, room, turns=9)
    assert len(lines) <= room[1]
    assert all(display_width(line) <= room[0] for line in lines)


async def test_column_stays_while_turns_are_planned_and_goes_with_the_panel() -> None:
    async with playing(SMALL, size=(60, 20)) as driver:
        scores = driver.screen.query_one("#scores", TextLines)
        side = driver.screen.query_one("#side")
        assert "7 stones" in scores.text
        await driver.press("p")
        assert (bool(scores.display), bool(side.display)) == (False, True)
        await driver.press("p")
        assert (bool(scores.display), bool(side.display)) == (True, False)
        driver.screen.board.zoom = Zoom.SPEC
        await driver.until(lambda: not scores.display)
