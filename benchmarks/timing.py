"""Comparable times: the best of several rounds, with all candidates in every round.

Measures processor time, which does not grow while other programs run. A busy machine still slows
it a little, because caches are shared. Alternating spreads the damage over all candidates, and the
best round of each is the least disturbed one.
"""

import gc
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TypeAlias

Work: TypeAlias = Callable[[], object]
Clock: TypeAlias = Callable[[], float]

ROUNDS = 7
# Shorter samples measure the clock and the call instead of the work.
SHORTEST_SAMPLE = 0.02


def processor_seconds() -> float:
    """The processor time of this process and of the programs that it ran to their end."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def seconds_of_children() -> list[float]:
    """The processor time so far of each running program that this process has started."""
    import psutil  # noqa: PLC0415 -- few benchmarks need it

    children = psutil.Process().children(recursive=True)
    return [sum(child.cpu_times()[:2]) for child in children]


def best_seconds(
    *works: Work, rounds: int = ROUNDS, clock: Clock = processor_seconds
) -> list[float]:
    """Seconds for one call of each work: the best round, in the order of the arguments.

    Work that changes its input must restore it: every work is called many times.
    """
    with _without_garbage_collection():
        repeats = [_repeats_for(work, clock) for work in works]
        best = [float("inf")] * len(works)
        for _ in range(rounds):
            for index, work in enumerate(works):
                seconds = _sample(work, repeats[index], clock) / repeats[index]
                best[index] = min(best[index], seconds)
    return best


def times_faster(
    fast: Work, *, than: Work, rounds: int = ROUNDS, clock: Clock = processor_seconds
) -> float:
    """Calls of `fast` that fit into one call of `than`."""
    fast_seconds, slow_seconds = best_seconds(fast, than, rounds=rounds, clock=clock)
    return slow_seconds / fast_seconds


def times_costlier(
    costly: Work, *, than: Work, rounds: int = ROUNDS, clock: Clock = processor_seconds
) -> float:
    """Calls of `than` that fit into one call of `costly`."""
    return times_faster(than, than=costly, rounds=rounds, clock=clock)


def _repeats_for(work: Work, clock: Clock) -> int:
    """Number of calls for a long enough sample. Also warms caches before the first round."""
    repeats = 1
    while _sample(work, repeats, clock) < SHORTEST_SAMPLE:
        repeats *= 2
    return repeats


def _sample(work: Work, repeats: int, clock: Clock) -> float:
    start = clock()
    for _ in range(repeats):
        work()
    return clock() - start


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Keeps one candidate from paying for the garbage of another."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
