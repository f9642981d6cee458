"""The reception: what is hosted on which terms, who may come in, and who is here.

Knows no protocol: SSH and the browser bring people here and carry their bytes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Protocol

from atlantis_core.transcript.seat_names import WATCH
from .client_keys import ClientKey
from .clients import Client, Clients, Window
from .invitations import Invitations
from .rate_limit import RateLimit

CONNECTIONS_EACH = 3
"""Of a guest, at least: browsers open several."""
SPARE_CONNECTIONS = 50


class Session(Protocol):
    """Whatever carries a guest's bytes."""

    def leave(self, reason: str) -> None:
        """Say why, and close."""


@dataclass(frozen=True, slots=True)
class HostingTerms:
    """What is hosted, and on which terms."""

    path: Path
    invitations: Invitations
    keys: tuple[ClientKey, ...] = ()
    most_watchers: int = 50
    has_open_watching: bool = False
    idle_seconds: float = 7200.0
    is_over: Callable[[], bool] = field(default=lambda: False)
    """Whether the game has ended: codes are valid until then."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody who is here, as the host sees them."""

    number: int
    seats: frozenset[int]
    address: str
    user: str
    since: float

    @property
    def is_watching(self) -> bool:
        return not self.seats


class SessionRegistry:
    """Lets people in and keeps the list of those who are here."""

    def __init__(
        self, terms: HostingTerms, clients: Clients, tell: Callable[[bool, Presence], None]
    ) -> None:
        """`tell` hears of everybody who comes (True) and goes (False)."""
        self.terms = terms
        self.clients = clients
        self.rate_limit = RateLimit()
        self._connections: Counter[str] = Counter()
        self._most_from_one = CONNECTIONS_EACH * terms.most_watchers + SPARE_CONNECTIONS
        self._tell = tell
        self._here: dict[int, tuple[Presence, Session]] = {}

    async def recognise(self, code: str, address: str) -> frozenset[int] | None:
        """The seats that a code opens, after as long a wait as the address has earned."""
        with self.rate_limit.attempt(address) as wait:
            if wait is None:
                return None
            await asyncio.sleep(wait)
            return self._look_up(code, address)

    def _look_up(self, code: str, address: str) -> frozenset[int] | None:
        seat = self.terms.invitations.seat_of(code)
        if seat is None or self.terms.is_over():
            self.rate_limit.fail(address)
            return None
        self.rate_limit.succeed(address)
        return frozenset({seat})

    def knock(self, address: str) -> bool:
        """Somebody connects; says whether there is room. Then `hang_up` must follow.

        No address has all the room, though it has enough for a club behind one: whoever opens
        connections and says nothing keeps out only themselves.
        """
        most = self._most_from_one
        has_room = self._connections[address] < most and self._connections.total() < 2 * most
        if has_room:
            self._connections[address] += 1
        return has_room

    def hang_up(self, address: str) -> None:
        """A connection has ended."""
        self._connections[address] -= 1
        self._connections += Counter()  # forgets whoever has none

    @property
    def presences(self) -> tuple[Presence, ...]:
        return tuple(presence for presence, _ in self._here.values())

    def has_room(self, seats: frozenset[int]) -> bool:
        """Whether there is room for one more; players always have theirs."""
        watchers = sum(presence.is_watching for presence in self.presences)
        return bool(seats) or watchers < self.terms.most_watchers

    def welcome(
        self, window: Window, seats: frozenset[int], address: str, user: str, session: Session
    ) -> Client:
        """Give somebody a screen; from now on they are here."""
        client = self.clients.welcome(window, client_arguments(self.terms.path, seats))
        self.enter(Presence(client.number, seats, address, user, time()), session)
        return client

    def enter(self, presence: Presence, session: Session) -> None:
        """Somebody has sat down. Whoever had the seat before came back by another way."""
        for other, earlier in list(self._here.values()):
            if presence.seats & other.seats:
                earlier.leave("your seat was taken from another place")
        self._here[presence.number] = (presence, session)
        self._tell(True, presence)  # noqa: FBT003 - as `tell` says

    def leave(self, number: int) -> None:
        presence, _ = self._here.pop(number, (None, None))
        if presence is not None:
            self._tell(False, presence)  # noqa: FBT003 - as `tell` says

    def drop(self, number: int) -> None:
        """Send somebody away."""
        if number in self._here:
            self._here[number][1].leave("the host has closed your connection")

    def close(self) -> None:
        for _, session in list(self._here.values()):
            session.leave("the host has left")


def client_arguments(path: Path, seats: frozenset[int]) -> tuple[str, ...]:
    """How the app is told that a guest sits before it."""
    chosen = ",".join(str(seat + 1) for seat in sorted(seats)) or WATCH
    return (str(path), "--as", chosen, "--guest")
