"""Worker processes that play the games of a match, one game at a time.

A worker that is stopped during a game, or whose parent dies, ends the programs that play in it.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from contextlib import closing, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic, sleep
from typing import Generic, Protocol, TypeVar

from atlantis_core.support.errors import AtlantisError
from .stop_signals import (
    ctrl_c_blocked,
    ignore_stopping,
    leave_stopping_to_parent,
    signals_deferred,
    stop_main_thread,
)

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Contest(Protocol[V_co]):
    """Games numbered from 0. The number alone determines a game. Can be pickled."""

    @property
    def patience(self) -> float:
        """Seconds that a stopped game may take to end the programs that play in it."""

    def play(self, number: int) -> V_co:
        """Play one of the games. Raises AtlantisError if that is impossible."""


class WorkerLostError(AtlantisError):
    """A worker process exited unexpectedly."""


class Worker(Generic[V]):
    """A process that plays games by number. Stop it with `stop_workers`."""

    def __init__(self, contest: Contest[V]) -> None:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # started below, it would unblock Ctrl+C
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, contest), daemon=True)
        self.is_playing = False
        # Until it installs its handlers, a new process prints a traceback on Ctrl+C.
        with closing(theirs), ctrl_c_blocked():
            self.process.start()

    def begin(self, number: int) -> None:
        """Start playing a game."""
        self.is_playing = True
        with suppress(BrokenPipeError):  # `finish` reports it
            self.pipe.send(number)

    def finish(self) -> tuple[int, V]:
        """Wait for the current game. Raises the error that made it impossible."""
        try:
            number, verdict = self.pipe.recv()
        except (EOFError, ConnectionError):
            raise WorkerLostError("a worker process exited unexpectedly") from None
        self.is_playing = False
        if isinstance(verdict, AtlantisError):
            raise verdict
        return number, verdict


def stop_workers(workers: Sequence[Worker[V]], patience: float) -> None:
    """End all processes and discard their games. Kills those that take longer than `patience`."""
    with signals_deferred():
        for worker in workers:
            worker.pipe.close()
            if worker.is_playing:
                worker.process.terminate()
        deadline = monotonic() + patience
        for worker in workers:
            worker.process.join(max(0.0, deadline - monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()


def _serve(pipe: Connection, contest: Contest[object]) -> None:
    """Run a worker: play requested games until the pipe closes or a signal stops it."""
    with suppress(KeyboardInterrupt):  # also while the loop ends because the pipe was closed
        leave_stopping_to_parent()
        Thread(target=_follow_parent, args=(contest.patience,), daemon=True).start()
        with suppress(EOFError, ConnectionError):
            while True:
                number: int = pipe.recv()
                pipe.send((number, play_one(contest, number)))
        ignore_stopping()


def play_one(contest: Contest[V], number: int) -> V | AtlantisError:
    """In a worker: play a game. Returns an AtlantisError instead of raising it."""
    try:
        return contest.play(number)
    except AtlantisError as error:
        return error


def _follow_parent(patience: float) -> None:
    """Stop this process when its parent dies, and exit after `patience` at the latest."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    stop_main_thread()
    sleep(patience)
    os._exit(1)
