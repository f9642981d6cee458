"""`atlantis turn` and `atlantis games`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from atlantis_core.support.errors import NotationError
from atlantis_core.transcript import load, replay
from atlantis_core.transcript.seat_names import parse_seats
from tests.commands.running import run
from tests.commands.samples import BOARD, GAME, SHORT_GAME, write

PROJECT = Path(__file__).parents[2]
FORCED = PROJECT / "transcripts" / "unfinished" / "odd-board-5-players.json"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path, GAME)


def test_turn_is_saved_and_printed(path: Path) -> None:
    before = load(path).turns

    done = run("turn", path, "d4-e4")

    assert done.status == 0
    assert done.out.splitlines()[0] == f"Turn {len(before) + 1}, Bob (N): d4-e4"
    assert done.out.endswith("is to move.\n")
    assert [str(move) for move in load(path).turns[-1]] == ["d4-e4"]
    assert load(path).turns[:-1] == before


def test_moves_can_be_one_or_several_arguments(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    shutil.copy(path, other)

    run("turn", path, "d4-e4 e3-e4")
    run("turn", other, "d4-e4", "e3-e4")

    assert path.read_bytes() == other.read_bytes()


def test_pass_is_a_turn(path: Path) -> None:
    turns = len(load(path).turns)

    assert run("turn", path, "pass").status == 0
    assert load(path).turns[turns] == ()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["d4-zz9"], "illegal move 'd4-zz9'"),
        (["d4-e4", "--turn", "99"], "the next turn is 4 (Bob), not 99"),
        (["d4-e4", "--as", "1"], "Bob is to move (turn 4), not 1"),
        (["d4-e4", "--as", "Ann"], "Bob is to move (turn 4), not Ann"),
    ],
)
def test_refused_turn_leaves_the_file_unchanged(
    path: Path, arguments: list[str], complaint: str
) -> None:
    before = path.read_bytes()

    refused = run("turn", path, *arguments)

    assert refused.status == 1
    assert complaint in refused.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [["d4-"], ["d4-e4", "--as", "nobody"], ["d4-e4", "--turn", "0"], [""], [" ", ","]]
)
def test_invalid_moves_are_usage_errors(path: Path, arguments: list[str]) -> None:
    before = path.read_bytes()

    assert run("turn", path, *arguments).status == 2
    assert path.read_bytes() == before


def test_as_option_accepts_names_and_seats(path: Path) -> None:
    number = len(load(path).turns) + 1

    assert run("turn", path, "pass", "--as", "bob", "--turn", str(number)).status == 0


def test_forced_passes_are_saved_with_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shutil.copy(FORCED, path)
    before = replay(load(path))
    assert before.is_forced, "the sample needs a forced pass"
    forced = before.play_forced()

    done = run("turn", path, "pass", "--turn", str(before.turn_number + 1))

    after = replay(load(path))
    assert done.status == 0
    assert after.turn_number > before.turn_number >= forced
    assert after.is_over or not after.is_forced


def test_game_of_maximum_length_refuses_a_turn(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer game could be saved but not opened."""
    played, before = replay(load(path)), path.read_bytes()
    monkeypatch.setattr("atlantis_core.rules.game.MAX_TURNS", played.turn_number)

    done = run("turn", path, "pass")

    assert done.status == 1
    assert f"limited to {played.turn_number} turns" in done.err
    assert path.read_bytes() == before


def test_finished_game_and_empty_board_refuse_a_turn(tmp_path: Path) -> None:
    over = run("turn", write(tmp_path, SHORT_GAME, "over.json"), "pass")
    bare = run("turn", write(tmp_path, BOARD, "bare.json"), "pass")

    assert (over.status, bare.status) == (1, 1)
    assert "the game is over" in over.err
    assert "this board has no players yet" in bare.err


def test_turn_refuses_standard_input(path: Path) -> None:
    assert run("turn", "-", "pass", stdin=path.read_bytes()).status == 2


def _listed(folder: Path, *options: str) -> list[dict[str, object]]:
    found = run("games", folder, *options, "--json").out
    return [json.loads(line) for line in found.splitlines()]


def test_games_lists_own_turns_first_and_finished_games_last(tmp_path: Path) -> None:
    write(tmp_path, GAME, "bobs-turn.json")
    write(tmp_path, SHORT_GAME, "finished.json")
    write(tmp_path, BOARD, "board.json")
    write(tmp_path, GAME, "a-game.json")
    assert run("turn", tmp_path / "a-game.json", "pass").status == 0

    listed = [json.loads(line) for line in run("games", tmp_path, "--json").out.splitlines()]
    bobs = [
        json.loads(line)
        for line in run("games", tmp_path, "--as", "Bob", "--json").out.splitlines()
    ]

    assert [Path(str(game["file"])).name for game in listed] == [
        "a-game.json",
        "bobs-turn.json",
        "finished.json",
    ]
    assert [game["state"] for game in listed] == ["running", "running", "over"]
    assert Path(str(bobs[0]["file"])).name == "bobs-turn.json"
    assert bobs[0]["state"] == "yours"
    assert "Bob *" in run("games", tmp_path, "--as", "Bob").out


def test_games_prints_the_whole_error_in_ascii(tmp_path: Path) -> None:
    found = run("games", tmp_path / "nope")
    assert (found.status, found.out.isascii()) == (1, True)
    assert found.out.rstrip().endswith("nope': no such file or directory")


def test_games_lists_broken_games_and_skips_other_files(tmp_path: Path) -> None:
    write(tmp_path, GAME.replace("d4", "zz9"), "broken.json")
    write(tmp_path, '{"name": "something else"}', "package.json")

    listed = run("games", tmp_path)

    assert listed.status == 1
    assert "broken.json" in listed.out
    assert "package.json" not in listed.out


def test_as_option_accepts_numbers_names_and_lists() -> None:
    names = ("Ann", "Bob, Jr.", "Cleo")

    assert parse_seats("2", names) == {1}
    assert parse_seats("1, cleo", names) == {0, 2}
    assert parse_seats("bob, jr.", names) == {1}
    assert parse_seats("watch", names) == frozenset()
    for text in ("0", "4", "Dov", "1,", ""):
        with pytest.raises(NotationError, match="1 to 3, a name such as 'Ann'"):
            parse_seats(text, names)
