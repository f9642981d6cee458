"""Hosting shared by `atlantis host` and `atlantis serve`: options, checks, server life cycle.

This process is the server. The host's own window is a child process with the terminal; remote
players are children of the fork server. They share only the game file, so that any of them can
end or crash without affecting the others.
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
from atlantis_core.seats import SEATS_KEY, SeatKind, read_seats
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import load, replay
from atlantis_core.transcript.seat_names import parse_seats
from atlantis_tui.game.input_store import digest_of
from atlantis_tui.settings.folders import state_folder
from .clients import Clients
from .host_window import HostWindow
from .invitations import Invitations, load_invitations
from .sessions import HostingTerms, SessionRegistry

DEFAULT_WATCHERS = 50
DEFAULT_IDLE = "2h"
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Listener(NamedTuple):
    """A running server: lines to show the host, and how to stop it."""

    lines: Sequence[str]
    close: Callable[[], Awaitable[None]]


class Endpoint(NamedTuple):
    """An address and port to listen on."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def endpoint(text: str) -> Endpoint:
    """Parse ``127.0.0.1:2222``, ``[::1]:2222`` or ``:2222`` (all addresses)."""
    host, colon, port = text.rpartition(":")
    is_number = port.isascii() and port.isdigit() and int(port[:6]) < 65536
    is_bare = ":" in host and not host.startswith("[")
    if not colon or not is_number or is_bare or not _can_be_looked_up(host):
        raise argparse.ArgumentTypeError(
            f"not an address to listen on: '{showable(text, 60)}'"
            f" (expected for example '127.0.0.1:2222')"
        )
    return Endpoint(host.strip("[]") or "0.0.0.0", int(port))  # noqa: S104 - the user asked for it


def _can_be_looked_up(host: str) -> bool:
    """Whether a host name is well-formed. Does not resolve it."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "\0" not in host


def duration(text: str) -> float:
    """Parse ``90s``, ``30m``, ``2h`` or ``1d``."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS and int(number[:9])):
        raise argparse.ArgumentTypeError(
            f"not a time: '{showable(text, 40)}' (expected for example '{DEFAULT_IDLE}' or '30m')"
        )
    return float(int(number[:9]) * _UNITS[unit])


def watcher_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 1000):
        raise argparse.ArgumentTypeError(
            f"not a number of spectators: '{showable(text, 40)}' (expected 0 to 1000)"
        )
    return int(text)


def add_hosting_options(parser: argparse.ArgumentParser, listen: str) -> None:
    """Add the options shared by both commands."""
    add = parser.add_argument
    add("file", metavar="FILE", help="game file")
    add(
        "--listen",
        metavar="ADDRESS:PORT",
        type=endpoint,
        default=endpoint(listen),
        help=f"address to listen on (default: {listen})",
    )
    add("--as", dest="seats", metavar="SEATS", help="your seats (default: the first player's)")
    add(
        "--watchers",
        metavar="N",
        type=watcher_count,
        default=DEFAULT_WATCHERS,
        help=f"maximum number of spectators (default: {DEFAULT_WATCHERS})",
    )
    add(
        "--idle",
        metavar="TIME",
        type=duration,
        default=duration(DEFAULT_IDLE),
        help=f"disconnect remote players idle for this long (default: {DEFAULT_IDLE})",
    )
    add("--no-window", action="store_true", help="run without a window on this machine")


class Plan(NamedTuple):
    """A checked configuration."""

    opened: OpenedGame
    path: Path
    own: frozenset[int] | None
    """The seats of the host's window; None if there is no window."""
    persons: tuple[int, ...]
    """Seats played by persons, from 0."""
    invitations: Invitations


def make_plan(options: argparse.Namespace) -> Plan:
    """Check file and options before a port is opened."""
    opened = open_game(options.file)
    players = len(opened.cast.names)
    if not players:
        raise CommandError(
            "this board has no players yet (run 'atlantis new --board' to set up a game)"
        )
    path = Path(options.file).resolve()
    seats = read_seats(opened.transcript.annotations.extra.get(SEATS_KEY), players)
    persons = tuple(number for number, seat in enumerate(seats) if seat.kind is SeatKind.PERSON)
    if options.no_window and any(seat.kind is SeatKind.AGENT for seat in seats):
        raise CommandError(
            "this file runs agents, which you must allow in the window (remove '--no-window')"
        )
    own = None if options.no_window else _own_seats(options.seats, opened, persons)
    invitations = load_invitations(invitations_path(path), players)
    return Plan(opened, path, own, persons, invitations)


def invitations_path(game: Path) -> Path:
    """Path of the file with a game's invitation codes."""
    return state_folder() / "invitations" / f"{digest_of(game)}.json"


def _own_seats(text: str | None, opened: OpenedGame, persons: tuple[int, ...]) -> frozenset[int]:
    if text is None:
        return frozenset(persons[:1])
    try:
        return parse_seats(text, opened.cast.names)
    except NotationError as error:
        raise UsageError(str(error)) from error


def remote_seats(plan: Plan) -> tuple[int, ...]:
    """The seats of remote players."""
    return tuple(seat for seat in plan.persons if seat not in (plan.own or ()))


def make_terms(plan: Plan, options: argparse.Namespace) -> HostingTerms:
    return HostingTerms(
        plan.path,
        plan.invitations,
        most_watchers=options.watchers,
        idle_seconds=options.idle,
        is_over=GameEnd(plan.path).is_over,
    )


async def host_game(
    plan: Plan,
    terms: HostingTerms,
    start_listening: Callable[[SessionRegistry], Awaitable[Listener]],
) -> int:
    """Serve until the host's window closes or a signal arrives. Returns the exit status."""
    clients = Clients()
    clients.open()
    has_bots = len(plan.persons) < len(plan.opened.cast.names)
    window = HostWindow(plan.path, plan.own, has_bots=has_bots)
    sessions = SessionRegistry(terms, clients, window.update)
    window.on_drop = sessions.drop
    window.handle_signals()
    try:
        listener = await start_listening(sessions)
        for line in listener.lines:
            emit(line)
        flush_output()
        await window.run(listener.lines)
        sessions.close()
        await listener.close()
    finally:
        clients.close()
    return 0


class GameEnd:
    """Whether the game in a file is over; reads the file only when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._is_over = False

    def is_over(self) -> bool:
        with suppress(OSError, AtlantisError):  # may be readable again later
            status = self._path.stat()
            seen = (status.st_mtime_ns, status.st_size)
            if seen != self._seen:
                self._is_over = replay(load(self._path)).is_over
                self._seen = seen
        return self._is_over
