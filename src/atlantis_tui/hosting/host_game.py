"""Hosting a game, by whatever door the guests come: the file, the seats, the host's own window.

This process is the server. The host's own window is a child that has the terminal; the guests
are children of the nursery. What they share is the file of the game, so that any of them can
end, or be killed, without the others noticing more than an empty chair.
"""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from atlantis_core.commands.errors import CommandError, UsageError
from atlantis_core.commands.game_files import OpenedGame, open_game
from atlantis_core.commands.output import emit, flush_output
from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.safe_text import showable
from atlantis_core.seats import SEATS_KEY, SeatKind, read_seats
from atlantis_core.transcript import load, replay
from atlantis_core.transcript.seat_names import parse_seats
from atlantis_tui.game.plan_store import digest_of
from atlantis_tui.settings.folders import state_folder
from .clients import Clients
from .host_window import HostWindow
from .invitations import Invitations, load_invitations
from .sessions import HostingTerms, SessionRegistry

DEFAULT_WATCHERS = 50
DEFAULT_IDLE = "2h"
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Door(NamedTuple):
    """A way in that has been opened: what to tell the host, and how to close it."""

    lines: Sequence[str]
    close: Callable[[], Awaitable[None]]


class Endpoint(NamedTuple):
    """Where to listen."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def endpoint(text: str) -> Endpoint:
    """Read ``127.0.0.1:2222``, ``[::1]:2222`` or ``:2222``, which is every address."""
    host, colon, port = text.rpartition(":")
    is_number = port.isascii() and port.isdigit() and int(port[:6]) < 65536
    is_bare = ":" in host and not host.startswith("[")
    if not colon or not is_number or is_bare or not _can_be_looked_up(host):
        raise argparse.ArgumentTypeError(
            f"not an address to listen on: '{showable(text, 60)}'"
            f" (expected such as '127.0.0.1:2222')"
        )
    return Endpoint(host.strip("[]") or "0.0.0.0", int(port))  # noqa: S104 - asked for


def _can_be_looked_up(host: str) -> bool:
    """Whether a name has parts that a name can have; what it means is for the system to say."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "\0" not in host


def duration(text: str) -> float:
    """Read ``90s``, ``30m``, ``2h`` or ``1d``."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS and int(number[:9])):
        raise argparse.ArgumentTypeError(
            f"not a time: '{showable(text, 40)}' (expected such as '{DEFAULT_IDLE}' or '30m')"
        )
    return float(int(number[:9]) * _UNITS[unit])


def watcher_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 1000):
        raise argparse.ArgumentTypeError(
            f"not a number of watchers: '{showable(text, 40)}' (expected 0 to 1000)"
        )
    return int(text)


def add_hosting_options(parser: argparse.ArgumentParser, listen: str) -> None:
    """What every door has."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a game")
    add(
        "--listen",
        metavar="ADDRESS:PORT",
        type=endpoint,
        default=endpoint(listen),
        help=f"by default {listen}",
    )
    add("--as", dest="seats", metavar="SEATS", help="yours; by default the first player's")
    add(
        "--watchers",
        metavar="N",
        type=watcher_count,
        default=DEFAULT_WATCHERS,
        help=f"how many may watch at once; {DEFAULT_WATCHERS} by default",
    )
    add(
        "--idle",
        metavar="TIME",
        type=duration,
        default=duration(DEFAULT_IDLE),
        help=f"guests who type nothing for so long have to go; {DEFAULT_IDLE} by default",
    )
    add("--no-window", action="store_true", help="only serve; nobody plays here")


class Plan(NamedTuple):
    """What is to be hosted, checked."""

    opened: OpenedGame
    path: Path
    own: frozenset[int] | None
    """The seats of the host's window; None if there is no window."""
    persons: tuple[int, ...]
    """The seats, from 0, at which people sit."""
    invitations: Invitations


def make_plan(options: argparse.Namespace) -> Plan:
    """Check everything that can be wrong before a port is opened."""
    opened = open_game(options.file)
    players = len(opened.cast.names)
    if not players:
        raise CommandError("nobody plays on this board yet ('atlantis new --board' sets up a game)")
    path = Path(options.file).resolve()
    seats = read_seats(opened.transcript.annotations.extra.get(SEATS_KEY), players)
    persons = tuple(number for number, seat in enumerate(seats) if seat.kind is SeatKind.PERSON)
    if options.no_window and any(seat.kind is SeatKind.AGENT for seat in seats):
        raise CommandError(
            "somebody has to agree to programs of a file (expected no '--no-window')"
        )
    own = None if options.no_window else _own_seats(options.seats, opened, persons)
    invitations = load_invitations(invitations_path(path), players)
    return Plan(opened, path, own, persons, invitations)


def invitations_path(game: Path) -> Path:
    """Where the codes of a game are kept."""
    return state_folder() / "invitations" / f"{digest_of(game)}.json"


def _own_seats(text: str | None, opened: OpenedGame, persons: tuple[int, ...]) -> frozenset[int]:
    if text is None:
        return frozenset(persons[:1])
    try:
        return parse_seats(text, opened.cast.names)
    except NotationError as error:
        raise UsageError(str(error)) from error


def remote_seats(plan: Plan) -> tuple[int, ...]:
    """The seats that others take."""
    return tuple(seat for seat in plan.persons if seat not in (plan.own or ()))


def make_house(plan: Plan, options: argparse.Namespace) -> HostingTerms:
    return HostingTerms(
        plan.path,
        plan.invitations,
        most_watchers=options.watchers,
        idle_seconds=options.idle,
        is_over=GameEnd(plan.path).is_over,
    )


async def host_game(
    plan: Plan, terms: HostingTerms, open_door: Callable[[SessionRegistry], Awaitable[Door]]
) -> int:
    """Serve until the host's window is closed or a signal comes; gives the exit status."""
    clients = Clients()
    clients.open()
    has_bots = len(plan.persons) < len(plan.opened.cast.names)
    window = HostWindow(plan.path, plan.own, has_bots=has_bots)
    sessions = SessionRegistry(terms, clients, window.tell)
    window.on_drop = sessions.drop
    window.hear_signals()
    try:
        door = await open_door(sessions)
        for line in door.lines:
            emit(line)
        flush_output()
        await window.stay_open(door.lines)
        sessions.close()
        await door.close()
    finally:
        clients.close()
    return 0


class GameEnd:
    """Whether the game in a file has ended; reads the file again only when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._is_over = False

    def is_over(self) -> bool:
        with suppress(OSError, AtlantisError):  # a file that cannot be read now heals later
            status = self._path.stat()
            seen = (status.st_mtime_ns, status.st_size)
            if seen != self._seen:
                self._is_over = replay(load(self._path)).is_over
                self._seen = seen
        return self._is_over
