"""Who is here, as the host's window sees it: the other end of `host_window`'s socket."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from time import localtime, strftime

from atlantis_core.safe_text import showable

_MAX_LINE = 1 << 16


@dataclass(frozen=True, slots=True)
class ListedClient:
    """One guest, safe to show."""

    number: int
    what: str
    """``seat 2`` or ``watching``."""
    who: str
    since: str

    def __str__(self) -> str:
        return f"{self.what:<9} {self.who}, since {self.since}"


class ClientList:
    """What the server has told so far."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._writer: asyncio.StreamWriter | None = None
        self.invitations: tuple[str, ...] = ()
        self.clients: tuple[ListedClient, ...] = ()
        self.on_change: Callable[[], None] = lambda: None

    async def listen(self) -> None:
        """Hear what the server says until it has gone; to be run beside everything else."""
        with suppress(OSError, ValueError):
            reader, self._writer = await asyncio.open_connection(sock=self._socket, limit=_MAX_LINE)
            with closing(self._writer):
                while line := await reader.readline():
                    self._understand(json.loads(line))
                    self.on_change()

    def drop(self, number: int) -> None:
        """Have a guest sent away."""
        if self._writer is not None:
            self._writer.write(json.dumps({"drop": number}).encode() + b"\n")

    def _understand(self, told: object) -> None:
        match told:
            case {"invitations": list(lines)}:
                self.invitations = tuple(showable(str(line)) for line in lines)
            case {"guests": list(clients)}:
                self.clients = tuple(map(_client, clients))
            case _:
                pass


def _client(told: dict[str, object]) -> ListedClient:
    seats = told["seats"]
    is_playing = isinstance(seats, list) and bool(seats)
    what = f"seat {', '.join(map(str, seats))}" if is_playing and isinstance(seats, list) else ""
    since = strftime("%H:%M", localtime(float(str(told["since"]))))
    who = showable(f"{told['user']} from {told['address']}", 40)
    return ListedClient(int(str(told["number"])), what or "watching", who, since)
