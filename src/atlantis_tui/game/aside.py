"""Work that may take long, done beside the event loop: the screen stays alive while it goes on.

Unlike the threads of asyncio these are not waited for at the end: whoever quits has quit. Knows
no screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


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
