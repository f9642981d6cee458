"""`atlantis moves`."""

from __future__ import annotations

import json
from pathlib import Path

from atlantis_core.rules.turns import legal_moves
from atlantis_core.transcript import load, replay
from tests.commands.running import run
from tests.commands.samples import BOARD, GAME, SHORT_GAME, write


def test_moves_prints_one_move_per_line_in_a_pipe(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    game = replay(load(path))

    for turn, position in enumerate(game.positions):
        listed = run("moves", f"{path}#{turn}").out.split("\n")
        assert listed == [*map(str, legal_moves(position)), ""]
        assert run("moves", path, "--turn", str(turn)).out.split("\n") == listed


def test_moves_json_names_the_player(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    found = json.loads(run("moves", f"{path}#1", "--json").out)

    assert (found["turn"], found["player"]) == (1, 1)
    assert ["e4", "d4"] in found["moves"]
    listed = [line.split("-") for line in run("moves", f"{path}#1").out.split()]
    assert found["moves"] == listed


def test_moves_prints_one_stack_per_line_on_a_terminal(tmp_path: Path) -> None:
    lines = run("moves", write(tmp_path, GAME), is_terminal=True).out.splitlines()

    assert lines[0] == "Bob is to move. 28 legal moves, by stack:"
    assert "  d4 (2): e4 f4 e5 d5 d6 c4 b4 c3 b2 d3" in lines


def test_moves_explains_an_empty_list(tmp_path: Path) -> None:
    over = run("moves", write(tmp_path, SHORT_GAME, "over.json"))
    bare = run("moves", write(tmp_path, BOARD, "board.json"))
    stuck_text = GAME.replace('"stacks": {"B2": 1}', '"stacks": {}').split('"turns"', maxsplit=1)[0]
    stuck = run("moves", write(tmp_path, stuck_text.rstrip().rstrip(",") + "}", "stuck.json"))

    assert (over.status, over.out, over.err) == (0, "", "the game is over\n")
    assert (bare.status, bare.out, bare.err) == (0, "", "this board has no players yet\n")
    assert stuck.out == ""
    assert json.loads(run("moves", tmp_path / "board.json", "--json").out) == {
        "turn": 0,
        "player": None,
        "moves": [],
    }
