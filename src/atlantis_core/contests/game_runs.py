"""Plays the games of a contest in this process or in several.

Yields results as games finish. A game is the same in whichever process it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic, TextIO, TypeVar

from .contestants import GameResult
from .progress import Progress
from .stop_signals import signals_deferred
from .workers import Contest, Worker, stop_workers

V = TypeVar("V")
R = TypeVar("R", bound=GameResult)


Runner = Callable[[Contest[V], Sequence[int], int], Generator[tuple[int, V], None, None]]
"""Plays the games with these numbers, with this many jobs, and yields them as they finish."""


def _play_all(results: Sequence[R]) -> int | None:
    del results
    return None


@dataclass(frozen=True)
class Series(Generic[V, R]):
    """The first games of a contest, and how their results are stored and shown."""

    contest: Contest[V]
    games: int
    keep: Callable[[int, V], R]
    """Stores a played game and returns its result."""
    tally: Callable[[Sequence[R]], str]
    """The current standing, in a few characters."""
    enough: Callable[[Sequence[R]], int | None] = _play_all
    """Returns the number of games after which the contest is decided, or None."""
    runner: Runner[V] | None = None
    """Plays the games; by default in processes on this machine."""

    def play(self, jobs: int, known: Sequence[R], stream: TextIO | None) -> Sequence[R]:
        """Play the games without a known result, showing progress. Returns all results in order."""
        results = [result for result in known if result.number < self.games]
        found = {result.number for result in results}
        missing = [number for number in range(self.games) if number not in found]
        progress = Progress(stream, self.games, self.games - len(missing))
        try:
            run = self.runner or play_games
            with closing(run(self.contest, missing, jobs)) as played:
                if self._last(results) is None:
                    for number, verdict in played:
                        results.append(self.keep(number, verdict))
                        progress.step(self.tally(results))
                        if self._last(results) is not None:
                            break
        finally:
            progress.end()
        last = self._last(results)
        ordered = sorted(results, key=lambda result: result.number)
        return ordered if last is None else ordered[:last]

    def _last(self, results: Sequence[R]) -> int | None:
        """The number of games that decide the contest, or None.

        Counts only games without a gap before them, so that the order in which games finish and
        the number of processes do not matter.
        """
        ordered = sorted(results, key=lambda result: result.number)
        whole = [result for place, result in enumerate(ordered) if result.number == place]
        return self.enough(whole)


def play_games(
    contest: Contest[V], numbers: Sequence[int], jobs: int = 1
) -> Generator[tuple[int, V], None, None]:
    """Play the games with these numbers; with several jobs, yields them in any order.

    Closing the generator stops and discards unfinished games.
    """
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield number, contest.play(number)
        return
    workers: list[Worker[V]] = []
    try:
        for _ in range(min(jobs, len(numbers))):
            with signals_deferred():
                workers.append(Worker(contest))
        yield from _share_out(workers, numbers)
    finally:
        stop_workers(workers, contest.patience)


def _share_out(
    workers: Sequence[Worker[V]], numbers: Sequence[int]
) -> Generator[tuple[int, V], None, None]:
    """Give each worker a game as soon as it is idle."""
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
