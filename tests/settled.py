"""Lets pilots wait until the app has handled their input, however busy the machine is.

Textual's pilot waits until the process uses no processor time, which a busy machine may give it
none of, and then for one round of messages. Our app holds a key until it is ready for it, and a
key takes several rounds: app, screen, focused widget, action.
"""

from __future__ import annotations

import asyncio

from textual.app import App, ScreenStackError
from textual.pilot import Pilot

MOST_ROUNDS = 40
"""Rounds of messages after which a pilot goes on: an app with a timer is never quite idle."""
MOST_PAUSES = 3000
QUIET_ROUNDS = 2

_wait_for_one_round = Pilot._wait_for_screen


async def wait_for_screen(pilot: Pilot[object], timeout: float = 120.0) -> bool:  # noqa: ASYNC109 -- Textual's signature
    """Wait for held input, and then until no message is left. Returns False if the app failed."""
    app = pilot.app
    queue = getattr(app, "_input_queue", None)
    for _ in range(MOST_PAUSES):
        if queue is None or queue.is_empty or app._exit or app._exception is not None:
            break
        await asyncio.sleep(0.01)
    quiet = 0
    for _ in range(MOST_ROUNDS):
        if not await _wait_for_one_round(pilot, timeout):
            return False
        quiet = quiet + 1 if _is_quiet(app) else 0
        if quiet == QUIET_ROUNDS or app._exit:
            break
    return True


def _is_quiet(app: App[object]) -> bool:
    """Whether no message waits in the app or on the screen on top."""
    try:
        pumps = [app, *app.screen.walk_children(with_self=True)]
    except ScreenStackError:  # the app is closing
        return True
    return all(pump.message_queue_size == 0 for pump in pumps)
