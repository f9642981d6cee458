"""Playing the games of a match, in this process or in several.

Results come as they are finished; each game is the same whoever plays it (see `matches`).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from multiprocessing.connection import wait

from atlantis_core.arena.matches import Match, play
from atlantis_core.arena.stop_signals import stops_held_back
from atlantis_core.arena.workers import Played, Worker, patience_for, stop_workers


def play_games(
    match: Match, numbers: Sequence[int], jobs: int = 1
) -> Generator[Played, None, None]:
    """Play the games with these numbers; with several jobs they come in any order.

    Closing the generator stops the games that are being played and drops them.
    """
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield number, play(match, number)
        return
    workers: list[Worker] = []
    try:
        for _ in range(min(jobs, len(numbers))):
            with stops_held_back():
                workers.append(Worker(match))
        yield from _share_out(workers, numbers)
    finally:
        stop_workers(workers, patience_for(match))


def _share_out(workers: Sequence[Worker], numbers: Sequence[int]) -> Generator[Played, None, None]:
    """Give each worker a game as soon as it has none."""
    waiting = list(reversed(numbers))
    for worker in workers:
        worker.begin(waiting.pop())
    while playing := [worker for worker in workers if worker.is_playing]:
        ready = wait([worker.pipe for worker in playing])
        for worker in (worker for worker in playing if worker.pipe in ready):
            played = worker.finish()
            if waiting:
                worker.begin(waiting.pop())
            yield played
