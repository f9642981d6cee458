"""Connected players, as the server reports them to the host's window and to remote players."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime

from atlantis_core.support.safe_text import showable

_MAX_LINE = 1 << 22
"""Bytes: more than any server sends. A longer line is skipped."""
SPECTATOR = "a spectator"
HOST_AWAY = "the host is away: bots and the host's turns wait"
HOST_BACK = "the host is back"


@dataclass(frozen=True, slots=True)
class ListedClient:
    """A connected player, sanitised for display."""

    number: int
    name: str
    """The players' names, or ``a spectator``."""
    user: str
    since: str

    def __str__(self) -> str:
        return f"{self.name:<12} {self.user}, since {self.since}"


class ClientList:
    """Invitations and connected players, as last received."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._writer: asyncio.StreamWriter | None = None
        self.invitations: tuple[str, ...] = ()
        self.clients: tuple[ListedClient, ...] = ()
        self.on_change: Callable[[], None] = lambda: None
        self.on_news: Callable[[str], None] = lambda _: None
        """Called with a sentence when players join or leave."""
        self.concerns: Callable[[str], bool] = lambda _: True
        """Whether `on_news` reports a player."""
        self.on_games: Callable[[Sequence[str]], None] = lambda _: None
        """Called when files of a club have changed, with their names; without any, all may have."""
        self.on_rematch: Callable[[Path, str], None] = lambda _path, _seats: None
        """Called with the file of a rematch and this player's seats in it."""
        self._present: tuple[str, ...] | None = None
        self._is_host_away = False
        self._has_reported_away = False

    @property
    def present(self) -> tuple[str, ...]:
        """The names of the players that are connected."""
        return self._present or ()

    async def listen(self) -> None:
        """Receive updates until the server exits. Run it in a worker."""
        with suppress(OSError):
            reader, self._writer = await asyncio.open_connection(sock=self._socket, limit=_MAX_LINE)
            with closing(self._writer):
                while not reader.at_eof():
                    with suppress(ValueError):  # too long, or the rest of such a line
                        self._handle(json.loads(await reader.readline()))
                        self.on_change()

    def drop(self, number: int) -> None:
        """Ask the server to disconnect a player."""
        self._send({"drop": number})

    def report_host(self, *, is_away: bool) -> None:
        """Tell the server whether the host is in the game, if that has changed."""
        if is_away != self._has_reported_away:
            self._has_reported_away = is_away
            self._send({"is_away": is_away})

    def report_rematch(self, path: Path, order: Sequence[int]) -> None:
        """Tell the server of a rematch; `order` has the earlier seat of every player."""
        self._send({"rematch": str(path), "order": list(order)})

    def _send(self, message: Mapping[str, object]) -> None:
        if self._writer is not None:
            self._writer.write(json.dumps(message).encode() + b"\n")

    def _handle(self, message: object) -> None:
        match message:
            case {"invitations": list(lines)}:
                self.invitations = tuple(showable(str(line)) for line in lines)
            case {"guests": list(clients)}:
                self.clients = tuple(map(_client, clients))
                self._compare([each.name for each in self.clients])
            case {"present": list(names), "is_host_away": bool(is_away)}:
                self._compare([showable(str(name), 40) for name in names], is_host_away=is_away)
            case {"rematch": str(path), "seats": str(seats)}:
                self.on_rematch(Path(path), seats)
            case {"games": list(names)}:
                self.on_games([str(name) for name in names])
            case _:
                pass

    def _compare(self, present: Sequence[str], *, is_host_away: bool = False) -> None:
        """Report who joined and left; the first time, who is there."""
        before, self._present = self._present, tuple(present)
        if before is None:
            here = [each for each in present if self.concerns(each)]
            news = [f"connected: {', '.join(here)}"] if here else []
        else:
            came, left = Counter(present) - Counter(before), Counter(before) - Counter(present)
            came, left = (Counter(filter(self.concerns, each)) for each in (came, left))
            news = [f"{each} joined" for each in came] + [f"{each} left" for each in left]
        if is_host_away != self._is_host_away:
            self._is_host_away = is_host_away
            news.append(HOST_AWAY if is_host_away else HOST_BACK)
        if news:
            self.on_news("; ".join(news))


def _client(entry: dict[str, object]) -> ListedClient:
    names = entry["names"]
    shown = ", ".join(map(str, names)) if isinstance(names, list) else ""
    since = strftime("%H:%M", localtime(float(str(entry["since"]))))
    user = showable(f"{entry['user']} from {entry['address']}", 40)
    return ListedClient(int(str(entry["number"])), showable(shown, 40) or SPECTATOR, user, since)
