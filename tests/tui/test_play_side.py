"""The side panel of a game."""

from __future__ import annotations

from itertools import groupby

import pytest
from rich.style import Style

from atlantis_core.narration import make_cast
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.overlays import count_land
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import parse_seat
from atlantis_core.support.columns import display_width
from atlantis_tui.board.areas import Pen
from atlantis_tui.board.land_lines import chart_lines, land_line, passing_lines
from atlantis_tui.board.player_lines import Figures, player_lines
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.turn_entry import TurnEntry
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
    assert whole[-1].endswith("Lessons: Learn.")
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
        "> C Player 25    6    0   15",
        "  S Gentle  9    0   12    3",
    ]
    assert table(players_of("A", "B"), figures, 40)[:2] == [
        "Players            stones grow safe lead",
        "> C  A                 25    6    0   15",
    ]


def test_last_figure_makes_room_for_long_names() -> None:
    figures = [(25, 6, 0, 15), (9, 0, 12, 3)]
    assert table(players_of("Alexander", "Ben"), figures, 28) == [
        "Players     stones grow safe",
        "> C  Alexander  25    6    0",
        "  S  Ben         9    0   12",
    ]
    assert table(players_of("Maximiliane Ō", "李雷"), figures, 28) == [
        "Players     stones grow safe",
        "> C Maximilian~ 25    6    0",
        "  S 李雷         9    0   12",
    ]


@pytest.mark.parametrize("names", ["Al", "Alexander", "Maximiliane the Great", "李" * 20])
@pytest.mark.parametrize("width", range(16, 47))
def test_players_have_a_line_each_at_every_width(names: str, width: int) -> None:
    lines = table(players_of(names, "Ben"), [(25, 6, 0, 115), (9, 0, 12, 3)], width)
    assert len(lines) == 3
    assert max(map(display_width, lines)) <= width


def test_seat_makes_room_before_the_name() -> None:
    players = players_of("Alexander", "Ben", first="bot:greedy", second="person")
    figures = [(25, 6, 0, 15), (9, 0, 12, 3)]
    assert "Alexander [greedy]" in table(players, figures, 46)[1]
    assert table(players, figures, 30)[1].startswith("> C Alexander ")


def test_seat_that_the_name_says_is_not_repeated() -> None:
    players = players_of("Gentle", "Ada", first="bot:gentle", second="bot:greedy")
    assert [players.called(0), players.called(1)] == ["Gentle", "Ada [greedy]"]


def test_land_of_the_first_player_is_left_and_of_the_last_right() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=3)
    pen = Pen((Style(),) * 3)
    bar = TextLines(land_line(pen, start, 33)).text
    assert len(bar) == 33
    assert "".join(sign for sign, _ in groupby(bar[5:])) == "█░|░.▓"
    assert bar.index("|") == 5 + (33 - 5) // 2, "a tick at the half"
    emptier = Position.setup(start.board, [start.stacks(0), {}, {}])
    assert TextLines(land_line(pen, emptier, 12)).text == "land ███|███"
    for width in range(6):  # a narrow window may have no room for the bar
        assert TextLines(land_line(pen, start, width)).text == "land "


def half_sunk() -> Position:
    """Both players hold a field; every other field is dead or, every third, empty."""
    board = traditional_start(Shape.HEXAGON, 2, players=2).board
    first, *others, last = sorted(board.field_at.values())
    dead = [field for place, field in enumerate(others) if place % 3]
    return Position.setup(board, [{first: 1, **dict.fromkeys(dead, 0)}, {last: 1}])


def test_sea_lies_between_the_players_in_bar_and_chart() -> None:
    position = half_sunk()
    land = count_land(position)
    bar = TextLines(land_line(Pen((Style(),) * 2), position, 65)).text.removeprefix("land ")
    share = land.sunk / len(position.board.field_at)
    assert abs(bar.count("~") - 60 * share) <= 2
    assert bar.strip("~.") == bar, "the sea is not at an end"
    pen = Pen((Style(color="red"), Style(color="blue")), is_ascii=True)
    lines = TextLines(*chart_lines(pen, [position] * 10, (24, 20))).text.splitlines()
    rows = [number for number, line in enumerate(lines) if "~" in line]
    assert rows
    assert 0 < min(rows) <= max(rows) < len(lines) - 1


@pytest.mark.parametrize(
    ("is_premove", "heading"), [(True, "If it were your turn"), (False, "If you end the turn now")]
)
def test_consequences_of_a_premove_are_not_called_those_of_the_turn(
    is_premove: bool, heading: str
) -> None:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    entry = TurnEntry(TurnPlan(game.position), is_premove=is_premove)
    lines = side_lines(players_of("Ada", "Ben"), game, entry, (40, 30))
    headings = [line for line in TextLines(*lines).text.splitlines() if line.startswith("If ")]
    assert headings[0] == heading


def test_panel_counts_what_is_left_if_every_player_passes() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    players = players_of("Ada", "Ben")
    assert TextLines(*passing_lines(players, start, 28)).text.splitlines() == [
        "Safe if every player passes",
        " C  0   S  0  ~ none sinks",
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


def played(turns: int) -> Game:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    for _ in range(turns):
        game.play(game.legal_moves()[:1])
    return game


def chart(game: Game, width: int, height: int = 5) -> list[str]:
    pen = Pen((Style(color="red"), Style(color="blue")), is_ascii=True)
    return TextLines(*chart_lines(pen, game.positions, (width, height))).text.splitlines()


def test_chart_of_the_land_has_an_axis_and_fixed_sides() -> None:
    lines = chart(played(6), 40)
    assert [line[:4] for line in lines] == ["100 ", "    ", " 50 ", "    ", "  0 "]
    assert set(lines[-1][4:]) == {"#"}, "the first player is at the bottom"
    assert set(lines[0][4:]) == {":"}, "the last one at the top"


def test_new_turns_leave_the_older_columns_of_the_chart() -> None:
    before, after = chart(played(5), 40), chart(played(6), 40)
    assert {len(line) for line in before} == {4 + 4 * 6}
    assert {len(line) for line in after} == {4 + 4 * 7}
    assert [line[: len(before[0])] for line in after] == before


def test_dashes_mark_the_half_of_the_chart_of_the_land() -> None:
    pen = Pen((Style(color="red"), Style(color="blue")))
    lines = TextLines(*chart_lines(pen, played(3).positions, (40, 5))).text.splitlines()
    assert [number for number, line in enumerate(lines) if " - - - " in line] == [2]


@pytest.mark.parametrize(("turns", "columns"), [(3, 8), (4, 5), (7, 8), (8, 8), (20, 8)])
def test_chart_of_a_long_game_samples_turns(turns: int, columns: int) -> None:
    assert {len(line) for line in chart(played(turns), 4 + 8)} == {4 + columns}


@pytest.mark.parametrize(("height", "lines"), [(29, 0), (36, 7), (57, 13)])
def test_tall_panels_have_a_chart_once_a_turn_was_played(height: int, lines: int) -> None:
    players = players_of("Ann", "Bob")
    for turns in (0, 5):
        rows = side_lines(players, played(turns), None, (40, height))
        text = TextLines(*rows).text.splitlines()
        shown = [line for line in text if line[:4] in ("100 ", " 50 ", "  0 ")]
        assert len(shown) == (3 if lines and turns else 0)
        if shown:
            assert text.index(shown[-1]) - text.index(shown[0]) + 1 == lines
