"""`atlantis kalah`, and general commands on matches of Kalah."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from atlantis_core.contests.results_file import ResultsError, ResultsFile
from atlantis_core.games.kalah.matches import Pairing
from tests.commands.running import run
from tests.games.kalah.programs import our_agent, python_agent, walker
from tests.games.kalah.recorded import OWN

if os.name != "posix":
    pytest.skip("agents need process groups and pipes of POSIX", allow_module_level=True)

SMALL = ("--holes", "3", "--seeds", "2")


def test_referee_prints_the_output_of_the_original() -> None:
    done = run("kalah", "referee", walker(), our_agent(50))
    assert done.status == 0
    assert re.fullmatch(r"0 [0-9]+\n1 [0-9]+\n", done.out)
    assert done.err == ""


def test_aborted_match_is_reported_on_stderr() -> None:
    done = run("kalah", "referee", python_agent("hear(); say('MOVE;\\x1b[31m')"), walker())
    assert done.status == 0
    assert re.fullmatch(r"0 [0-9]+\n1 0\n", done.out)
    assert done.err.splitlines()[0] == "MATCH WAS ABORTED"
    assert "garbage" in done.err
    assert "\x1b" not in done.err


def test_time_limit_is_an_option() -> None:
    done = run("kalah", "referee", python_agent("time.sleep(600)"), walker(), "--seconds", "0.2")
    assert done.out == "0 0\n1 0\n"


def test_agent_command_answers_lines() -> None:
    done = run("kalah", "agent", "--effort", "50", stdin=b"START;South\nEND\n")
    assert re.fullmatch(r"MOVE;[1-7]\n", done.out)
    bad = run("kalah", "agent", stdin=b"hello\n")
    assert (bad.status, bad.out) == (1, "")
    assert "not a message: 'hello'" in bad.err


@pytest.mark.parametrize(
    "change",
    [
        {"order": [5, 6]},
        {"order": [0]},
        {"scores": [1]},
        {"scores": [10**400, 0]},
        {"winner": 2},
        {"winner": -1},
        {"offender": 7, "offence": "foul: x"},
        {"choices": -1},
        {"choices": 10**400},
        {"milliseconds": []},
        {"ending": []},
        {"game": 0},
    ],
    ids=lambda change: str(change)[:30],
)
def test_invalid_result_line_is_reported(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "results.jsonl"
    pairing = Pairing(("one", "other"), 3, 2)
    line = {"game": 1, "order": [0, 1], "scores": [7, 5], "winner": 0, "ending": "finished"}
    rest = {"choices": 9, "milliseconds": [1, 2], "offender": None, "offence": None}
    heading, good = json.dumps(pairing.heading), json.dumps(line | rest)
    path.write_text(f"{heading}\n{good}\n")
    ResultsFile(path, pairing).close()
    spoilt = f"{heading}\n{good}\n{json.dumps(line | rest | change)}\n"
    path.write_text(spoilt)
    with pytest.raises(ResultsError, match="line 3 is not a result"):
        ResultsFile(path, pairing)
    assert path.read_text() == spoilt


def test_program_may_have_any_name(tmp_path: Path) -> None:
    """Undecodable bytes, and lines that look like messages of the record."""
    odd = f"{walker()} '\udcff\nEND'"
    out = tmp_path / "results.jsonl"
    command = ("kalah", "match", odd, odd, *SMALL, "--games", "1", "--out", out)
    assert run(*command).status == 0
    assert run("check", tmp_path / "results-games" / "00001.kalah").status == 0
    heading = json.loads(out.read_text().splitlines()[0])
    assert [name.count("\\xff") for name in heading["contestants"]] == [1, 1]


def test_series_is_saved_and_resumed(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = ("kalah", "match", walker(), walker(2, swaps=True), *SMALL, "--out", out)
    first = run(*command, "--games", "2")
    assert first.status == 0
    lines = out.read_text().splitlines()
    assert json.loads(lines[0])["format"] == "Kalah match"
    kept = [json.loads(line) for line in lines[1:]]
    assert [line["order"] for line in kept] == [[0, 1], [1, 0]]
    for line in kept:
        record = out.parent / line["record"]
        assert run("check", record).status == 0
        last = json.loads(run("replay", "--json", record).out.splitlines()[-1])
        assert last["result"] is not None
        assert last["step"] == line["choices"]
    out.write_text("\n".join(lines[:2]) + "\n")
    again = run(*command, "--games", "3", "--jobs", "2")
    assert again.status == 0
    games = [json.loads(line)["game"] for line in out.read_text().splitlines()[1:]]
    assert sorted(games) == [1, 2, 3]
    assert "Kalah, 3 holes, 2 seeds, 3 games: 3 finished" in again.out


def test_results_of_another_series_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run("kalah", "match", walker(), walker(), *SMALL, "--games", "1", "--out", out)
    other = run("kalah", "match", walker(), walker(), "--games", "1", "--out", out)
    assert other.status == 1
    assert "its holes are 3, not 7" in other.err


def test_table_shows_wins_draws_and_faults() -> None:
    done = run("kalah", "match", walker(), python_agent("sys.exit(1)"), *SMALL, "--games", "2")
    assert done.status == 0
    assert "2 ended by an exit" in done.out
    assert "2/2" in done.out
    assert "exit in 2 games, first in game 1" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "a"),
        ("match", "a", "'"),
        ("match", "a", ""),
        ("referee", "a", "b", "--seconds", "0"),
        ("referee", "a", "b", "--holes", "0"),
        ("agent", "--effort", "0"),
        ("agent", "--seeds", "x"),
        ("play",),
        (),
    ],
)
def test_invalid_arguments_are_usage_errors(arguments: tuple[str, ...]) -> None:
    done = run("kalah", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err


def test_missing_program_is_reported() -> None:
    for action in ("referee", "match"):
        done = run("kalah", action, "./no/such", walker())
        assert (done.status, done.out) == (1, "")
        assert "cannot start './no/such'" in done.err


def test_general_commands_open_dialogues() -> None:
    path = OWN / "walkers-swap.agent2.log"
    assert run("check", path).out == ""
    shown = run("show", f"{path}#2")
    assert "South, second player" in shown.out
    assert "1 seed" not in shown.err
    moves = json.loads(run("moves", "--json", f"{path}#1").out)
    assert moves == ["1", "2", "3", "4", "5", "6", "7", "swap"]
    steps = [json.loads(line) for line in run("replay", "--json", path).out.splitlines()]
    assert steps[2]["move"] == "SWAP"
    assert steps[0]["position"] == "7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0"
