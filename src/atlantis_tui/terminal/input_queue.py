"""Holds each key, click and paste until the app has finished with the one before it.

Textual sends input at once to the screen that is on top. While a screen opens or closes that
screen may be unfinished or already closed: keys typed ahead crash the app, close a second screen,
or go to the wrong one. Releasing them one by one, whenever the event loop has nothing left to do
and the screen is laid out, gives the same result for fast and for slow typing.

Depends on private attributes of asyncio's event loops and of Textual's screens.
"""

from __future__ import annotations

import asyncio
from collections import deque

from textual import events
from textual.app import App

MOST_TURNS = 5000
"""Turns of the event loop after which input is released anyway: background work may never end."""
MOST_PAUSES = 50
"""Pauses for layout after which input is released anyway."""
PAUSE_SECONDS = 0.01


class InputQueue:
    """Input that waits for the app. The app asks `holds` about every event it receives."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._waiting: deque[events.Event] = deque()
        self._released: events.Event | None = None
        self._turns = self._pauses = 0

    @property
    def is_empty(self) -> bool:
        return self._released is None and not self._waiting

    def holds(self, event: events.Event) -> bool:
        """Whether the app must ignore this event for now; it is posted again later."""
        if not isinstance(event, events.InputEvent | events.Paste) or event.is_forwarded:
            return False
        if event is self._released:
            self._released = None
            if self._waiting:
                self._look_again()
            return False
        self._waiting.append(event)
        if self._released is None and len(self._waiting) == 1:
            self._look_again()
        return True

    def _look_again(self) -> None:
        self._turns = self._pauses = 0
        asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        """Post the first event again if the app is ready for it."""
        self._turns += 1
        loop = asyncio.get_running_loop()
        if self._turns < MOST_TURNS and (_has_work(loop) or not self._is_mounted):
            loop.call_soon(self._release)
            return
        if self._pauses < MOST_PAUSES and self._awaits_layout:
            self._pauses += 1
            loop.call_later(PAUSE_SECONDS, self._release)
            return
        event = self._released = self._waiting.popleft()
        if not self._app.post_message(event):  # the app is closing
            self._waiting.clear()

    @property
    def _is_mounted(self) -> bool:
        stack = self._app.screen_stack
        return bool(stack) and stack[-1].is_mounted

    @property
    def _awaits_layout(self) -> bool:
        """Whether the screen will be laid out with its next frame: its widgets have no size yet."""
        stack = self._app.screen_stack
        return bool(stack) and stack[-1]._layout_required  # noqa: SLF001 -- no public name


def _has_work(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether anything can run without waiting for time, files or threads."""
    return bool(getattr(loop, "_ready", ()))
