"""Runs slow work in daemon threads, so that the event loop keeps handling keys.

Unlike asyncio's own threads these do not delay the end of the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TypeVar

from atlantis_core.files.compression import is_packed
from atlantis_core.files.plain_files import read_plain

T = TypeVar("T")
QUICK_BYTES = 40_000
"""More than most games have."""
_MAGIC_BYTES = 4


def is_quickly_read(path: Path) -> bool:
    """Whether a file is small enough to read in the event loop.

    Compressed files are not: a few kilobytes may hold megabytes. Unreadable ones fail quickly.
    """
    try:
        found = read_plain(path, _MAGIC_BYTES)
    except OSError:
        return True
    return found.size <= QUICK_BYTES and not is_packed(found.data)


async def read_in_background(path: Path, read: Callable[[], T]) -> T:
    """Call `read`, in a thread unless the file is quickly read."""
    return read() if is_quickly_read(path) else await run_in_background(read)


async def run_in_background(work: Callable[[], T]) -> T:
    """Call `work` in a thread; returns or raises what it does."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def deliver(give: Callable[[], None]) -> None:
        def give_once() -> None:
            if not answer.done():
                give()

        with suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(give_once)

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - raised again in the awaiting coroutine
            raised = error
            deliver(lambda: answer.set_exception(raised))
        else:
            deliver(lambda: answer.set_result(result))

    Thread(target=run, name="background", daemon=True).start()
    return await answer
