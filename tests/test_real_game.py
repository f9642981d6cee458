"""A game that three people played, read from its own folder because it is not ours to copy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move, parse_field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from tests.engines import EACH_ENGINE

pytestmark = EACH_ENGINE

GAME = Path(__file__).parents[2] / "shared" / "data" / "real-game-3p.json"


@pytest.mark.skipif(not GAME.exists(), reason="the folder with the real game is not beside ours")
def test_real_game_of_three_people_ends_20_12_15() -> None:
    transcript = json.loads(GAME.read_text(encoding="utf-8"))
    board = Board([[parse_field(name) for name in names] for names in transcript["segments"]])
    stacks = [
        {parse_field(name): value for name, value in player["stacks"].items()}
        for player in transcript["players"]
    ]
    game = Game(Position.setup(board, stacks))
    for turn in transcript["turns"]:
        assert not game.is_over
        game.play([Move(parse_field(start), parse_field(end)) for start, end in turn])
    assert game.turn_number == 59
    assert game.outcome is not None
    assert game.outcome.scores == (20, 12, 15)
    assert game.outcome.ranking == (0, 2, 1)
