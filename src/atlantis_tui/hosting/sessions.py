"""Admission and registry of remote players, for both SSH and the browser."""

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
"""Connections per client: browsers open several."""
SPARE_CONNECTIONS = 50


class Session(Protocol):
    """A remote player's connection: SSH or browser."""

    def leave(self, reason: str) -> None:
        """Show the reason and disconnect."""


@dataclass(frozen=True, slots=True)
class HostingTerms:
    """The hosted file, and who may connect for how long."""

    path: Path
    invitations: Invitations
    keys: tuple[ClientKey, ...] = ()
    most_watchers: int = 50
    has_open_watching: bool = False
    idle_seconds: float = 7200.0
    is_over: Callable[[], bool] = field(default=lambda: False)
    """Whether the game is over; invitation codes are valid until then."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A connected remote player, as listed for the host."""

    number: int
    seats: frozenset[int]
    address: str
    user: str
    since: float

    @property
    def is_watching(self) -> bool:
        return not self.seats


class SessionRegistry:
    """Admits remote players and keeps track of their sessions."""

    def __init__(
        self, terms: HostingTerms, clients: Clients, on_change: Callable[[bool, Presence], None]
    ) -> None:
        """`on_change` is called for every connected (True) and disconnected (False) player."""
        self.terms = terms
        self.clients = clients
        self.rate_limit = RateLimit()
        self._connections: Counter[str] = Counter()
        self._most_from_one = CONNECTIONS_EACH * terms.most_watchers + SPARE_CONNECTIONS
        self._on_change = on_change
        self._here: dict[int, tuple[Presence, Session]] = {}

    async def recognise(self, code: str, address: str) -> frozenset[int] | None:
        """The seats of an invitation code, after the delay of the rate limiter; None if invalid."""
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

    def open_connection(self, address: str) -> bool:
        """Count a new connection. Returns False if there is no room for it.

        If it returns True, call `close_connection` later. The limit per address admits a club
        behind one address, but leaves room for others if an attacker opens idle connections.
        """
        most = self._most_from_one
        has_room = self._connections[address] < most and self._connections.total() < 2 * most
        if has_room:
            self._connections[address] += 1
        return has_room

    def close_connection(self, address: str) -> None:
        """Release a counted connection."""
        self._connections[address] -= 1
        self._connections += Counter()  # removes addresses without connections

    @property
    def presences(self) -> tuple[Presence, ...]:
        return tuple(presence for presence, _ in self._here.values())

    def has_room(self, seats: frozenset[int]) -> bool:
        """Whether there is room for one more; always true for players."""
        watchers = sum(presence.is_watching for presence in self.presences)
        return bool(seats) or watchers < self.terms.most_watchers

    def start(
        self, window: Window, seats: frozenset[int], address: str, user: str, session: Session
    ) -> Client:
        """Start the app for a remote player and register the session."""
        client = self.clients.start(window, client_arguments(self.terms.path, seats))
        self.register(Presence(client.number, seats, address, user, time()), session)
        return client

    def register(self, presence: Presence, session: Session) -> None:
        """Register a player; disconnects an earlier session in the same seat."""
        for other, earlier in list(self._here.values()):
            if presence.seats & other.seats:
                earlier.leave("disconnected: your seat was taken by another connection")
        self._here[presence.number] = (presence, session)
        self._on_change(True, presence)  # noqa: FBT003 - the callback's signature

    def unregister(self, number: int) -> None:
        presence, _ = self._here.pop(number, (None, None))
        if presence is not None:
            self._on_change(False, presence)  # noqa: FBT003 - the callback's signature

    def drop(self, number: int) -> None:
        """Disconnect a remote player."""
        if number in self._here:
            self._here[number][1].leave("disconnected by the host")

    def close(self) -> None:
        for _, session in list(self._here.values()):
            session.leave("the host closed the game")


def client_arguments(path: Path, seats: frozenset[int]) -> tuple[str, ...]:
    """Command-line arguments of the app for a remote player."""
    chosen = ",".join(str(seat + 1) for seat in sorted(seats)) or WATCH
    return (str(path), "--as", chosen, "--guest")
