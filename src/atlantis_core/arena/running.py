"""Playing the games of a match, in this process or in several.

Results come as they are finished; each game is the same whoever plays it (see `matches`).
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from atlantis_core.arena.matches import Match, play
from atlantis_core.arena.referee import Verdict

Played = tuple[int, Verdict]
"""The number of a game, from 0, and how it went."""


def play_games(
    match: Match, numbers: Sequence[int], jobs: int = 1
) -> Generator[Played, None, None]:
    """Play the games with these numbers; with several jobs they come in any order.

    Closing the generator waits for the games that are being played and drops them.
    """
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield number, play(match, number)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(numbers)), context, _begin_worker) as pool:
        yield from _collect(pool, match, numbers, jobs + 1)


def _begin_worker() -> None:
    # The one who is interrupted is the parent; it stops the others between games.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_numbered(match: Match, number: int) -> Played:
    return number, play(match, number)


def _collect(
    pool: ProcessPoolExecutor, match: Match, numbers: Sequence[int], ahead: int
) -> Generator[Played, None, None]:
    """Keep the pool busy, but not so far ahead that stopping takes long."""
    waiting = list(reversed(numbers))
    running: set[Future[Played]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < ahead:
                running.add(pool.submit(_play_numbered, match, waiting.pop()))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
