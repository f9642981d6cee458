"""Thinking in another process, so that a screen stays alive and a thought can be dropped.

A `BotWorker` owns one process, started at the first question and again if it has died. `ask`
blocks, so an app calls it in a thread; `cancel` may be called from any other thread and makes
the running `ask` raise `Cancelled`. Questions and answers go through one pipe, numbered, so that
a cancellation that comes too late can never hit the next question.
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
from typing import TypeVar, cast

from atlantis_core.cancelling import Cancelled, IsCancelled
from atlantis_core.errors import AtlantisError
from .interface import Answer, Question

T = TypeVar("T")
PATIENCE_SECONDS = 2.0
"""How long a process may take to end when it is told to."""


class WorkerError(AtlantisError):
    """The thinking process failed; the text says how."""


Thought = Callable[[IsCancelled], T]
"""Something to think about: picklable, and stops when it is told to."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Ask a bot for its turn."""

    bot: str
    question: Question

    def __call__(self, is_cancelled: IsCancelled) -> Answer:
        from .registry import bot_named  # noqa: PLC0415 - only the process needs the bots

        return bot_named(self.bot).choose(self.question, is_cancelled)


@dataclass(frozen=True, slots=True)
class _Request:
    number: int
    thought: Thought[object]


@dataclass(frozen=True, slots=True)
class _Cancel:
    number: int


@dataclass(frozen=True, slots=True)
class _Reply:
    number: int
    result: object


class BotWorker:
    """One process that answers one question at a time. Close it, or use it in a `with`."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._numbers = count(1)
        self._asking = Lock()
        self._sending = Lock()
        self._running: int | None = None

    def choose(self, bot: str, question: Question) -> Answer:
        """The answer of a bot. Raises Cancelled, or WorkerError if the process failed."""
        return self.ask(Choose(bot, question))

    def ask(self, thought: Thought[T]) -> T:
        """The result of a thought: a picklable callable, such as `Choose` or a `HintRequest`."""
        with self._asking:
            try:
                reply = self._exchange(next(self._numbers), thought)
            except (EOFError, OSError):
                self.close()  # the next question gets a new process
                raise WorkerError("the process that thinks for the bot has ended") from None
        if isinstance(reply, AtlantisError):
            raise reply
        return cast(T, reply)  # the pipe carries what the thought gave

    def _exchange(self, number: int, thought: Thought[object]) -> object:
        pipe = self._connect()
        try:
            with self._sending:
                self._running = number
                pipe.send(_Request(number, thought))
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
        """Make the running question end with Cancelled; does nothing if there is none."""
        with self._sending:
            if self._running is not None and self._pipe is not None:
                with suppress(OSError):  # the process is gone, and `ask` finds out by itself
                    self._pipe.send(_Cancel(self._running))

    def close(self) -> None:
        """Drop what is being thought and end the process."""
        self.cancel()
        process, self._process = self._process, None
        with self._sending:
            pipe, self._pipe = self._pipe, None
            # Whoever waits for an answer still reads: a descriptor that is closed under a read
            # may be somebody else's in the next moment. They close it with the answer.
            if pipe is not None and self._running is None:
                pipe.close()
        if process is not None:
            process.join(PATIENCE_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()

    def _connect(self) -> Connection:
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            with closing(theirs):
                process.start()
            self._process = process  # only now: one that never began cannot be joined
        return self._pipe


def _serve(pipe: Connection) -> None:
    """The life of the process: answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key for the app must not kill its bots
    try:
        while True:
            message = pipe.recv()
            if isinstance(message, _Request):
                pipe.send(_Reply(message.number, _think(pipe, message)))
    except (EOFError, OSError):
        return


def _think(pipe: Connection, request: _Request) -> object:
    def is_cancelled() -> bool:
        return pipe.poll() and pipe.recv() == _Cancel(request.number)

    try:
        return request.thought(is_cancelled)
    except AtlantisError as error:
        return error
    except Exception:  # noqa: BLE001 - it is raised again, on the other side of the pipe
        return WorkerError(traceback.format_exc())


__all__ = ["BotWorker", "Cancelled", "Choose", "Thought", "WorkerError"]
