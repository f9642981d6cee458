"""Admission and registry of remote players, for both SSH and the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time
from typing import Protocol

from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.club.store import ClubTerms
from atlantis_tui.settings.arguments import PlainText
from .client_keys import ClientKey
from .clients import Client, Clients, Window
from .connection_table import Abortable, ConnectionTable, network_of
from .hosted_club import HostedClub
from .invitations import Invitations
from .rate_limit import RateLimit

CONNECTIONS_EACH = 3
"""Connections per client: browsers open several."""
SPARE_CONNECTIONS = 100
HOST_CLOSED = "the host closed the game"
CLUB_CLOSED = "the club is closing; games and plans are saved, so connect again later"
WINDOWS_EACH = 2
"""Windows that one SSH connection may open."""


class Session(Protocol):
    """A remote player's connection: SSH or browser."""

    def leave(self, reason: str, *, may_return: bool = False) -> None:
        """Show the reason and disconnect. A browser that `may_return` connects again."""


@dataclass(frozen=True, slots=True)
class HostingTerms:
    """The hosted file, and who may connect for how long."""

    path: Path
    invitations: Invitations
    names: tuple[str, ...] = ()
    """The players' names, by seat."""
    keys: tuple[ClientKey, ...] = ()
    most_watchers: int = 50
    has_open_watching: bool = False
    idle_seconds: float = 7200.0
    trusted_proxies: frozenset[str] = frozenset()
    """Addresses of web servers in front of this one, which name the addresses of browsers."""
    has_codes: bool = True
    """Whether invitation codes are accepted."""
    closed: frozenset[int] = frozenset()
    """Seats whose codes are not accepted."""
    club: HostedClub | None = None
    """The club whose folder `path` is; seats are then numbers of its members."""
    club_terms: ClubTerms = field(default_factory=ClubTerms)
    """Rights of the members of a club."""

    @property
    def most_watchers_each(self) -> int:
        """Spectators from one address: half of all, so that no address takes every place."""
        return (self.most_watchers + 1) // 2


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
        most = CONNECTIONS_EACH * terms.most_watchers + SPARE_CONNECTIONS
        self.connections = ConnectionTable(most, 2 * most)
        self.browsers = ConnectionTable(most, 2 * most)
        """Web sockets by the address of the browser, which a proxy may name."""
        self._on_change = on_change
        self._here: dict[int, tuple[Presence, Session]] = {}
        self._apps: dict[int, Client] = {}
        self.refused = 0
        """Number of wrong codes."""
        self.elsewhere: frozenset[str] = frozenset()
        """The members of a club who are connected to its other hosts."""
        self.host_names: tuple[str, ...] = ()
        """The players of the host's own window."""
        self._is_host_away = False
        self._plain: set[int] = set()
        """Sessions in plain text, which learn nothing while they wait for input."""

    def refresh(self) -> None:
        """Read the members of a club again if their file has changed."""
        club = self.terms.club
        if club is not None:
            self.terms = replace(self.terms, **club.read_again(self.terms)._asdict())
            for presence, session in list(self._here.values()):
                if presence.seats & club.gone:
                    session.leave("disconnected: you are no longer a member")

    def join(self, code: str, name: str, key: str | None) -> frozenset[int] | None:
        """Register a new member of a club; None if the code is no invitation.

        Raises ClubError, which says what is wrong with the name or the key.
        """
        club = self.terms.club
        if club is None or not club.is_invited(code):
            return None
        club.register(code, name, key)
        self.refresh()
        return frozenset({self.terms.names.index(name)})

    async def recognise(
        self, code: str, address: str, connection: Abortable
    ) -> frozenset[int] | None:
        """The seats of an invitation code, none for spectators. For a wrong code, None, later.

        A connection with a wrong code is the first to make room for others.
        """
        seats = self.terms.invitations.seats_of(code) if self.terms.has_codes else None
        if seats is None or seats & self.terms.closed:
            seats = None
            self.refused += 1
            self.connections.suspect(connection)
            self.browsers.suspect(connection)
            await asyncio.sleep(self.rate_limit.fail(network_of(address)))
        return seats

    def open_connection(self, address: str, connection: Abortable) -> bool:
        """Count a new connection. Returns False if there is no room for it.

        The limit per network admits a club behind one address, but leaves room for others if an
        attacker opens idle connections. That of a trusted proxy has no limit of its own.
        """
        self.refresh()
        is_limited = address not in self.terms.trusted_proxies
        return self.connections.open(address, connection, is_limited=is_limited)

    @property
    def presences(self) -> tuple[Presence, ...]:
        return tuple(presence for presence, _ in self._here.values())

    def has_room(self, seats: frozenset[int], address: str) -> bool:
        """Whether there is room for one more from this address; always true for players."""
        watching = [each for each in self.presences if each.is_watching]
        watchers = [network_of(each.address) for each in watching]
        return bool(seats) or (
            len(watchers) < self.terms.most_watchers
            and watchers.count(network_of(address)) < self.terms.most_watchers_each
        )

    def start(
        self,
        window: Window,
        seats: frozenset[int],
        address: str,
        user: str,
        session: Session,
        *,
        plain: PlainText | None = None,
    ) -> Client:
        """Start the app for a remote player, or plain text, and register the session."""
        client = self.clients.start(window, client_arguments(self.terms, seats, plain))
        self._apps[client.number] = client
        if plain is not None:
            self._plain.add(client.number)
        self.register(Presence(client.number, seats, address, user, time()), session)
        return client

    def register(self, presence: Presence, session: Session) -> None:
        """Register a player; disconnects an earlier session in the same seat."""
        for other, earlier in list(self._here.values()):
            if presence.seats & other.seats:
                earlier.leave("disconnected: your seat was taken by another connection")
        self._here[presence.number] = (presence, session)
        self._on_change(True, presence)  # noqa: FBT003 - the callback's signature
        self._inform_clients()

    def unregister(self, number: int) -> None:
        presence, _ = self._here.pop(number, (None, None))
        self._apps.pop(number, None)
        self._plain.discard(number)
        if presence is not None:
            self._on_change(False, presence)  # noqa: FBT003 - the callback's signature
            self._inform_clients()

    @property
    def present_names(self) -> tuple[str, ...]:
        """The names of the players who are connected here."""
        present = {seat for presence in self.presences for seat in presence.seats}
        return tuple(name for seat, name in enumerate(self.terms.names) if seat in present)

    def learn_elsewhere(self, names: frozenset[str]) -> None:
        """Take over who is connected to other hosts, and tell the apps if that has changed."""
        if names != self.elsewhere:
            self.elsewhere = names
            self._inform_clients()

    def _inform_clients(self) -> None:
        """Tell every remote player's app which players are connected."""
        here = [*(() if self._is_host_away else self.host_names), *self.present_names]
        present = [*here, *sorted(self.elsewhere - set(here))]
        self.inform({"present": present, "is_host_away": self._is_host_away})

    def inform(self, message: Mapping[str, object]) -> None:
        """Send a message to every remote player's app."""
        for client in list(self._apps.values()):
            client.inform(message)

    def drop(self, number: int) -> None:
        """Disconnect a remote player, whose code and key no longer admit."""
        if number in self._here:
            presence, session = self._here[number]
            self.terms.invitations.renew(presence.seats)
            kept = tuple(key for key in self.terms.keys if not key.seats & presence.seats)
            self.terms = replace(self.terms, keys=kept)
            session.leave("the host removed you from the game")

    def set_host_away(self, is_away: bool) -> None:
        """Tell the remote players whether the host is in the game."""
        if is_away != self._is_host_away:
            self._is_host_away = is_away
            self._inform_clients()

    def move_to(self, terms: HostingTerms, order: Sequence[int]) -> None:
        """Go on with a rematch, in which the players may have other seats.

        `order` has the earlier seat of every player. Remote players choose when they join.
        """
        self.terms = terms
        for number, (presence, session) in list(self._here.items()):
            seats = moved_seats(presence.seats, order)
            self._here[number] = replace(presence, seats=seats), session
            if number in self._plain:
                session.leave("the host started a rematch: connect again to join it")
            else:
                words = ",".join(str(seat + 1) for seat in sorted(seats)) or WATCH
                self._apps[number].inform({"rematch": str(terms.path), "seats": words})

    def close(self) -> None:
        reason = HOST_CLOSED if self.terms.club is None else CLUB_CLOSED
        for _, session in list(self._here.values()):
            session.leave(reason, may_return=True)


def moved_seats(seats: frozenset[int], order: Sequence[int]) -> frozenset[int]:
    """The seats of players in a rematch; `order` has the earlier seat of every player."""
    return frozenset(seat for seat, earlier in enumerate(order) if earlier in seats)


def client_arguments(
    terms: HostingTerms, seats: frozenset[int], plain: PlainText | None = None
) -> tuple[str, ...]:
    """Command-line arguments of the app for a remote player."""
    words = [terms.names[seat] if terms.club else str(seat + 1) for seat in sorted(seats)]
    chosen = ",".join(words) or WATCH
    wanted = () if plain is None else ("--plain", plain.value)
    allowed: tuple[str, ...] = ()
    if terms.club is not None:
        allowed = ("--most-effort", str(terms.club_terms.most_effort))
        allowed += () if terms.club_terms.has_chat else ("--no-chat",)
    return (str(terms.path), "--as", chosen, "--guest", *wanted, *allowed)
