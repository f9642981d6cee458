"""The side panel of a game."""

from __future__ import annotations

from itertools import groupby

import pytest
from rich.style import Style

from atlantis_core.narration import make_cast
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import parse_seat
from atlantis_tui.board.areas import Pen
from atlantis_tui.board.land_lines import land_line, passing_lines
from atlantis_tui.board.player_lines import Figures, player_lines
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.play.side import side_lines, turn_lines
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing


def test_newest_turn_is_last() -> None:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    for _ in range(5):
        game.play()
    players = PlayerList(make_cast([None, None], ["crimson", "steelblue"]), (Style(), Style()))
    text = TextLines(*turn_lines(players, game, 30, 3)).text
    assert [line.split()[0] for line in text.splitlines()] == ["3", "4", "5"]


def panel(height: int) -> list[str]:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    players = PlayerList(make_cast([None, None], ["crimson", "steelblue"]), (Style(), Style()))
    return TextLines(*side_lines(players, game, None, (28, height))).text.splitlines()


def test_goal_that_does_not_fit_ends_with_a_sign() -> None:
    whole = panel(40)
    assert whole[-1].endswith("twice sink.")
    for height in range(4, len(whole)):
        shown = panel(height)
        assert len(shown) <= height
        assert shown[-1].endswith("...") or shown == whole[: len(shown)]
        assert "Goal" not in shown or shown[-1].endswith("...")


def players_of(*names: str, **seats: str) -> PlayerList:
    cast = make_cast(names, ["crimson", "steelblue", "orange"][: len(names)])
    return PlayerList(cast, (Style(),) * len(names), tuple(map(parse_seat, seats.values())))


def table(players: PlayerList, figures: list[Figures], width: int) -> list[str]:
    return TextLines(*player_lines(players, figures, 0, width)).text.splitlines()


def test_short_names_share_a_line_with_their_figures() -> None:
    figures = [(25, 6, 0, 15), (9, 0, 12, 3)]
    assert table(players_of("Player", "Gentle"), figures, 28) == [
        "       stones grow safe lead",
        ">C Player  25    6    0   15",
        " S Gentle   9    0   12    3",
    ]
    assert table(players_of("Player", "Gentle the bot"), figures, 28)[1:3] == [
        ">C Player",
        "           25    6    0   15",
    ]
    assert table(players_of("A", "B"), figures, 40)[0] == "Players            stones grow safe lead"


def test_seat_that_the_name_says_is_not_repeated() -> None:
    players = players_of("Gentle", "Ada", first="bot:gentle", second="bot:greedy")
    assert [players.called(0), players.called(1)] == ["Gentle", "Ada [greedy]"]


def test_land_of_the_first_player_is_left_and_of_the_last_right() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=3)
    pen = Pen((Style(),) * 3)
    bar = TextLines(land_line(pen, start, 33)).text
    assert len(bar) == 33
    assert "".join(sign for sign, _ in groupby(bar[5:])) == "█░.▓"
    emptier = Position.setup(start.board, [start.stacks(0), {}, {}])
    assert TextLines(land_line(pen, emptier, 12)).text == "land " + "█" * 7


def test_panel_counts_what_is_left_if_every_player_passes() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    players = players_of("Ada", "Ben")
    assert TextLines(*passing_lines(players, start, 28)).text.splitlines() == [
        "If every player passes",
        "C 0  S 0  safe  ~ none sinks",
    ]


@pytest.mark.parametrize(("width", "said"), [(40, ""), (60, "; one move per segment")])
async def test_small_windows_state_the_goal_below_the_board(width: int, said: str) -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    async with playing(start, size=(width, 12)) as driver:
        assert driver.message == f"hold the most fields; F2: rules{said}"
        assert not driver.screen.query_one("#overflow").display
        await driver.press("enter")
        assert "choose a direction" in driver.message
        await driver.press("e", "enter", "t", "p")
        assert "hold the most fields" not in driver.message
