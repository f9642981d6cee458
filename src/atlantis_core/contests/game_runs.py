"""Plays the games of a contest in this process or in several.

Yields results as games finish. A game is the same in whichever process it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Generic, TextIO, TypeVar

from .contestants import GameResult
from .progress import MatchScore, Progress
from .stop_signals import signals_deferred
from .workers import Contest, Worker, stop_workers

V = TypeVar("V")
R = TypeVar("R", bound=GameResult)


Runner = Callable[[Contest[V], Sequence[int], int], Generator[tuple[int, V], None, None]]
"""Plays the games with these numbers, with this many jobs, and yields them as they finish."""


@dataclass(frozen=True)
class Series(Generic[V, R]):
    """The first games of a contest, and how their results are stored and shown."""

    contest: Contest[V]
    games: int
    keep: Callable[[int, V], R]
    """Stores a played game and returns its result."""
    standing: MatchScore[R]
    enough: Callable[[Sequence[R]], int | None] | None = None
    """Returns the number of games after which the contest is decided, or None.

    Receives the games in order up to the first one that has not finished, so that the order in
    which games finish and the number of processes do not matter.
    """
    runner: Runner[V] | None = None
    """Plays the games; by default in processes on this machine."""

    def play(self, jobs: int, known: Sequence[R], stream: TextIO | None) -> Sequence[R]:
        """Play the games without a known result, showing progress. Returns all results in order."""
        results = {result.number: result for result in known if result.number < self.games}
        for result in results.values():
            self.standing.add(result)
        missing = [number for number in range(self.games) if number not in results]
        progress = Progress(stream, self.games, len(results))
        in_order = list[R]()
        try:
            run = self.runner or play_games
            with closing(run(self.contest, missing, jobs)) as played:
                last = self._last(in_order, results)
                while last is None and (finished := next(played, None)) is not None:
                    number, verdict = finished
                    result = results[number] = self.keep(number, verdict)
                    self.standing.add(result)
                    progress.step(str(self.standing))
                    last = self._last(in_order, results)
        finally:
            progress.end()
        return [results[number] for number in sorted(results) if last is None or number < last]

    def _last(self, in_order: list[R], results: Mapping[int, R]) -> int | None:
        """The number of games that decide the contest, or None; extends the games in order."""
        before = len(in_order)
        while len(in_order) in results:
            in_order.append(results[len(in_order)])
        return None if self.enough is None or len(in_order) == before else self.enough(in_order)


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
