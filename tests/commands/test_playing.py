"""The commands that let programs play: match, ladder, agent, hint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.bots.messages import Next, format_change, format_start
from atlantis_core.game import Game
from atlantis_core.grid import parse_move
from atlantis_core.rules import check_turn
from atlantis_core.shapes import Shape, traditional_start
from tests.commands.running import run


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert run("new", "--board", "triangle:2", "-o", path).status == 0
    return path


def test_match_plays_shows_a_table_and_resumes(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = ("match", "greedy", "random", "--board", "triangle:2", "--out", out)
    few = run(*command, "--games", "2")
    assert few.status == 0
    assert few.out.startswith("triangle:2, 2 games: ")
    more = run(*command, "--games", "4")
    assert len(out.read_text().splitlines()) == 5
    assert len(list((tmp_path / "results-games").iterdir())) == 4
    assert run(*command, "--games", "4").out == more.out
    assert more.err == ""


def test_match_tells_progress_on_a_terminal() -> None:
    told = run("match", "random", "random", "--board", "triangle:2", "--games=2", is_terminal=True)
    assert "1/2 games" in told.err
    assert "random#1" in told.out


def test_match_tells_of_offences() -> None:
    told = run("match", "random", "agent:./no/such/agent", "--board", "triangle:2", "--games", "1")
    assert told.status == 0
    assert "1 forfeited" in told.out
    assert "game 1: agent:./no/such/agent: no start: cannot start './no/such/agent'" in told.out


def test_match_between_three_has_a_rating() -> None:
    told = run("match", "random", "gentle", "random", "--board", "triangle:2", "--games", "3")
    assert told.out.splitlines()[1].split()[-1] == "rating"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hal", "random"], "not a player: 'hal'"),
        (["random"], "1 players (expected 2 to 6)"),
        (["random", "random", "--games", "0"], "bad number of games: '0'"),
        (["random", "random", "--effort", "x"], "bad effort: 'x'"),
        (["random", "random", "--board", "circle:2"], "circle:2"),
        (["random", "random", "--turn-seconds", "nan"], "not a time: 'nan'"),
    ],
)
def test_match_refuses_in_words(arguments: list[str], words: str) -> None:
    told = run("match", *arguments)
    assert told.status != 0
    assert words in told.err


def test_ladder_writes_the_table_and_resumes(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    command = ("ladder", "--board", "triangle:2", "--games", "2", "--effort", "2", "--out", folder)
    told = run(*command, "--neighbours")
    assert told.status == 0
    assert told.out.splitlines()[0] == "| level | Elo |"
    assert len(list(folder.glob("*.jsonl"))) == 4
    assert run(*command, "--neighbours").out == told.out


def test_ladder_of_named_players_with_a_program(tmp_path: Path) -> None:
    passing = "agent:sh -c 'while read -r line; do case $line in *YOU) echo TURN;; esac; done'"
    options = ("--board", "triangle:2", "--games", "2", "--out", tmp_path / "ladder")
    told = run("ladder", "random", passing, *options)
    assert told.status == 0
    first, *_, last = told.out.splitlines()
    assert first == "| level | Elo |"
    assert last.startswith("| triangle:2 | agent:sh -c 'while read")
    assert last.endswith("% | 0 |")
    assert len(list((tmp_path / "ladder").glob("*.jsonl"))) == 1


@pytest.mark.parametrize("players", [["random"], ["random", "greedy", "random"]])
def test_ladder_refuses_in_words(players: list[str]) -> None:
    told = run("ladder", *players)
    assert told.status == 2
    assert "expected two or more, each once" in told.err


def test_ladder_puts_the_table_into_a_document(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text("# Bots\n\n<!-- ladder -->\nold\n<!-- end of ladder -->\n\nThe end.\n")
    command = ("ladder", "--board", "triangle:2", "--games", "1", "--effort", "2", "--neighbours")
    told = run(*command, "--into", page)
    assert (told.status, told.out) == (0, "")
    table = run(*command).out
    assert page.read_text() == (
        f"# Bots\n\n<!-- ladder -->\n\n{table}\n<!-- end of ladder -->\n\nThe end.\n"
    )


@pytest.mark.parametrize("content", [None, b"# Bots\n", b"<!-- ladder -->\n", b"\xff"])
def test_ladder_plays_nothing_where_the_table_has_no_place(
    tmp_path: Path, content: bytes | None
) -> None:
    page, folder = tmp_path / "bots.md", tmp_path / "ladder"
    if content is not None:
        page.write_bytes(content)
    told = run("ladder", "--out", folder, "--into", page)
    assert told.status == 1
    assert "bots.md'" in told.err
    assert not folder.exists()
    assert content is None or page.read_bytes() == content


def test_agent_speaks_the_protocol() -> None:
    game = Game(traditional_start(Shape.TRIANGLE, 2, 2))
    lines = [format_start(game, 0), format_change((), game.position, Next.YOU), "END"]
    told = run("agent", "greedy", stdin="\n".join(lines).encode() + b"\n")
    assert told.status == 0
    assert told.out.startswith("TURN")
    assert run("agent", "nobody").status != 0
    assert "not a message" in run("agent", "greedy", stdin=b"hello\n").err


def test_hint_tells_turns_reasons_and_chances(game_file: Path) -> None:
    told = run("hint", game_file, "--effort", "40")
    assert told.status == 0
    first, *rest = told.out.splitlines()
    assert "master would play" in first
    assert rest[0].startswith("1. ")
    assert rest[-1].startswith("chances now: ")


def test_hint_as_json_is_legal(game_file: Path) -> None:
    told = run("hint", f"{game_file}#0", "--json", "--bot", "greedy", "--turns", "2")
    document = json.loads(told.out)
    position = traditional_start(Shape.TRIANGLE, 2, 2)
    assert sum(document["chances"]) == pytest.approx(1, abs=1e-3)
    assert 1 <= len(document["turns"]) <= 2
    for turn in document["turns"]:
        check_turn(position, [parse_move(move) for move in turn["moves"]])
        assert turn["reasons"]


def test_hint_of_the_random_bot_is_a_turn_without_reasons(game_file: Path) -> None:
    told = run("hint", game_file, "--bot", "random")
    assert told.out.splitlines()[1].startswith("1. ")


def test_hint_after_the_end_says_so(tmp_path: Path) -> None:
    path = tmp_path / "over.json"
    path.write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"],'
        ' "players": [{"stacks": {"a1": 1}}, {"stacks": {}}]}'
    )
    told = run("hint", path)
    assert told.status != 0
    assert "the game is over" in told.err
