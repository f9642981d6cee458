"""The host's own window as a child process of the server.

Server and window exchange lines of JSON over a socket:

    {"invitations": ["Ben: ssh ..."]}                 to the window, first and after a renewal
    {"guests": [{"number": 1, "names": ["Ben"], ...}]}  to the window, on every change
    {"drop": 1}                                       from the window: disconnect that client
    {"is_away": true}                                 from the window: the host has left the game
    {"rematch": "game-1.json", "order": [1, 0]}       from the window: the host plays again

With `--no-window`, the window runs without a terminal if the game has bots, else not at all; the
server then runs until a signal ends it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.bots.threads import VARIABLE as THREADS
from atlantis_core.transcript.seat_names import HOST

if TYPE_CHECKING:
    from atlantis_tui.hosting.sessions import Presence

_MAX_LINE = 1 << 16


class HostWindow:
    """Runs the window: with a terminal, only for the bots, or not at all."""

    def __init__(self, path: Path, seats: frozenset[int] | None, *, has_bots: bool) -> None:
        self._path = path
        self._seats = seats
        self._has_bots = has_bots
        self._here: dict[int, Presence] = {}
        self._invitations: Sequence[str] = ()
        self._writer: asyncio.StreamWriter | None = None
        self._end = asyncio.Event()
        self.on_drop: Callable[[int], None] = lambda _: None
        self.on_away: Callable[[bool], None] = lambda _: None
        self.on_rematch: Callable[[Path, Sequence[int]], None] = lambda _path, _order: None
        """Called with the file of a rematch and the earlier seat of every player."""
        self.names: Sequence[str] = ()
        """The players' names, by seat."""

    def update(self, came: bool, presence: Presence) -> None:
        """Notify the window of a connected or disconnected client."""
        if came:
            self._here[presence.number] = presence
        else:
            self._here.pop(presence.number, None)
        self.show_clients(tuple(self._here.values()))

    def show_clients(self, presences: Sequence[Presence]) -> None:
        """Send the window all connected clients."""
        self._here = {presence.number: presence for presence in presences}
        self._send({"guests": [self._as_json(each) for each in presences]})

    def invite(self, lines: Sequence[str]) -> None:
        """Show these invitations in the window, now or when it opens."""
        self._invitations = lines
        self._send({"invitations": list(lines)})

    def handle_signals(self) -> None:
        """Let signals end `run`, also before it starts."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._end.set)

    async def run(self) -> None:
        """Run until the window closes or a signal arrives."""
        if self._seats is not None or self._has_bots:
            await self._keep_window()
        else:
            await self._end.wait()

    async def _keep_window(self) -> None:
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
                env={THREADS: "1", **os.environ},  # the game of others needs processor time, too
                start_new_session=is_unseen,  # Ctrl+C goes to the server, which ends the window
            )
        reader, self._writer = await asyncio.open_connection(sock=ours, limit=_MAX_LINE)
        self.invite(self._invitations)
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
                match json.loads(line):
                    case {"drop": int(number)}:
                        self.on_drop(number)
                    case {"is_away": bool(is_away)}:
                        self.on_away(is_away)
                    case {"rematch": str(path), "order": list(order)}:
                        self.on_rematch(Path(path), order)
                    case _:
                        pass

    def _send(self, message: dict[str, object]) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(json.dumps(message).encode() + b"\n")

    def _as_json(self, presence: Presence) -> dict[str, object]:
        names = [self.names[seat] for seat in sorted(presence.seats) if seat < len(self.names)]
        return {
            "number": presence.number,
            "names": names,
            "user": presence.user,
            "address": presence.address,
            "since": presence.since,
        }
