"""The bot on maps makes progress while it is ahead."""

from __future__ import annotations

from atlantis_core.games.maps.game import GAME


def test_game_between_two_bots_ends() -> None:
    """Regression: it alternated between two positions for ever."""
    record = GAME.new("hexagon:3")
    while record.position(record.last_step).result is None:
        assert record.last_step < 120
        record = record.played(GAME.think(record, 50).move)
    positions = [record.position(step) for step in range(record.last_step + 1)]
    assert max(map(positions.count, positions)) < 3
