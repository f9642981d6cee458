"""Openings for matches between the levels of the bot."""

from __future__ import annotations

from itertools import islice

from atlantis_core.games.registry import entry_named
from tools.game_levels import openings

JUDGING, PAWN = 3_000, 100


def test_balanced_openings_leave_out_decided_games() -> None:
    game = entry_named("map").load()
    every = list(islice(openings(game, "hexagon:3", 0, None), 8))
    is_balanced = [abs(game.think(begun, JUDGING).worth) <= PAWN for begun in every]
    assert not all(is_balanced)
    kept = [begun for begun, wanted in zip(every, is_balanced, strict=True) if wanted]
    found = list(islice(openings(game, "hexagon:3", 0, PAWN), len(kept) + 1))
    assert found[: len(kept)] == kept
    assert found[-1] not in every
