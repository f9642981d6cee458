"""The host window's list of connected players, received from the server's `host_window`."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from time import localtime, strftime

from atlantis_core.support.safe_text import showable

_MAX_LINE = 1 << 16


@dataclass(frozen=True, slots=True)
class ListedClient:
    """A connected player, sanitised for display."""

    number: int
    role: str
    """``seat 2`` or ``watching``."""
    user: str
    since: str

    def __str__(self) -> str:
        return f"{self.role:<9} {self.user}, since {self.since}"


class ClientList:
    """Invitations and connected players, as last received."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._writer: asyncio.StreamWriter | None = None
        self.invitations: tuple[str, ...] = ()
        self.clients: tuple[ListedClient, ...] = ()
        self.on_change: Callable[[], None] = lambda: None

    async def listen(self) -> None:
        """Receive updates until the server exits. Run it in a worker."""
        with suppress(OSError, ValueError):
            reader, self._writer = await asyncio.open_connection(sock=self._socket, limit=_MAX_LINE)
            with closing(self._writer):
                while line := await reader.readline():
                    self._handle(json.loads(line))
                    self.on_change()

    def drop(self, number: int) -> None:
        """Ask the server to disconnect a player."""
        if self._writer is not None:
            self._writer.write(json.dumps({"drop": number}).encode() + b"\n")

    def _handle(self, message: object) -> None:
        match message:
            case {"invitations": list(lines)}:
                self.invitations = tuple(showable(str(line)) for line in lines)
            case {"guests": list(clients)}:
                self.clients = tuple(map(_client, clients))
            case _:
                pass


def _client(entry: dict[str, object]) -> ListedClient:
    seats = entry["seats"]
    is_playing = isinstance(seats, list) and bool(seats)
    role = f"seat {', '.join(map(str, seats))}" if is_playing and isinstance(seats, list) else ""
    since = strftime("%H:%M", localtime(float(str(entry["since"]))))
    user = showable(f"{entry['user']} from {entry['address']}", 40)
    return ListedClient(int(str(entry["number"])), role or "watching", user, since)
