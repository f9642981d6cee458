"""`atlantis new`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load, loads, replay
from tests.commands.running import run
from tests.commands.samples import BOARD, GAME, write


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("players", [2, 3])
def test_r1_4_standard_boards_have_standard_starts(shape: Shape, players: int) -> None:
    finished = run("new", "--board", f"{shape.value}:3", "--players", str(players))

    assert (finished.status, finished.err) == (0, "")
    assert replay(loads(finished.out)).start == traditional_start(shape, 3, players)


def test_default_is_two_players_with_colours() -> None:
    made = loads(run("new", "--board", "hexagon:2").out)

    assert [player.color for player in made.players] == ["crimson", "steelblue"]
    assert made.warnings == ()


def test_names_and_colours_apply_in_order() -> None:
    made = loads(
        run(
            *["new", "--board", "hexagon:3", "--players", "3"],
            *["--name", "Ann", "--name", "Bob", "--color", "Blue"],
        ).out
    )

    assert [player.name for player in made.players] == ["Ann", "Bob", None]
    assert [player.color for player in made.players] == ["blue", "crimson", "steelblue"]


def test_dummy_option_fills_a_seat() -> None:
    made = loads(run("new", "--board", "hexagon:3", "--players", "3", "--dummy", "2").out)

    assert [list(player.stacks.values()) for player in made.players] == [[1] * 7, [6], [1] * 7]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (["--seat", "person"], None),
        (["--seat", "person", "--seat", "bot"], ["person", "bot:gentle"]),
        (["--seat", "bot:greedy"], ["bot:greedy", "person"]),
        (["--seat", "bot:random"] * 3, ["bot:random"] * 3),
        (["--dummy", "2"], ["person", "dummy"]),
        (["--seat", "agent:./mine -x", "--dummy", "2"], ["agent:./mine -x", "dummy"]),
        (["--players", "3", "--seat", "dummy"], ["dummy", "person", "person"]),
    ],
)
def test_seats_are_saved_in_the_file(options: list[str], seats: list[str] | None) -> None:
    made = json.loads(run("new", "--board", "hexagon:2", *options).out)

    assert made.get("annotations", {}).get("seats") == seats


def test_board_of_a_file_gets_players(tmp_path: Path) -> None:
    board = write(tmp_path, BOARD, "board.json")
    target = tmp_path / "new.json"

    finished = run("new", "--board", board, "--players", "3", "-o", target)

    assert finished == (0, "", "")
    made = load(target)
    assert made.segments == load(board).segments
    assert sorted(len(player.stacks) for player in made.players) == [7, 7, 7]
    assert replay(made).legal_moves()


def test_file_with_players_keeps_its_start(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    made = loads(run("new", "--board", path, "--name", "Zoe").out)

    assert made.turns == ()
    assert [player.name for player in made.players] == ["Zoe", "Bob"]
    assert [player.color for player in made.players] == ["red", "navy"]
    assert replay(made).start == replay(load(path)).start
    refused = run("new", "--board", path, "--players", "3")
    assert refused.status == 2
    assert "'--players 3', but the board has 2 players" in refused.err


def test_new_does_not_overwrite_without_force(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    refused = run("new", "--board", "hexagon:2", "-o", path)

    assert refused.status == 1
    assert "'--force' overwrites it" in refused.err
    assert path.read_text() == GAME
    assert run("new", "--board", "hexagon:2", "-o", path, "--force").status == 0
    assert path.read_text() == run("new", "--board", "hexagon:2").out


def test_suffix_sets_the_format(tmp_path: Path) -> None:
    run("new", "--board", "hexagon:2", "-o", tmp_path / "game.txt")

    assert (tmp_path / "game.txt").read_text().startswith("atlantis-transcript 1.0")


def test_new_game_is_formatted(tmp_path: Path) -> None:
    text = run("new", "--board", "rhombus:2", "--name", "Zoë").out

    assert json.loads(text)["format"] == "Atlantis transcript"
    assert run("fmt", "--check", write(tmp_path, text)).status == 0


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--board", "hexagon"], 1, "not a board: 'hexagon'"),
        (["--board", "hexagon:0"], 1, "a hexagon of side 0"),
        (["--board", "hexagon:99999999"], 1, "more than 50000 fields"),
        (["--board", "octagon:3"], 1, "cannot read 'octagon:3'"),
        (["--board", "hexagon:1"], 1, "no room for 2 players"),
        (["--board", "hexagon:2", "--players", "1"], 2, "(expected 2 to 6)"),
        (["--board", "hexagon:2", "--players", "seven"], 2, "(expected 2 to 6)"),
        (["--board", "hexagon:2", "--color", "bleu"], 2, "did you mean 'blue'?"),
        (["--board", "hexagon:2", "--color", "xyzzy"], 2, "expected an SVG name"),
        (
            ["--board", "hexagon:2", *["--name", "x"] * 3],
            2,
            "'--name' is given 3 times for 2 players",
        ),
        (["--board", "hexagon:2", "--dummy", "3"], 2, "'--dummy 3' in a game of 2 players"),
        (["--board", "hexagon:2", "--dummy", "0"], 2, "not a seat: '0'"),
        (["--board", "hexagon:2", "--seat", "me"], 2, "not a seat: 'me' (expected 'person'"),
        (["--board", "hexagon:2", "--seat", "bot:me"], 2, "not a bot: 'me' (expected one of"),
        (
            ["--board", "hexagon:2", "--players", "2", *["--seat", "bot"] * 3],
            2,
            "'--seat' is given 3 times",
        ),
        (["--players", "2"], 2, "one of the arguments --board --from-diagram is required"),
    ],
)
def test_impossible_options_are_usage_errors(
    arguments: list[str], status: int, message: str
) -> None:
    finished = run("new", *arguments)

    assert (finished.status, finished.out) == (status, "")
    assert message in finished.err


def test_new_starts_at_a_position_in_notation(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    notation = "pos1:triangle2:a2,A3,19.:2A"
    assert run("new", "--board", notation, "-o", path).status == 0
    assert Game.load(path).position.notation == notation


def test_new_refuses_a_position_where_another_player_is_to_move() -> None:
    result = run("new", "--board", "pos1:triangle2::2B")
    assert result.status == 2
    assert "player B is to move (expected A" in result.err


@pytest.mark.parametrize("style", ["spec", "middle", "compact"])
def test_new_reads_what_show_draws(style: str, tmp_path: Path) -> None:
    drawing, path = tmp_path / "drawing.txt", tmp_path / "game.json"
    notation = "pos1:triangle2:A,2.,A2,2.,b3,14.:2A"
    drawing.write_text(run("show", notation, "--style", style).out)
    arguments = ("--from-diagram", drawing, "--letters", "CS", "-o", path)
    assert run("new", *arguments).status == 0
    assert Game.load(path).position.notation == notation


def test_new_reads_a_drawn_board_in_pieces(tmp_path: Path) -> None:
    drawing, path = tmp_path / "drawing.txt", tmp_path / "game.json"
    notation = "pos1:A1+M20:7A,7B:2A"
    drawing.write_text(run("show", notation).out)
    assert run("new", "--from-diagram", drawing, "--letters", "CS", "-o", path).status == 0
    assert Game.load(path).position.notation == notation


def test_new_says_where_a_diagram_cannot_be_read(tmp_path: Path) -> None:
    drawing = tmp_path / "drawing.txt"
    drawing.write_text("no board")
    result = run("new", "--from-diagram", drawing)
    assert result.status == 1
    assert "drawing.txt': " in result.err


@pytest.mark.parametrize(
    ("option", "value"), [("--name", "A\udce9B"), ("--seat", "agent:./A\udce9B --fast")]
)
def test_text_that_is_not_utf8_is_not_stored(tmp_path: Path, option: str, value: str) -> None:
    finished = run("new", "--board", "hexagon:2", option, value, "-o", tmp_path / "game.json")

    assert finished.status == 2
    assert "(expected text in UTF-8)" in finished.err
    assert not list(tmp_path.iterdir())
