"""How a match is stopped: by Ctrl+C, by `kill`, or because the terminal was closed.

Each of them raises KeyboardInterrupt in the main thread, so that programs that play are ended
on the way out. Knows signals, not games.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

Handler = Callable[[int, FrameType | None], object]
REQUESTS_TO_END = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What ends a process without a word to it, unless it listens; Windows has not all of them."""


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt, as Ctrl+C does.

    One that is ignored stays so: under nohup a match outlives its terminal.
    """
    with _handling(_numbers_handled_by(signal.SIG_DFL), signal.default_int_handler):
        yield


@contextmanager
def stops_held_back() -> Iterator[Sequence[int]]:
    """Let a stop wait until the block is over: a child that is half begun or ended would stay.

    What has arrived is in the list that is given, for a block that would otherwise go on for long.
    """
    arrived: list[int] = []
    with _handling(
        _numbers_handled_by(signal.default_int_handler), lambda number, _: arrived.append(number)
    ):
        yield arrived
    if arrived:
        raise KeyboardInterrupt


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Block SIGINT, also in processes that are started meanwhile, until they unblock it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_stopping_to_parent() -> None:
    """In a worker: Ctrl+C and a closed terminal concern the parent, which then sends SIGTERM.

    Empty handlers instead of SIG_IGN, because programs that are started here inherit the latter.
    """
    for number in {signal.SIGINT, *REQUESTS_TO_END}:
        signal.signal(number, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def stop_main_thread() -> None:
    """From another thread: what SIGTERM does."""
    if sys.platform != "win32":
        ident = main_thread().ident
        if ident is not None:
            signal.pthread_kill(ident, signal.SIGTERM)


def _numbers_handled_by(handler: object) -> list[int]:
    """The signals that stop a match and have this handler; none outside of the main thread."""
    if current_thread() is not main_thread():
        return []
    numbers = (signal.SIGINT, *REQUESTS_TO_END)
    return [number for number in numbers if signal.getsignal(number) is handler]


@contextmanager
def _handling(numbers: Iterable[int], handler: Handler) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
