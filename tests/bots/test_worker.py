"""Bots in another process: same answers, cancellation, a process that dies."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Event, Thread

import pytest

from atlantis_core.bots.hints import HintRequest, hint
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.worker import BotWorker, WorkerError
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled, IsCancelled
from atlantis_core.support.errors import NotationError
from tests.waiting import PATIENCE

START = traditional_start(Shape.TRIANGLE, 3, 2)


@dataclass(frozen=True)
class UntilCancelled:
    """Runs until cancelled."""

    def __call__(self, is_cancelled: IsCancelled) -> None:
        while not is_cancelled():
            pass
        raise Cancelled


@dataclass(frozen=True)
class Die:
    def __call__(self, is_cancelled: IsCancelled) -> None:  # noqa: ARG002 - part of the task signature
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Stumble:
    def __call__(self, is_cancelled: IsCancelled) -> None:  # noqa: ARG002 - part of the task signature
        raise ZeroDivisionError("a bug in a bot")


@pytest.fixture(scope="module")
def worker() -> Iterator[BotWorker]:
    with closing(BotWorker()) as made:
        yield made


def test_answer_is_the_same_as_in_this_process(worker: BotWorker) -> None:
    question = Question(START, seed=5, effort=40)
    assert worker.choose("searcher", question) == bot_named("searcher").choose(question)


def test_hint_request_is_answered(worker: BotWorker) -> None:
    assert worker.ask(HintRequest(START, effort=40)) == hint(START, effort=40)


def test_question_can_be_cancelled_and_the_next_one_is_answered(worker: BotWorker) -> None:
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            worker.ask(UntilCancelled())
        except Cancelled as error:
            ended.append(error)

    thread = Thread(target=ask)
    thread.start()
    while thread.is_alive():  # a cancellation before the question was sent does nothing
        worker.cancel()
        thread.join(0.01)
    assert [type(error) for error in ended] == [Cancelled]
    assert worker.choose("greedy", Question(START)) == bot_named("greedy").choose(Question(START))


def test_close_leaves_the_pipe_open_for_a_running_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Regression: closing the pipe between two reads of one answer ended the app."""
    raised: list[BaseException] = []
    is_reading, may_go_on = Event(), Event()
    whole = Connection._recv  # type: ignore[attr-defined]  # between the two reads of a message

    def slowly(pipe: object, size: int, *rest: object) -> object:
        is_reading.set()
        found = whole(pipe, size, *rest)
        may_go_on.wait(PATIENCE)
        return found

    def ask(worker: BotWorker) -> None:
        try:
            worker.ask(UntilCancelled())
        except BaseException as error:  # noqa: BLE001 - any exception is checked below
            raised.append(error)

    # Slow answers on a busy machine must not get the process killed here.
    monkeypatch.setattr("atlantis_core.bots.worker.EXIT_SECONDS", PATIENCE)
    with closing(BotWorker()) as worker:
        worker.choose("gentle", Question(START, effort=5))
        monkeypatch.setattr(Connection, "_recv", slowly)
        asking = Thread(target=ask, args=(worker,))
        asking.start()
        assert is_reading.wait(PATIENCE)
        end = Thread(target=worker.close)
        end.start()
        end.join(0.5)
        may_go_on.set()
        asking.join(PATIENCE)
        end.join(PATIENCE)
    assert [type(error) for error in raised] == [Cancelled]


def test_errors_are_raised_again(worker: BotWorker) -> None:
    with pytest.raises(NotationError, match="not a bot: 'nobody'"):
        worker.choose("nobody", Question(START))
    with pytest.raises(WorkerError, match="a bug in a bot"):
        worker.ask(Stumble())


def test_process_that_dies_is_reported_and_replaced(worker: BotWorker) -> None:
    with pytest.raises(WorkerError, match="ended unexpectedly"):
        worker.ask(Die())
    question = Question(START, effort=5)
    assert worker.choose("gentle", question) == bot_named("gentle").choose(question)


def test_process_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: SpawnProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, f"no more processes for {process.name}")

    with closing(BotWorker()) as worker:
        with monkeypatch.context() as patched:
            patched.setattr(SpawnProcess, "start", refuse)
            with pytest.raises(WorkerError):
                worker.choose("random", Question(START))
        assert worker.choose("greedy", Question(START)) == bot_named("greedy").choose(
            Question(START)
        )
