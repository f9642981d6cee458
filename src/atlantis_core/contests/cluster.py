"""Playing the games of a contest on a Dask cluster that is running already (extra `cluster`).

The same shape as `game_runs.play_games`: numbers go in, games come out as they are finished. The
coordinator keeps the results; workers only play, and a game whose worker is lost is played again by
another one, with the same turns. Before the first game all workers must have the software that this
process has. Knows no rule and no file.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable
from .stop_signals import stops_held_back
from .workers import Contest, WorkerLostError, play_one

V = TypeVar("V")

GAMES_A_THREAD = 2
"""In flight for each thread of a worker: one is played while the next one is on its way."""
RETRIES = 3
SECONDS_TO_CONNECT = 10
SECONDS_BETWEEN_LOOKS = 0.2
"""While no game ends: how soon a stop is seen."""
EXTRA = "pip install 'atlantis-tui[cluster]'"


class ClusterError(AtlantisError):
    """A cluster that cannot be used."""


Software = Callable[[], tuple[str, ...]]
"""Says what plays games in a process; a function that every worker can import."""


def play_games_on(
    address: str, software: Software, contest: Contest[V], numbers: Sequence[int], jobs: int = 1
) -> Generator[tuple[int, V], None, None]:
    """Play the games with these numbers on the cluster; they come in any order.

    The cluster says how many are played at once, whatever `jobs` says. Closing the generator drops
    the games that are being played.
    """
    del jobs
    if not numbers:
        return
    client = _connect(address)
    try:
        _check_software(client, address, software)
        yield from _share_out(client, contest, numbers)
    except (OSError, CancelledError):
        raise ClusterError(
            f"lost the scheduler at '{showable(address, 80)}'; what was played is kept"
        ) from None
    finally:
        client.close(timeout=SECONDS_TO_CONNECT)


def runner_on(address: str, software: Software) -> partial[Generator[tuple[int, Any], None, None]]:
    """`play_games` for a cluster whose workers have the software of this process."""
    return partial(play_games_on, address, software)


def _connect(address: str) -> Any:
    """A client of the scheduler; the types of distributed are not ours to know."""
    try:
        from distributed import Client  # noqa: PLC0415 -- heavy, and an extra
    except ImportError:
        raise ClusterError(f"a cluster needs dask distributed: {EXTRA}") from None
    # Lost and found connections are its business; what matters is raised here.
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
    """Refuse workers on which other games might be played."""
    ours = software()
    try:
        found: dict[str, tuple[str, ...]] = client.run(software)
    except ImportError as error:
        raise ClusterError(
            f"the workers at '{showable(address, 80)}' lack the game: {showable(str(error), 200)}"
        ) from None
    for worker, theirs in sorted(found.items()):
        if tuple(theirs) != ours:
            raise ClusterError(
                f"worker {showable(worker, 80)} has {showable(', '.join(theirs), 200)} "
                f"(expected {', '.join(ours)})"
            )


def _share_out(
    client: Any, contest: Contest[V], numbers: Sequence[int]
) -> Generator[tuple[int, V], None, None]:
    """Keep every thread busy, and no more: what is handed out early cannot go elsewhere.

    A stop is looked for between games: raised inside distributed it can vanish in a finalizer.
    """
    from distributed import KilledWorker  # noqa: PLC0415 -- as in `_connect`

    waiting = deque(numbers)
    playing: dict[Any, int] = {}
    done: SimpleQueue[Any] = SimpleQueue()
    try:
        with stops_held_back() as stops:
            _hand_out(client, contest, waiting, playing, done)
            while playing and not stops:
                try:
                    future = done.get(timeout=SECONDS_BETWEEN_LOOKS)
                except Empty:
                    continue
                number = playing.pop(future)
                try:
                    played = future.result()
                except KilledWorker:
                    raise WorkerLostError(
                        f"game {number + 1} was lost {RETRIES + 1} times with its worker"
                    ) from None
                if isinstance(played, AtlantisError):
                    raise played
                _hand_out(client, contest, waiting, playing, done)
                yield number, played
    finally:
        client.cancel(list(playing), force=True)


def _hand_out(
    client: Any,
    contest: Contest[V],
    waiting: deque[int],
    playing: dict[Any, int],
    done: SimpleQueue[Any],
) -> None:
    """Submit games as long as there is room; workers may have come or gone."""
    room = GAMES_A_THREAD * sum(client.nthreads().values())
    while waiting and len(playing) < max(room, 1):
        number = waiting.popleft()
        future = client.submit(play_one, contest, number, pure=False, retries=RETRIES)
        playing[future] = number
        future.add_done_callback(done.put)
