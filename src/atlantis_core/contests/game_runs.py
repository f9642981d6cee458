"""Playing the games of a contest, in this process or in several.

Results come as they are finished; each game is the same whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic, TextIO, TypeVar

from .contestants import GameResult
from .progress import Progress
from .stop_signals import stops_held_back
from .workers import Contest, Worker, stop_workers

V = TypeVar("V")
R = TypeVar("R", bound=GameResult)


Runner = Callable[[Contest[V], Sequence[int], int], Generator[tuple[int, V], None, None]]
"""Plays the games with these numbers, so many at once, and gives them as they are finished."""


def _never_enough(results: Sequence[R]) -> int | None:
    del results
    return None


@dataclass(frozen=True)
class Series(Generic[V, R]):
    """All games of a contest up to a number, and what becomes of each."""

    contest: Contest[V]
    games: int
    keep: Callable[[int, V], R]
    """Makes a result of a game that was played, and puts it where it is kept."""
    tally: Callable[[Sequence[R]], str]
    """How it stands, in a few characters."""
    enough: Callable[[Sequence[R]], int | None] = _never_enough
    """After how many games the results in order are enough, if they are."""
    runner: Runner[V] | None = None
    """Who plays the games; by default processes of this machine."""

    def play(self, jobs: int, known: Sequence[R], stream: TextIO | None) -> Sequence[R]:
        """Play what is not known yet, with a line of progress; gives all results in order."""
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
        """Whether it is enough; only games count before which none is missing.

        So it does not matter in which order they were finished, nor in how many processes.
        """
        ordered = sorted(results, key=lambda result: result.number)
        whole = [result for place, result in enumerate(ordered) if result.number == place]
        return self.enough(whole)


def play_games(
    contest: Contest[V], numbers: Sequence[int], jobs: int = 1
) -> Generator[tuple[int, V], None, None]:
    """Play the games with these numbers; with several jobs they come in any order.

    Closing the generator stops the games that are being played and drops them.
    """
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield number, contest.play(number)
        return
    workers: list[Worker[V]] = []
    try:
        for _ in range(min(jobs, len(numbers))):
            with stops_held_back():
                workers.append(Worker(contest))
        yield from _share_out(workers, numbers)
    finally:
        stop_workers(workers, contest.patience)


def _share_out(
    workers: Sequence[Worker[V]], numbers: Sequence[int]
) -> Generator[tuple[int, V], None, None]:
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
