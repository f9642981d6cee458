"""Background analysis of a game: marks first, then turning points.

Works in slices short enough not to delay keys. The caller repeats `advance` until it returns
False.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from atlantis_core.review.replay_cursor import ReplayCursor

if TYPE_CHECKING:
    from atlantis_core.review.turning_points import TurningPointFinder

SLICE_SECONDS = 0.004
"""Duration of a slice: one turn on the largest boards, dozens on small ones."""
MOST_JUDGED = 150_000
"""Fields in all positions together. Turning points of larger games would take seconds; they are
judged only on request."""


class BackgroundCounts:
    """Remaining analysis of the current line."""

    def __init__(self, replay: ReplayCursor) -> None:
        self._replay = replay
        self._finder: TurningPointFinder | None = None

    def advance(self) -> bool:
        """Work for one slice. Returns whether there is more to do."""
        until = monotonic() + SLICE_SECONDS
        while self._replay.statistics.advance(1) or self._find_turning_points():
            if monotonic() > until:
                return True
        return False

    def _find_turning_points(self) -> bool:
        replay = self._replay
        main = replay.tree.main.positions
        is_done = replay.path or replay.turning_points is not None
        if is_done or not main[0].players or len(main) * len(main[0].board) > MOST_JUDGED:
            return False
        if self._finder is None:
            from atlantis_core.review.turning_points import TurningPointFinder

            self._finder = TurningPointFinder(main)
        if self._finder.advance(1):
            return True
        replay.turning_points = self._finder.turning_points
        return False
