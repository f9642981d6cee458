"""Turning points of a game: turns at which another player becomes the favourite of a bot.

Chances swing with every turn in favour of the player who just moved. So the mean over a round
counts, and a new favourite must lead by a margin. Computed incrementally like `game_statistics`,
because evaluating a position is slow.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.bots.hints import chances
from atlantis_core.positions.position import Position
from .game_statistics import Moment, MomentKind

MARGIN = 0.1
"""The lead that a player needs over the favourite to replace it."""


class TurningPointFinder:
    """Evaluates consecutive positions, beginning with the start."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self._positions = positions
        self._chances: list[tuple[float, ...]] = []
        self._favourite: int | None = None
        self._found: list[Moment] = []

    @property
    def is_complete(self) -> bool:
        return len(self._chances) == len(self._positions)

    @property
    def turning_points(self) -> tuple[Moment, ...]:
        """The turning points found so far, in order."""
        return tuple(self._found)

    def advance(self, positions: int) -> bool:
        """Evaluate this many more positions; returns whether any are left."""
        for turn in range(len(self._chances), min(len(self), len(self._chances) + positions)):
            self._chances.append(chances(self._positions[turn]))
            self._update_favourite(turn)
        return not self.is_complete

    def __len__(self) -> int:
        return len(self._positions)

    def _update_favourite(self, turn: int) -> None:
        """Record a turning point if the last round changed the favourite."""
        players = self._positions[0].players
        if not players or turn < players - 1:
            return
        means = self._means(turn, players)
        best = max(range(players), key=lambda player: means[player])
        if self._favourite is None:
            self._favourite = best
        elif means[best] >= means[self._favourite] + MARGIN:
            self._favourite = best
            self._found.append(
                Moment(turn, MomentKind.TURNING_POINT, best, round(100 * means[best]))
            )

    def _means(self, turn: int, players: int) -> list[float]:
        """The mean chances over the last round; at the end of a decided game, the result."""
        if turn == len(self._positions) - 1 and max(self._chances[turn]) >= 1.0:
            return list(self._chances[turn])
        recent = self._chances[turn - players + 1 : turn + 1]
        return [sum(chance) / players for chance in zip(*recent, strict=True)]
