"""The commands with bots and agents: match, ladder, agent, hint."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from atlantis_core.bots.messages import Next, format_change, format_start
from atlantis_core.bots.registry import LEVELS
from atlantis_core.positions.grid import parse_move
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import check_turn
from tests.commands.running import run


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert run("new", "--board", "triangle:2", "-o", path).status == 0
    return path


def test_match_prints_a_table_and_resumes(tmp_path: Path) -> None:
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


def test_match_shows_progress_on_a_terminal() -> None:
    told = run("match", "random", "random", "--board", "triangle:2", "--games=2", is_terminal=True)
    assert "1/2 games" in told.err
    assert "random#1" in told.out


QUITTER = 'agent:sh -c "exit 3"'


def test_match_prints_each_fault_once() -> None:
    told = run("match", "random", QUITTER, "--board", "triangle:2", "--games", "3")
    assert told.status == 0
    assert "3 forfeited" in told.out
    fault = "exit in 3 games, first in game 1: exited without answering (status 3)"
    assert told.out.splitlines()[-1] == f"{QUITTER}: {fault}"
    assert told.out.count("exit in") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_match_fails_if_an_agent_does_not_start(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "results.jsonl"
    options = ("--board", "triangle:2", "--games", "4", "--jobs", jobs, "--out", out)
    told = run("match", "random", "agent:./no/such/agent", *options)
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("atlantis match: cannot start './no/such/agent': ")
    assert len(out.read_text().splitlines()) == 1
    assert not (tmp_path / "results-games").exists()


def test_match_of_one_game_prints_the_singular() -> None:
    told = run("match", "random", "random", "--board", "triangle:2", "--games", "1")
    assert told.out.startswith("triangle:2, 1 game: 1 ")
    assert "inf" not in told.out


@pytest.mark.parametrize("out", ["-", "/dev/zero", "/dev/full", "/"])
def test_match_saves_results_only_to_a_regular_file(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("match", "random", "random", "--board", "triangle:2", "--games=1", "--out", out)
    assert told.status == 2
    assert f"'{out}'" in told.err
    assert list(tmp_path.iterdir()) == []


def test_match_refuses_to_resume_on_a_changed_board(tmp_path: Path) -> None:
    board, out = tmp_path / "board.json", tmp_path / "results.jsonl"
    command = ("match", "random", "random", "--board", board, "--games", "2", "--out", out)
    assert run("new", "--board", "triangle:2", "-o", board).status == 0
    assert run(*command).status == 0
    board.unlink()
    assert run("new", "--board", "triangle:3", "-o", board).status == 0
    told = run(*command)
    assert told.status == 1
    assert "was different (expected the same board and stones)" in told.err


@pytest.mark.parametrize("command", ["match", "ladder"])
def test_help_shows_the_defaults(command: str) -> None:
    told = " ".join(run(command, "--help").out.split())
    for words in ("(default: 100)", "(default: 1)", "(default: 10)", "hexagon:2", "100 per player"):
        assert words in told


def test_match_of_three_players_prints_ratings() -> None:
    told = run("match", "random", "gentle", "random", "--board", "triangle:2", "--games", "3")
    assert told.out.splitlines()[1].split()[-1] == "rating"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hal", "random"], "not a player: 'hal'"),
        (["random"], "1 player (expected 2 to 6)"),
        (["random", "random", "--games", "0"], "bad number of games: '0'"),
        (["random", "random", "--effort", "x"], "bad effort: 'x'"),
        (["random", "random", "--board", "triangel:2"], "no such board: 'triangel:2' (neither"),
        (["random", "random", "--turn-seconds", "nan"], "not a time limit: 'nan'"),
    ],
)
def test_match_explains_invalid_options(arguments: list[str], words: str) -> None:
    told = run("match", *arguments)
    assert told.status != 0
    assert words in told.err


@pytest.fixture
def empty_board(tmp_path: Path) -> Path:
    """A board without players."""
    path = tmp_path / "empty.json"
    path.write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"], "players": []}'
    )
    return path


def test_match_refuses_a_board_without_players(empty_board: Path) -> None:
    told = run("match", "random", "random", "--board", empty_board)
    assert told.status == 1
    assert "has no players (expected 2)" in told.err
    told = run("hint", empty_board)
    assert told.status == 1
    assert "this board has no players" in told.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "random", "random", "--board", "triangle:0"],
        ["match", "random", "random", "--board", "triangle:"],
        ["match", *["random"] * 6, "--board", "triangle:1"],
        ["hint", "game.json", "--bot", "maste"],
        ["agent", "nosuch"],
        ["ladder", "--out", "-"],
        ["ladder", "--out", "/dev/null"],
    ],
)
def test_invalid_command_line_has_status_2(arguments: list[str]) -> None:
    told = run(*arguments)
    assert (told.status, told.out) == (2, "")
    assert told.err


def test_ladder_reports_forfeits() -> None:
    told = run("ladder", "random", QUITTER, "--board", "triangle:2", "--games", "2")
    assert told.status == 0
    assert told.out.splitlines()[-1].endswith("| 0 of 2 | 0 % | 0 to 79 % | 2 | 0 | 2 |")
    summary, fault = told.err.splitlines()
    assert summary == f"triangle:2: {QUITTER} over random: 0 of 2"
    assert fault.startswith(f"  {QUITTER}: exit in 2 games, first in game 1: exited")


def test_ladder_limits_turns(tmp_path: Path) -> None:
    sleeper = "agent:sh -c 'sleep 60'"
    options = ("--board", "triangle:2", "--games", "1", "--turn-seconds", "0.1")
    told = run("ladder", "random", "gentle", *options, "--turn-limit", "1", "--out", tmp_path)
    assert told.out.splitlines()[-1].endswith("| 1 | 0 |")
    header = json.loads((tmp_path / "triangle-2-gentle-random.jsonl").read_text().splitlines()[0])
    assert (header["turn_limit"], header["turn_seconds"]) == (1, 0.1)
    assert "--turn-seconds" in run("ladder", "random", sleeper, "--turn-seconds", "no").err


def test_ladder_uses_separate_files_for_similar_agents(tmp_path: Path) -> None:
    commands = ("agent:sh exit.sh a", "agent:sh exit.sh+a")
    for command in commands:
        options = ("--board", "triangle:2", "--games", "1", "--out", tmp_path)
        assert run("ladder", "random", command, *options).status == 0
    names = [path.name for path in tmp_path.glob("*.jsonl")]
    assert len(names) == 2
    assert all(name.startswith("triangle-2-agent-sh-exit-sh-a-") for name in names)


def test_ladder_checks_all_boards_before_playing(tmp_path: Path) -> None:
    three, folder = tmp_path / "three.json", tmp_path / "ladder"
    assert run("new", "--board", "hexagon:2", "--players", "3", "-o", three).status == 0
    boards = ("--board", "triangle:2", "--board", three)
    told = run("ladder", "random", "gentle", *boards, "--games", "1", "--out", folder)
    assert told.status == 1
    assert "has 3 players (expected 2)" in told.err
    assert not folder.exists()


def test_ladder_prints_the_table_and_resumes(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    command = ("ladder", "--board", "triangle:2", "--games", "2", "--effort", "2", "--out", folder)
    told = run(*command, "--neighbours")
    assert told.status == 0
    assert told.out.splitlines()[0] == "| level | Elo |"
    expected = {
        f"triangle-2-{higher}-{lower}.jsonl" for lower, higher in pairwise(("random", *LEVELS))
    }
    assert {path.name for path in folder.glob("*.jsonl")} == expected
    assert run(*command, "--neighbours").out == told.out


def test_sequential_test_does_not_depend_on_the_number_of_jobs() -> None:
    words = ("match", "greedy", "random", "--board", "triangle:2", "--games", "200")
    told = [run(*words, "--until", "elo0=0 elo1=200", "--jobs", jobs) for jobs in ("1", "2")]
    assert told[0].out == told[1].out
    last = told[0].out.splitlines()[-1]
    assert last.endswith("greedy is closer to +200 Elo than to +0")
    assert "200 games" not in last


def test_sequential_test_needs_two_players() -> None:
    told = run("match", "random", "random", "random", "--until", "elo0=0 elo1=5")
    assert (told.status, told.out) == (2, "")
    assert "--until needs exactly two players" in told.err
    told = run("match", "random", "random", "--until", "elo0=5")
    assert "not a sequential test: 'elo0=5'" in told.err


def test_ladder_of_given_players_with_an_agent(tmp_path: Path) -> None:
    passing = "agent:sh -c 'while read -r line; do case $line in *YOU) echo TURN;; esac; done'"
    options = ("--board", "triangle:2", "--games", "2", "--out", tmp_path / "ladder")
    told = run("ladder", "random", passing, *options)
    assert told.status == 0
    first, *_, last = told.out.splitlines()
    assert first == "| level | Elo |"
    assert last.startswith("| triangle:2 | agent:sh -c 'while r...line in ")
    assert "echo TURN;; esac; done' over random" in last
    assert last.endswith("% | 2 | 0 | 0 |")
    assert len(list((tmp_path / "ladder").glob("*.jsonl"))) == 1


@pytest.mark.parametrize("players", [["random"], ["random", "greedy", "random"]])
def test_ladder_explains_invalid_players(players: list[str]) -> None:
    told = run("ladder", *players)
    assert told.status == 2
    assert "needs two or more different players" in told.err


def test_ladder_inserts_the_table_into_a_document(tmp_path: Path) -> None:
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
def test_ladder_checks_the_document_before_playing(tmp_path: Path, content: bytes | None) -> None:
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


def test_hint_prints_turns_reasons_and_chances(game_file: Path) -> None:
    told = run("hint", game_file, "--effort", "40")
    assert told.status == 0
    first, *rest = told.out.splitlines()
    assert "master would play" in first
    assert rest[0].startswith("1. ")
    assert rest[-1].startswith("chances now: ")


def test_hint_json_has_legal_turns(game_file: Path) -> None:
    told = run("hint", f"{game_file}#0", "--json", "--bot", "greedy", "--turns", "2")
    document = json.loads(told.out)
    position = traditional_start(Shape.TRIANGLE, 2, 2)
    assert sum(document["chances"]) == pytest.approx(1, abs=1e-3)
    assert 1 <= len(document["turns"]) <= 2
    for turn in document["turns"]:
        check_turn(position, [parse_move(move) for move in turn["moves"]])
        assert turn["reasons"]


def test_hint_of_the_random_bot_has_no_reasons(game_file: Path) -> None:
    told = run("hint", game_file, "--bot", "random")
    assert told.out.splitlines()[1].startswith("1. ")


def test_hint_names_players(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"], "players":'
        ' [{"name": "Ann", "stacks": {"b3": -1, "b2": 1, "b1": -1}},'
        ' {"name": "Bea", "stacks": {"a1": 1}}]}'
    )
    told = run("hint", path, "--bot", "greedy", "--turns", "20")
    words = " ".join(told.out.split())
    assert "proved: Ann wins" in words
    assert "player 2" not in words


def test_hint_of_a_finished_game_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "over.json"
    path.write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"],'
        ' "players": [{"stacks": {"a1": 1}}, {"stacks": {}}]}'
    )
    told = run("hint", path)
    assert told.status != 0
    assert "the game is over" in told.err


def test_hint_adds_chances_with_ratings_if_all_are_known(tmp_path: Path) -> None:
    path = tmp_path / "rated.json"
    seats = ("--seat", "bot:grandmaster", "--seat", "bot:gentle")
    assert run("new", "--board", "triangle:2", *seats, "-o", path).status == 0
    plain, rated = run("hint", path, "--effort", "40").out.splitlines()[-2:]
    assert plain.startswith("chances now: ")
    assert rated.startswith("with ratings: ")
    assert "(859)" in rated
    assert "(127)" in rated
    document = json.loads(run("hint", path, "--effort", "40", "--json").out)
    assert document["rated_chances"][0] > document["chances"][0]


def test_hint_has_no_rated_chances_of_persons(game_file: Path) -> None:
    told = run("hint", game_file, "--effort", "40", "--json")
    assert json.loads(told.out)["rated_chances"] == []
