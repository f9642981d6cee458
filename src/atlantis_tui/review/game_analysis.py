"""Judges the turns of a game with bots in other processes, while the user continues to review.

Keeps track of the remaining turns and the progress. Stopping returns what was judged so far.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from atlantis_core.contests.progress import format_duration
from atlantis_core.support.cancelling import Cancelled
from atlantis_tui.game.thinker import Thinker

if TYPE_CHECKING:
    from atlantis_core.review.judged_games import Judgement
    from atlantis_core.review.judgement import TurnsToJudge
    from atlantis_core.review.replay_cursor import ReplayCursor

MOST_PROCESSES = 4


class GameAnalysis:
    """Judges at most one game at a time."""

    def __init__(self, report: Callable[[str], None]) -> None:
        """`report` gets the progress as text."""
        self._report = report
        self._thinkers: list[Thinker] = []
        self._left: list[tuple[int, ...]] = []
        self.is_running = False
        self.so_far: Judgement | None = None
        """The judgement with the verdicts known so far."""

    async def judge(self, replay: ReplayCursor, names: tuple[str, ...]) -> Judgement:
        """Judge the turns not judged yet; returns early, with the results so far, after `stop`."""
        from atlantis_core.review.judgement import blocks

        known, work = _begin(replay, names)
        missing = known.missing(len(work.turns))
        self._left = list(reversed(blocks(missing)))
        total, began = len(missing), monotonic()
        self.so_far = known

        async def work_on(thinker: Thinker) -> None:
            nonlocal known
            while self._left:
                for turn in self._left.pop():
                    try:
                        verdict = await thinker.judge(work.question(turn))
                    except Cancelled:
                        return
                    self.so_far = known = (self.so_far or known).with_verdicts({turn: verdict})
                    left = len(known.missing(len(work.turns)))
                    self._report(_progress(total - left, total, monotonic() - began))

        self.is_running = True
        count = min(MOST_PROCESSES, os.cpu_count() or 1, max(total, 1))
        self._thinkers = [Thinker(is_alone=count == 1) for _ in range(count)]
        self._report(_progress(0, total, 0.0))
        try:
            await asyncio.gather(*map(work_on, self._thinkers))
        finally:
            self.is_running = False
            self.close()
        return known

    def stop(self) -> bool:
        """Stop judging. Returns whether it was running."""
        was_running = self.is_running
        self._left.clear()
        for thinker in self._thinkers if was_running else ():
            thinker.cancel()
        return was_running

    def close(self) -> None:
        """End the bots' processes."""
        self._left.clear()
        thinkers, self._thinkers = self._thinkers, []
        for thinker in thinkers:
            thinker.close()


def _begin(replay: ReplayCursor, names: tuple[str, ...]) -> tuple[Judgement, TurnsToJudge]:
    from atlantis_core.review.judged_games import Judgement
    from atlantis_core.review.judgement import TurnsToJudge, bot_and_effort

    known = replay.judgement
    bot = bot_and_effort(None if known is None else (known.bot, known.effort))
    if known is None or bot != (known.bot, known.effort):
        known = Judgement(*bot, {})
    main = replay.tree.main
    work = TurnsToJudge(tuple(main.positions), tuple(main.turns), known.bot, known.effort, names)
    return known, work


def _progress(done: int, total: int, seconds: float) -> str:
    left = f", {format_duration(seconds / done * (total - done))} left" if done else ""
    return f"judging: {done} of {total} turns{left}; Esc stops"
