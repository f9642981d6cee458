"""The host's own window, seen from the server: a child that has the terminal.

Server and window talk in lines of JSON over a socket:

    {"invitations": ["Ben: ssh ..."]}                 to the window, once
    {"guests": [{"number": 1, "seats": [2], ...}]}    to the window, whenever somebody comes or goes
    {"drop": 1}                                       from the window: send that guest away

Without a window the bots think in one that nobody sees, without a terminal; where only people play,
there is none at all. The server stays until it is told to end by a signal.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.transcript.seat_names import HOST

if TYPE_CHECKING:
    from atlantis_tui.hosting.sessions import Presence

_MAX_LINE = 1 << 16


class HostWindow:
    """A child process with the terminal, one for the bots alone, or nothing but a wait."""

    def __init__(self, path: Path, seats: frozenset[int] | None, *, has_bots: bool) -> None:
        self._path = path
        self._seats = seats
        self._has_bots = has_bots
        self._here: dict[int, Presence] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._end = asyncio.Event()
        self.on_drop: Callable[[int], None] = lambda _: None

    def tell(self, came: bool, presence: Presence) -> None:
        """Somebody has come or gone."""
        if came:
            self._here[presence.number] = presence
        else:
            self._here.pop(presence.number, None)
        self._say({"guests": [_describe(each) for each in self._here.values()]})

    def hear_signals(self) -> None:
        """From now on a signal ends it politely, also before it is open."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._end.set)

    async def stay_open(self, invitations: Sequence[str]) -> None:
        """Until the window is closed, or a signal says that it is enough."""
        if self._seats is not None or self._has_bots:
            await self._keep_window(invitations)
        else:
            await self._end.wait()

    async def _keep_window(self, invitations: Sequence[str]) -> None:
        is_unseen = self._seats is None
        ours, theirs = socket.socketpair()
        with theirs:
            chosen = ",".join([*(str(seat + 1) for seat in sorted(self._seats or ())), HOST])
            window = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "atlantis_tui", str(self._path), "--as", chosen),
                *("--guests-socket", str(theirs.fileno())),
                *(("--unseen", "--no-animation") if is_unseen else ()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL if is_unseen else None,
                start_new_session=is_unseen,  # Ctrl+C is for the server, which ends it
            )
        reader, self._writer = await asyncio.open_connection(sock=ours, limit=_MAX_LINE)
        self._say({"invitations": list(invitations)})
        listening = asyncio.create_task(self._listen(reader))
        closed = asyncio.create_task(window.wait())
        ended = asyncio.create_task(self._end.wait())
        await asyncio.wait({closed, ended}, return_when=asyncio.FIRST_COMPLETED)
        if window.returncode is None:
            with suppress(ProcessLookupError):
                window.terminate()
            await window.wait()
        for task in (listening, ended):
            task.cancel()
        self._writer.close()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, ValueError):
            while line := await reader.readline():
                wish = json.loads(line)
                if isinstance(wish, dict) and isinstance(wish.get("drop"), int):
                    self.on_drop(wish["drop"])

    def _say(self, message: dict[str, object]) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(json.dumps(message).encode() + b"\n")


def _describe(presence: Presence) -> dict[str, object]:
    return {
        "number": presence.number,
        "seats": [seat + 1 for seat in sorted(presence.seats)],
        "user": presence.user,
        "address": presence.address,
        "since": presence.since,
    }
