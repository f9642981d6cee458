"""Games with an illegal or unreadable turn: opened up to it, continued, repaired."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.transcript import load, replay
from tests.commands.running import run

GAME = """{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [["B2"], ["C5"]],
  "players": [
    {"name": "Ada", "color": "red", "stacks": {"a1": 1, "b2": 1}},
    {"name": "Ben", "color": "blue", "stacks": {"c5": 1, "c6": 1}}
  ],
  "turns": [
    [["a1", "b1"]],
    [["c5", "c4"]],
    TURN,
    []
  ],
  "annotations": {"comments": {"1": "fine"}}
}
"""
ILLEGAL = '[["b2", "z9"]]'
UNREADABLE = '[["b2", "9z"]]'
CUT = '[["b2", '


def write(folder: Path, turn: str) -> Path:
    path = folder / "game.json"
    text = GAME.replace("TURN", turn)
    path.write_text(text.partition(turn)[0] + turn if turn == CUT else text, encoding="utf-8")
    return path


@pytest.mark.parametrize("turn", [ILLEGAL, UNREADABLE, CUT])
def test_broken_game_opens_up_to_the_break(tmp_path: Path, turn: str) -> None:
    path = write(tmp_path, turn)
    before = path.read_bytes()
    read = run("read", path, "where", "areas")
    assert read.status == 1
    assert read.out.startswith("main, turn 2 of 2")
    assert f"{path}:" in read.err
    assert run("show", path).out.splitlines()[-5].startswith("After turn 2 of 2.")
    assert run("show", f"{path}#1", "--no-legend").status == 1
    told = run("replay", path)
    assert "Turn 2, Ben (B): c5-c4" in told.out
    assert "The game stops here:" in told.out
    assert path.read_bytes() == before


def test_illegal_turn_is_replaced_and_kept_as_a_variation(tmp_path: Path) -> None:
    path = write(tmp_path, ILLEGAL)
    done = run("read", path, "try b2-b3", "continue")
    assert "3.1 promoted into main; saved" in done.out
    mended = load(path)
    assert replay(mended).turn_number == 3
    (rest,) = mended.annotations.variations
    assert [len(turn) for turn in rest.turns] == [1, 0]  # the illegal turn and the one after it
    assert mended.annotations.comments == {1: "fine"}


def test_playing_on_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path, ILLEGAL)
    run("read", path, "try b2-b3")
    saved = load(path)
    assert len(saved.turns) == 4
    assert saved.annotations.variations[0].turn == 3


def test_cut_deletes_illegal_turns(tmp_path: Path) -> None:
    path = write(tmp_path, ILLEGAL)
    assert "turns from 3 on deleted; saved" in run("read", path, "cut").out
    assert run("check", path).out == ""
    assert len(load(path).turns) == 2
    assert "only variations can be cut" in run("read", path, "cut").out


@pytest.mark.parametrize("turn", [UNREADABLE, CUT])
def test_unreadable_content_is_never_overwritten(tmp_path: Path, turn: str) -> None:
    path = write(tmp_path, turn)
    before = path.read_bytes()
    other = tmp_path / "mended.json"
    done = run("read", path, "comment x", f"save {other}", "try b2-b3", "continue")
    said = " ".join(done.out.split())
    assert "not saved: parts of the file could not be read" in said
    assert "saved as /" in said
    assert path.read_bytes() == before
    assert replay(load(other)).turn_number == 3
    assert load(other).annotations.comments == {**({1: "fine"} if turn != CUT else {}), 2: "x"}


def test_game_from_a_pipe_answers_questions(tmp_path: Path) -> None:
    content = write(tmp_path, "[]").read_bytes()
    read = run("read", "-#1", "where", stdin=content)
    assert (read.status, read.err) == (0, "")
    assert read.out.startswith("main, turn 1 of 4")
    refused = run("read", "-", stdin=content)
    assert refused.status == 2
    assert "so the commands must be arguments (expected for example 'areas')" in refused.err
