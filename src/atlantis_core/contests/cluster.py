"""Plays the games of a contest on a running Dask cluster (extra `cluster`).

Has the interface of `game_runs.play_games`. A game whose worker dies is played again by another
worker, with the same turns. All workers must run the same software as this process.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.extras import Extra, missing_extra
from atlantis_core.support.safe_text import showable
from .stop_signals import signals_deferred
from .workers import Contest, WorkerLostError, play_one

V = TypeVar("V")

GAMES_A_THREAD = 2
"""Games submitted per thread of a worker: one is played while the next one is sent."""
RETRIES = 3
SECONDS_TO_CONNECT = 10
SECONDS_BETWEEN_CHECKS = 0.2
"""Longest delay until a stop is noticed while no game ends."""


class ClusterError(AtlantisError):
    """The cluster cannot be used."""


Software = Callable[[], tuple[str, ...]]
"""Returns the versions that affect games in a process. Every worker must be able to import it."""


def play_games_on(
    address: str, software: Software, contest: Contest[V], numbers: Sequence[int], jobs: int = 1
) -> Generator[tuple[int, V], None, None]:
    """Play the games with these numbers on the cluster; yields them in any order.

    Ignores `jobs`: the cluster determines how many games run at once. Closing the generator
    discards unfinished games.
    """
    del jobs
    if numbers:
        yield from play_all_on(address, software, ((number, contest) for number in numbers))


def play_all_on(
    address: str, software: Software, games: Iterable[tuple[int, Contest[V]]]
) -> Generator[tuple[int, V], None, None]:
    """Play numbered games of several contests on the cluster; yields them in any order.

    Takes from `games` only what the workers have room for, so that it may be long and lazy.
    """
    client = _connect(address)
    try:
        _check_software(client, address, software)
        yield from _share_out(client, iter(games))
    except (OSError, CancelledError):
        raise ClusterError(
            f"lost the connection to the scheduler at '{showable(address, 80)}'; "
            "finished games are kept"
        ) from None
    finally:
        client.close(timeout=SECONDS_TO_CONNECT)


def runner_on(address: str, software: Software) -> partial[Generator[tuple[int, Any], None, None]]:
    """A `game_runs.Runner` for this cluster."""
    return partial(play_games_on, address, software)


def _connect(address: str) -> Any:
    """A client of the scheduler, untyped because `distributed` is optional."""
    try:
        from distributed import Client  # noqa: PLC0415 -- heavy, and an extra
    except ImportError:
        raise ClusterError(missing_extra("a cluster", Extra.CLUSTER)) from None
    # Its messages about connections are noise; real problems are raised here.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    shown = showable(address, 80)
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        reason = str(error).partition("\n")[0]
        raise ClusterError(f"no scheduler at '{shown}': {showable(reason, 200)}") from None
    if not client.nthreads():
        client.close()
        raise ClusterError(f"the scheduler at '{shown}' has no workers (start one: dask worker)")
    return client


def _check_software(client: Any, address: str, software: Software) -> None:
    """Raise ClusterError if a worker runs other software, on which games might differ."""
    ours = software()
    try:
        found: dict[str, tuple[str, ...]] = client.run(software)
    except ImportError as error:
        raise ClusterError(
            f"the workers at '{showable(address, 80)}' cannot import Atlantis: "
            f"{showable(str(error), 200)}"
        ) from None
    for worker, theirs in sorted(found.items()):
        if tuple(theirs) != ours:
            raise ClusterError(
                f"worker {showable(worker, 80)} has {showable(', '.join(theirs), 200)} "
                f"(expected {', '.join(ours)})"
            )


def _share_out(
    client: Any, waiting: Iterator[tuple[int, Contest[V]]]
) -> Generator[tuple[int, V], None, None]:
    """Keep every thread busy, but submit no more: submitted games cannot move to other workers.

    Checks for a stop between games: raised inside `distributed`, it can vanish in a finalizer.
    """
    from distributed import KilledWorker  # noqa: PLC0415 -- as in `_connect`

    playing: dict[Any, int] = {}
    done: SimpleQueue[Any] = SimpleQueue()
    try:
        with signals_deferred() as stops:
            _submit(client, waiting, playing, done)
            while playing and not stops:
                try:
                    future = done.get(timeout=SECONDS_BETWEEN_CHECKS)
                except Empty:
                    continue
                number = playing.pop(future)
                try:
                    played = future.result()
                except KilledWorker:
                    raise WorkerLostError(
                        f"game {number + 1} failed {RETRIES + 1} times because its worker died"
                    ) from None
                if isinstance(played, AtlantisError):
                    raise played
                _submit(client, waiting, playing, done)
                yield number, played
    finally:
        client.cancel(list(playing), force=True)


def _submit(
    client: Any,
    waiting: Iterator[tuple[int, Contest[V]]],
    playing: dict[Any, int],
    done: SimpleQueue[Any],
) -> None:
    """Submit games while there is room; the number of workers may have changed."""
    room = max(GAMES_A_THREAD * sum(client.nthreads().values()), 1)
    for number, contest in islice(waiting, max(room - len(playing), 0)):
        future = client.submit(play_one, contest, number, pure=False, retries=RETRIES)
        playing[future] = number
        future.add_done_callback(done.put)
