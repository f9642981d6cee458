"""Commands work on files of any registered game, here the toy game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.games import registry
from tests.commands.running import run
from tests.games.test_registry import TOY


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", (TOY,))


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    path = tmp_path / "a.heap"
    path.write_text("counters 9:  3 1\n")
    return path


def test_check_accepts_a_valid_file_and_finds_it_in_its_folder(heap: Path) -> None:
    assert run("check", str(heap)) == run("check", str(heap.parent))
    checked = run("check", str(heap))
    assert (checked.status, checked.out, checked.err) == (0, "", "")


def test_check_prints_errors(heap: Path) -> None:
    heap.write_text("counters nine")
    checked = run("check", str(heap))
    assert checked.status == 1
    assert checked.out.endswith(
        "a.heap:1:1: error: not a heap (expected for example 'counters 9: 1 2')\n"
    )


def test_show_draws_a_step_with_its_state(heap: Path) -> None:
    shown = run("show", f"{heap}#1")
    assert shown.out == " o  o  o  o  o  o\n\na heap of 9\nAfter step 1 of 2. right to move.\n"
    assert run("show", str(heap), "--no-legend").out == " o  o  o  o  o\n"


def test_show_supports_colours_and_svg(heap: Path) -> None:
    colored = run("show", str(heap), "--color", "always", environ={"TERM": "xterm-256color"})
    assert "\x1b[" in colored.out
    svg = run("show", str(heap), "--svg").out
    assert svg.startswith("<svg ")
    assert svg.count("<text ") == 5


def test_show_refuses_missing_steps_and_atlantis_options(heap: Path) -> None:
    beyond = run("show", f"{heap}#3")
    assert (beyond.status, beyond.err) == (
        2,
        "atlantis show: there is no step 3 (expected 0 to 2)\n",
    )
    assert run("show", str(heap), "--axes").status == 2


def test_replay_prints_every_step(heap: Path) -> None:
    told = run("replay", str(heap))
    assert told.out == "Start: a heap of 9.\n1. left: 3\n2. right: 1\nleft to move.\n"
    lines = run("replay", str(heap), "--json").out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"step": 0, "move": None, "position": None, "to_move": "left", "moves": 3, "result": None},
        {"step": 1, "move": "3", "position": None, "to_move": "right", "moves": 3, "result": None},
        {"step": 2, "move": "1", "position": None, "to_move": "left", "moves": 3, "result": None},
    ]


def test_finished_game_has_a_result_and_no_player_to_move(heap: Path) -> None:
    heap.write_text("counters 4: 3 1")
    last = json.loads(run("replay", f"{heap}#2", "--json").out)
    assert (last["to_move"], last["moves"], last["result"]) == (None, 0, "right wins")
    assert run("moves", str(heap)).err == "the game is over\n"


def test_moves_lists_moves_as_typed(heap: Path) -> None:
    assert json.loads(run("moves", str(heap), "--json").out) == ["1", "2", "3"]
    assert run("moves", f"{heap}#0").out == "1\n2\n3\n"


def test_fmt_changes_the_layout_and_convert_does_not(heap: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.heap"
    assert run("convert", str(heap), str(other)).status == 0
    assert other.read_bytes() == heap.read_bytes()
    assert run("fmt", "--check", str(heap)).out == f"{heap}\n"
    assert run("fmt", str(heap)).out == f"{heap}\n"
    assert heap.read_text() == "counters 9: 3 1\n"
    assert run("fmt", "--check", str(heap)).status == 0


def test_convert_refuses_another_notation(heap: Path, tmp_path: Path) -> None:
    refused = run("convert", str(heap), str(tmp_path / "a.json"))
    assert refused.status == 2
    assert "expected a name that ends in '.heap', or '-'" in refused.err
    assert not (tmp_path / "a.json").exists()


def test_hint_asks_the_bot_of_the_game(heap: Path) -> None:
    told = run("hint", f"{heap}#1")
    assert told.out == "after step 1, right to move: 2\n  leave a multiple of four\n"
    described = json.loads(run("hint", str(heap), "--json", "--effort", "500").out)
    assert (described["step"], described["to_move"], described["move"]) == (2, "left", "1")
    heap.write_text("counters 1: 1")
    assert run("hint", str(heap)).status == 1


def test_command_for_atlantis_only_refuses_another_game(heap: Path) -> None:
    refused = run("stats", str(heap))
    assert refused.status == 1
    assert "is a heap (expected an Atlantis game)" in refused.err


def test_show_recognises_another_game_on_standard_input() -> None:
    assert run("show", "-", "--no-legend", stdin=b"counters 2:").out == " o  o\n"
