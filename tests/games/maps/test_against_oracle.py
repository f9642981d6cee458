"""The rules and the oracle agree on random maps, and no slide loops."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core.games.maps.game import GAME
from atlantis_core.games.maps.position import MapPosition
from tests.games.maps.oracle import OracleMap
from tests.games.maps.strategies import maps


@settings(max_examples=120)
@given(data=maps(), choices=st.lists(st.integers(0, 10_000), max_size=25))
def test_random_games_on_random_maps(data: dict[str, Any], choices: list[int]) -> None:
    # The oracle knows no draws.
    record = GAME.read(json.dumps({**data, "draws": False}), "map").record
    assert record is not None
    oracle = OracleMap(data)
    for choice in choices:
        position = record.position(record.last_step)
        assert isinstance(position, MapPosition)
        for piece in position.pieces():
            assert set(position.targets(piece.at)) == oracle.targets(piece.at)
        mover = None if position.to_move is None else record.players[position.to_move]
        assert mover == oracle.mover
        moves = position.legal_moves()
        expected = set() if oracle.mover is None else oracle.moves_of(oracle.mover)
        assert {tuple(map(int, move.places)) for move in moves} == expected
        if not moves:
            kings = oracle.kings()
            assert (position.result is None) == (not kings)
            break
        move = moves[choice % len(moves)]
        record = record.played(move)
        oracle.play(*map(int, move.places))
