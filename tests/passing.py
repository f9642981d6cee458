"""The slow way to settle a position: all players pass until nothing changes."""

from __future__ import annotations

from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import play_turn


def pass_until_calm(position: Position) -> Position:
    while True:
        later = position
        for _ in range(position.players):
            later = play_turn(later, ())
        if later == position:
            return position
        position = later
