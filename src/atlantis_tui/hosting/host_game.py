"""Hosting shared by `atlantis host` and `atlantis serve`: options, checks, server life cycle.

This process is the server. The host's own window is a child process with the terminal; remote
players are children of the fork server. They share only the game file, so that any of them can
end or crash without affecting the others.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from atlantis_core.commands.command_lines import reading, whole_number
from atlantis_core.commands.errors import CommandError, UsageError, describe_os_error
from atlantis_core.commands.game_files import OpenedGame, open_game
from atlantis_core.commands.output import complain, emit, flush_output
from atlantis_core.files.locks import honours_locks
from atlantis_core.seats import SEATS_KEY, SeatKind, read_seats
from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.clocks import parse_control, with_control
from atlantis_core.transcript.seat_names import parse_seats
from atlantis_tui.club.members import MEMBERS_FILE
from atlantis_tui.club.store import ClubTerms
from atlantis_tui.club.wishes import MOST_EFFORT
from atlantis_tui.game.input_store import digest_of
from atlantis_tui.settings.folders import state_folder
from .clients import Clients
from .club_service import ClubService, parse_command
from .host_window import HostWindow
from .hosted_club import HostedClub
from .invitations import Invitations, load_invitations
from .sessions import HostingTerms, SessionRegistry, moved_seats

DEFAULT_WATCHERS = 50
DEFAULT_IDLE = "2h"
PARTING_SECONDS = 1.0
"""Time at the end for connections in progress, such as wrong codes, which are answered late."""
_SSH_ADDRESS = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?")
_WEB_ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/?")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Listener(NamedTuple):
    """A running server: invitations to show the host, and how to stop it."""

    lines: Callable[[Plan, HostingTerms], Sequence[str]]
    """The invitations to what is hosted now."""
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
    is_number = port.isascii() and port.isdigit() and len(port) < 6 and int(port) < 65536
    is_bare = ":" in host and not host.startswith("[")
    if not colon or not is_number or is_bare or not _can_be_looked_up(host):
        raise argparse.ArgumentTypeError(
            f"not an address to listen on: '{showable(text, 60)}'"
            f" (expected for example '127.0.0.1:2222')"
        )
    return Endpoint(host.strip("[]") or "0.0.0.0", int(port))  # noqa: S104 - the user asked for it


def ssh_address(text: str) -> Endpoint:
    """Parse ``club.example:2222``; port 0 stands for that of `--listen`."""
    found = _SSH_ADDRESS.fullmatch(text)
    if found is None or int(found[2] or 0) > 65535:
        raise argparse.ArgumentTypeError(
            f"not an address of this host: '{showable(text, 60)}'"
            " (expected for example 'club.example:2222')"
        )
    return Endpoint(found[1].strip("[]"), int(found[2] or 0))


def web_address(text: str) -> str:
    """Check an address such as ``https://club.example``."""
    if _WEB_ADDRESS.fullmatch(text) is None:
        raise argparse.ArgumentTypeError(
            f"not an address of this host: '{showable(text, 60)}'"
            " (expected for example 'https://club.example')"
        )
    return text.rstrip("/")


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
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= 1000):
        raise argparse.ArgumentTypeError(
            f"not a number of spectators: '{showable(text, 40)}' (expected 0 to 1000)"
        )
    return int(text)


def add_hosting_options(parser: argparse.ArgumentParser, listen: str) -> None:
    """Add the options shared by both commands."""
    add = parser.add_argument
    add("file", metavar="FILE", help="game file, or the folder of a club")
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
    add(
        "--time",
        metavar="CONTROL",
        type=reading(parse_control),
        help="set the time control, such as 10+5 or '3 days'",
    )
    add("--renew", metavar="SEATS", help="replace the invitation codes of these seats")
    add("--on-turn", metavar="COMMAND", help="in a club, run this when an absent member is to move")
    add(
        "--metrics",
        metavar="PORT",
        type=whole_number("not a port", 0, 65535),
        help="in a club, serve figures for Prometheus on this port of this machine",
    )
    add(
        "--bot-effort",
        metavar="N",
        type=whole_number("not an effort", 0, 1_000_000),
        help=f"in a club, positions that bots judge per turn (default: {MOST_EFFORT}; 0: no bots)",
    )
    add("--no-chat", action="store_true", help="in a club, switch off the chat at the games")
    add("--no-window", action="store_true", help="run without a window on this machine")


class Plan(NamedTuple):
    """A checked configuration."""

    names: tuple[str, ...]
    """The players, or the members of a club."""
    path: Path
    own: frozenset[int] | None
    """The seats of the host's window; None if there is no window."""
    persons: tuple[int, ...]
    """Seats played by persons, from 0."""
    invitations: Invitations
    club: HostedClub | None = None
    """The club; None for a single game."""
    service: ClubService | None = None


def make_plan(options: argparse.Namespace) -> Plan:
    """Check file and options before a port is opened."""
    if sys.platform == "win32":
        raise CommandError("hosting needs Linux, macOS or another system with pseudo-terminals")
    if Path(options.file).is_dir():
        return _plan_club(options)
    for name in ("on_turn", "metrics", "bot_effort", "no_chat"):
        if getattr(options, name) not in (None, False):
            raise UsageError(f"'--{name.replace('_', '-')}' is for the folder of a club")
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
    if options.time is not None:
        opened.save(with_control(opened.transcript, options.time))
    own = None if options.no_window else _own_seats(options.seats, opened, persons)
    invitations = load_invitations(invitations_path(path), players)
    if options.renew is not None:
        invitations.renew(_seats_of(options.renew, opened.cast.names))
    return Plan(opened.cast.names, path, own, persons, invitations)


def _plan_club(options: argparse.Namespace) -> Plan:
    """A club has no window of its own: the host is a member like the others."""
    for name in ("seats", "time", "player_keys"):
        if getattr(options, name, None) is not None:
            option = {"seats": "--as"}.get(name, f"--{name.replace('_', '-')}")
            raise UsageError(f"'{option}' is for a single game, not for a folder")
    folder = Path(options.file).resolve()
    has_codes = bool(getattr(options, "codes", True))
    try:
        club = HostedClub(folder, invitations_path(folder), has_codes=has_codes)
    except OSError as error:
        reason = describe_os_error(error)
        raise CommandError(
            f"cannot read '{MEMBERS_FILE}' in this folder: {reason}"
            " (expected a member's name and public key on each line;"
            " 'atlantis host FOLDER --invite 1' creates it)"
        ) from error
    except ValueError as error:
        raise CommandError(f"'{MEMBERS_FILE}' is not text") from error
    if not honours_locks(folder):
        complain("warning: this file system has no locks: serve the folder from one host only")
    invitations = club.admission().invitations
    if options.renew is not None:
        invitations.renew(_seats_of(options.renew, club.names))
    on_turn = () if options.on_turn is None else parse_command(options.on_turn)
    terms = _club_terms(options)
    address = str(options.address or options.listen)
    service = ClubService(club, address, on_turn, options.metrics, terms)
    everyone = tuple(range(len(club.names)))
    return Plan(club.names, folder, None, everyone, invitations, club, service)


def _club_terms(options: argparse.Namespace) -> ClubTerms:
    effort = MOST_EFFORT if options.bot_effort is None else options.bot_effort
    return ClubTerms(effort, has_chat=not options.no_chat)


def invitations_path(game: Path) -> Path:
    """Path of the file with a game's invitation codes."""
    return state_folder() / "invitations" / f"{digest_of(game)}.json"


def _own_seats(text: str | None, opened: OpenedGame, persons: tuple[int, ...]) -> frozenset[int]:
    return frozenset(persons[:1]) if text is None else _seats_of(text, opened.cast.names)


def _seats_of(text: str, names: Sequence[str]) -> frozenset[int]:
    try:
        return parse_seats(text, names)
    except NotationError as error:
        raise UsageError(str(error)) from error


def remote_seats(plan: Plan) -> tuple[int, ...]:
    """The seats of remote players."""
    return tuple(seat for seat in plan.persons if seat not in (plan.own or ()))


def make_terms(plan: Plan, options: argparse.Namespace) -> HostingTerms:
    terms = HostingTerms(
        plan.path,
        plan.invitations,
        plan.names,
        most_watchers=options.watchers,
        idle_seconds=options.idle,
        club=plan.club,
        club_terms=ClubTerms() if plan.club is None else _club_terms(options),
    )
    return terms if plan.club is None else replace(terms, **plan.club.admission()._asdict())


def rematch_plan(plan: Plan, path: Path, order: Sequence[int]) -> Plan:
    """The hosted game after a rematch has begun: the players keep their codes.

    `order` has the earlier seat of every player.
    """
    codes = plan.invitations.codes
    invitations = Invitations(
        invitations_path(path), [*(codes[seat] for seat in order), plan.invitations.watch_code]
    )
    invitations.save()
    return plan._replace(
        path=path,
        names=tuple(plan.names[seat] for seat in order),
        own=None if plan.own is None else moved_seats(plan.own, order),
        persons=tuple(sorted(moved_seats(frozenset(plan.persons), order))),
        invitations=invitations,
    )


def rematch_terms(terms: HostingTerms, plan: Plan, order: Sequence[int]) -> HostingTerms:
    """The terms of a rematch; `order` has the earlier seat of every player."""
    keys = tuple(key._replace(seats=moved_seats(key.seats, order)) for key in terms.keys)
    return replace(terms, path=plan.path, invitations=plan.invitations, names=plan.names, keys=keys)


async def host_game(
    plan: Plan,
    terms: HostingTerms,
    start_listening: Callable[[SessionRegistry], Awaitable[Listener]],
) -> int:
    """Serve until the host's window closes or a signal arrives. Returns the exit status."""
    clients = Clients()
    clients.open()
    has_bots = len(plan.persons) < len(plan.names)
    window = HostWindow(plan.path, plan.own, has_bots=has_bots)
    service = plan.service
    visited = window.update if service is None else service.visited
    sessions = SessionRegistry(terms, clients, visited)
    window.handle_signals()
    try:
        listener = await start_listening(sessions)
        _connect(window, sessions, plan, listener)
        for line in listener.lines(plan, terms):
            emit(line)
        flush_output()
        if service is None:
            await window.run()
        else:
            async with service.following(sessions):
                await window.run()
        sessions.close()
        await listener.close()
    finally:
        clients.close()
    return 0


def _connect(window: HostWindow, sessions: SessionRegistry, plan: Plan, listener: Listener) -> None:
    """Let the host's window show what is hosted, remove players and start rematches."""
    current = plan

    def show(plan: Plan) -> None:
        window.names = plan.names
        sessions.host_names = tuple(plan.names[seat] for seat in sorted(plan.own or ()))
        window.invite(listener.lines(plan, sessions.terms))

    def drop(number: int) -> None:
        sessions.drop(number)
        window.invite(listener.lines(current, sessions.terms))

    def play_again(path: Path, order: Sequence[int]) -> None:
        nonlocal current
        if sorted(order) == list(range(len(current.names))):
            current = rematch_plan(current, path, order)
            show(current)
            sessions.move_to(rematch_terms(sessions.terms, current, order), order)
            window.show_clients(sessions.presences)

    window.on_drop, window.on_away, window.on_rematch = drop, sessions.set_host_away, play_again
    show(plan)
