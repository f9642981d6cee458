"""What is worked out while nobody waits: the marks of a game, then its turning points.

Done in slices so small that no key has to wait for one. Knows no screen: whoever has one
calls `advance` again and again, and nothing runs once it says that all is done.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from atlantis_core.review.replay_cursor import ReplayCursor

if TYPE_CHECKING:
    from atlantis_core.review.turning_points import TurningPointFinder

SLICE_SECONDS = 0.004
"""So long a slice may take: on the largest boards that is a turn, on small ones dozens."""
MOST_JUDGED = 150_000
"""Fields of all positions together. More would keep the machine busy for seconds, and on a large
board every one of them would be felt: such games are judged when asked to."""


class Counting:
    """The work that is left for the line that is walked."""

    def __init__(self, replay: ReplayCursor) -> None:
        self._replay = replay
        self._judge: TurningPointFinder | None = None

    def advance(self) -> bool:
        """One slice; says whether there is more to do."""
        until = monotonic() + SLICE_SECONDS
        while self._replay.statistics.advance(1) or self._judge_on():
            if monotonic() > until:
                return True
        return False

    def _judge_on(self) -> bool:
        replay = self._replay
        main = replay.tree.main.positions
        is_done = replay.path or replay.turning_points is not None
        if is_done or not main[0].players or len(main) * len(main[0].board) > MOST_JUDGED:
            return False
        if self._judge is None:
            from atlantis_core.review.turning_points import TurningPointFinder

            self._judge = TurningPointFinder(main)
        if self._judge.advance(1):
            return True
        replay.turning_points = self._judge.turning_points
        return False
