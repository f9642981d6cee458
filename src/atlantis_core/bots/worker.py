"""Runs bots in another process, so that the app stays responsive and can cancel a search.

A `BotWorker` owns one process, started at the first question and restarted if it died. `ask`
blocks, so an app calls it in a thread; `cancel` may be called from any other thread and makes the
running `ask` raise `Cancelled`. Questions and answers share one pipe and are numbered, so a late
cancellation never hits the next question.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Self, TypeVar, cast

from atlantis_core.support.cancelling import Cancelled, IsCancelled
from atlantis_core.support.errors import AtlantisError
from .interface import Answer, Question
from .threads import searching_with

T = TypeVar("T")
EXIT_SECONDS = 2.0
"""Seconds that the process may take to exit before it is killed."""


class WorkerError(AtlantisError):
    """The worker process failed; the text says how."""


Task = Callable[[IsCancelled], T]
"""Work for the process: picklable, and raises Cancelled after a cancellation."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The task of choosing a bot's turn."""

    bot: str
    question: Question

    def __call__(self, is_cancelled: IsCancelled) -> Answer:
        from .registry import bot_named  # noqa: PLC0415 - only the worker process needs the bots

        return bot_named(self.bot).choose(self.question, is_cancelled)


@dataclass(frozen=True, slots=True)
class _Request:
    number: int
    task: Task[object]


@dataclass(frozen=True, slots=True)
class _Cancel:
    number: int


@dataclass(frozen=True, slots=True)
class _Reply:
    number: int
    result: object


class BotWorker:
    """One process that answers one question at a time. Close it, or use it in a `with`."""

    def __init__(self, threads: int = 1) -> None:
        """`threads`: how many a search may use."""
        self._threads = threads
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._numbers = count(1)
        self._asking = Lock()
        self._sending = Lock()
        self._running: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose(self, bot: str, question: Question) -> Answer:
        """A bot's answer. Raises Cancelled, or WorkerError if the process failed."""
        return self.ask(Choose(bot, question))

    def ask(self, task: Task[T]) -> T:
        """The result of a task, such as `Choose` or a `HintRequest`."""
        with self._asking:
            try:
                reply = self._exchange(next(self._numbers), task)
            except (EOFError, OSError):
                self.close()  # the next question gets a new process
                raise WorkerError("the bot's process ended unexpectedly") from None
        if isinstance(reply, AtlantisError):
            raise reply
        return cast(T, reply)  # the pipe carries the task's result

    def _exchange(self, number: int, task: Task[object]) -> object:
        pipe = self._connect()
        try:
            with self._sending:
                self._running = number
                pipe.send(_Request(number, task))
            while True:
                reply = pipe.recv()
                if isinstance(reply, _Reply) and reply.number == number:
                    return reply.result
        finally:
            with self._sending:
                self._running = None
                if pipe is not self._pipe:
                    pipe.close()

    def cancel(self) -> None:
        """Make the running question raise Cancelled; does nothing if there is none."""
        with self._sending:
            if self._running is not None and self._pipe is not None:
                with suppress(OSError):  # the process died: `ask` reports it
                    self._pipe.send(_Cancel(self._running))

    def close(self) -> None:
        """Cancel the running question and end the process."""
        self.cancel()
        process, self._process = self._process, None
        with self._sending:
            pipe, self._pipe = self._pipe, None
            # A running `ask` still reads the pipe and closes it afterwards: closing it here would
            # free the descriptor for reuse during that read.
            if pipe is not None and self._running is None:
                pipe.close()
        if process is not None:
            process.join(EXIT_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()

    def _connect(self) -> Connection:
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._threads), daemon=True)
            with closing(theirs):
                process.start()
            self._process = process  # only now: an unstarted process cannot be joined
        return self._pipe


def _serve(pipe: Connection, threads: int) -> None:
    """Main loop of the process: answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the app must not kill its bots
    try:
        while True:
            message = pipe.recv()
            if not isinstance(message, _Request):
                continue
            with searching_with(threads):
                pipe.send(_Reply(message.number, _run(pipe, message)))
    except (EOFError, OSError):
        return


def _run(pipe: Connection, request: _Request) -> object:
    def is_cancelled() -> bool:
        return pipe.poll() and pipe.recv() == _Cancel(request.number)

    try:
        return request.task(is_cancelled)
    except AtlantisError as error:
        return error
    except Exception:  # noqa: BLE001 - raised again on the other side of the pipe
        return WorkerError(traceback.format_exc())


__all__ = ["BotWorker", "Cancelled", "Choose", "Task", "WorkerError"]
