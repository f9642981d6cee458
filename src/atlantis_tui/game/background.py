"""Work that may take long, done beside the event loop: the screen stays alive while it goes on.

Unlike the threads of asyncio these are not waited for at the end: whoever quits has quit. Knows
no screen.
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
"""More than most games; a board of thousands of segments fits into twice as much."""
_MARK_BYTES = 4


def is_quickly_read(path: Path) -> bool:
    """Whether a file is read before anybody notices; others are read aside, while keys work.

    A packed one never is: a few kilobytes may hold megabytes. What cannot be read is told at once.
    """
    try:
        found = read_plain(path, _MARK_BYTES)
    except OSError:
        return True
    return found.size <= QUICK_BYTES and not is_packed(found.data)


async def read_aside(path: Path, read: Callable[[], T]) -> T:
    """What reading a file gives, or raises; aside unless it is quick."""
    return read() if is_quickly_read(path) else await aside(read)


async def aside(work: Callable[[], T]) -> T:
    """The result of some work; raises what it raises."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def deliver(give: Callable[[], None]) -> None:
        def give_once() -> None:
            if not answer.done():
                give()

        with suppress(RuntimeError):  # the app has ended, and nobody waits any more
            loop.call_soon_threadsafe(give_once)

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - it is raised again where somebody waits
            raised = error
            deliver(lambda: answer.set_exception(raised))
        else:
            deliver(lambda: answer.set_result(result))

    Thread(target=run, name="aside", daemon=True).start()
    return await answer
