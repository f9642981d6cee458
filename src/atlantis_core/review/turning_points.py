"""Turning points of a game: where another player becomes the favourite, as a bot sees it.

Chances swing with every turn, because whoever has just moved looks better. So the mean over a
whole round is taken, and a new favourite must be ahead by a margin. Counted bit by bit, as
`statistics` does: judging a position takes longer than counting its stones.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.bots.hints import chances
from atlantis_core.position import Position
from .game_statistics import Moment, MomentKind

MARGIN = 0.1
"""So much better than the favourite a player must be to become it."""


class TurningPointFinder:
    """Judges a row of positions, the first being the start."""

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
        """Those found so far, in order."""
        return tuple(self._found)

    def advance(self, positions: int) -> bool:
        """Judge so many positions more; says whether there are any left."""
        for turn in range(len(self._chances), min(len(self), len(self._chances) + positions)):
            self._chances.append(chances(self._positions[turn]))
            self._look_back(turn)
        return not self.is_complete

    def __len__(self) -> int:
        return len(self._positions)

    def _look_back(self, turn: int) -> None:
        """Whether the last round has brought another favourite."""
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
        """The chances over the last round; the end of the game speaks for itself."""
        if turn == len(self._positions) - 1 and max(self._chances[turn]) >= 1.0:
            return list(self._chances[turn])
        recent = self._chances[turn - players + 1 : turn + 1]
        return [sum(chance) / players for chance in zip(*recent, strict=True)]
