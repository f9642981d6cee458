"""Processes that play the games of a match, one game at a time, for as long as the match lasts.

A worker can be stopped in the middle of a game; it then ends the programs that play in it. It
also does so when the parent has gone, however that came about, so that nothing plays on alone.
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

from atlantis_core.errors import AtlantisError
from .stop_signals import (
    ctrl_c_blocked,
    leave_stopping_to_parent,
    stop_main_thread,
    stops_held_back,
)

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Contest(Protocol[V_co]):
    """Games with numbers from 0. Each is determined by its number alone. Can be pickled."""

    @property
    def patience(self) -> float:
        """How many seconds a game that is stopped may take to end the programs that play in it."""

    def play(self, number: int) -> V_co:
        """Play one of the games; raises AtlantisError if that is impossible."""


class WorkerLostError(AtlantisError):
    """A process that played games has ended without being asked to."""


class Worker(Generic[V]):
    """A process that plays the games whose numbers it is given. Stop it with `stop_workers`."""

    def __init__(self, contest: Contest[V]) -> None:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # it would unblock Ctrl+C if it were started below
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, contest), daemon=True)
        self.is_playing = False
        # Until it is told otherwise, a new process would answer Ctrl+C with a traceback.
        with closing(theirs), ctrl_c_blocked():
            self.process.start()

    def begin(self, number: int) -> None:
        """Start playing a game."""
        self.is_playing = True
        with suppress(BrokenPipeError):  # whoever waits for the game finds out
            self.pipe.send(number)

    def finish(self) -> tuple[int, V]:
        """Wait for the game that was begun; raises what made it impossible."""
        try:
            number, verdict = self.pipe.recv()
        except (EOFError, ConnectionError):
            raise WorkerLostError("a process that played games has ended unexpectedly") from None
        self.is_playing = False
        if isinstance(verdict, AtlantisError):
            raise verdict
        return number, verdict


def stop_workers(workers: Sequence[Worker[V]], patience: float) -> None:
    """End all processes and drop the games that they play; kills those that take too long."""
    with stops_held_back():
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
    """The life of a worker: play what is asked for until the pipe is closed or it is stopped."""
    leave_stopping_to_parent()
    Thread(target=_follow_parent, args=(contest.patience,), daemon=True).start()
    with suppress(EOFError, ConnectionError, KeyboardInterrupt):
        while True:
            number: int = pipe.recv()
            pipe.send((number, play_one(contest, number)))


def play_one(contest: Contest[V], number: int) -> V | AtlantisError:
    """In a worker: play a game. What makes it impossible comes back as a value, and is final."""
    try:
        return contest.play(number)
    except AtlantisError as error:
        return error


def _follow_parent(patience: float) -> None:
    """End this process after its parent: like a stop, but there is nobody left to kill it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    stop_main_thread()
    sleep(patience)
    os._exit(1)
