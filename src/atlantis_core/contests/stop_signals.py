"""Signals that stop a match: Ctrl+C, `kill`, or a closed terminal.

Each raises KeyboardInterrupt in the main thread, so that cleanup ends the playing programs.
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
"""Signals that end a process without cleanup by default. Windows lacks some of them."""


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise KeyboardInterrupt, like Ctrl+C.

    Ignored signals stay ignored: under nohup a match survives its terminal.
    """
    with _handling(_numbers_handled_by(signal.SIG_DFL), signal.default_int_handler):
        yield


@contextmanager
def signals_deferred() -> Iterator[Sequence[int]]:
    """Defer KeyboardInterrupt to the end of the block, so that no child is left half started.

    Yields the list of signals received so far; a long block can poll it.
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
    """Block SIGINT, also in processes started in the block, until they unblock it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_stopping_to_parent() -> None:
    """In a worker: ignore Ctrl+C and a closed terminal; the parent sends SIGTERM.

    Uses empty handlers, because child processes would inherit SIG_IGN.
    """
    for number in {signal.SIGINT, *REQUESTS_TO_END}:
        signal.signal(number, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def ignore_stopping() -> None:
    """In a worker that has ended its work: a signal must not interrupt the end of the process."""
    signal.signal(signal.SIGTERM, lambda *_: None)


def stop_main_thread() -> None:
    """Send SIGTERM to the main thread from another thread."""
    if sys.platform != "win32":
        ident = main_thread().ident
        if ident is not None:
            signal.pthread_kill(ident, signal.SIGTERM)


def _numbers_handled_by(handler: object) -> list[int]:
    """The stop signals that have this handler; empty outside the main thread."""
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
