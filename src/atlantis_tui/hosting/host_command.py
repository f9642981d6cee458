"""`atlantis host`: an SSH server for remote players, and the host's own window."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.commands.command_lines import whole_number
from atlantis_core.commands.errors import CommandError, UsageError, describe_os_error
from atlantis_core.commands.output import emit
from atlantis_core.files.plain_files import read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.support.extras import Extra, missing_extra
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH, parse_seats
from atlantis_tui.club.members import MEMBERS_FILE, add_invitation
from atlantis_tui.settings.folders import state_folder
from . import host_game
from .client_keys import ClientKey, parse_client_keys
from .host_game import Endpoint, Listener, Plan
from .invitations import digest_code, make_code

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from atlantis_tui.hosting.sessions import HostingTerms, SessionRegistry

DESCRIPTION = """\
Host a game over SSH. Remote players join with any ssh client, in a terminal of
any size; they install nothing. Prints the host key fingerprint and an invitation
for each seat that is not yours, then opens your own window. Press F4 there to
see who is connected. Remote players can access this game file and nothing else.
With a folder, hosts all its games for the members that its members.txt names."""
EXAMPLES = """\
  atlantis host game.json
  atlantis host game.json --listen 0.0.0.0:2222 --open-watching
  atlantis host game.json --player-keys keys.txt --as 1,3
  atlantis host club/ --listen 0.0.0.0:2222
"""
LISTEN = "127.0.0.1:2222"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    host_game.add_hosting_options(parser, LISTEN)
    add = parser.add_argument
    add(
        "--address",
        metavar="NAME:PORT",
        type=host_game.ssh_address,
        help="address of this host for invitations, such as club.example:2222",
    )
    add(
        "--player-keys",
        metavar="FILE",
        help="file with one seat and public key per line; no codes are accepted then",
    )
    add("--codes", action="store_true", help="accept codes in addition to '--player-keys'")
    # The name of earlier versions.
    add("--guests", dest="player_keys", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add(
        "--open-watching",
        action="store_true",
        help=f"let spectators join as 'ssh {WATCH}@...' without a code",
    )
    add(
        "--invite",
        metavar="N",
        type=whole_number("not a number of invitations", 1, 100),
        help="print N invitations to a club, each for one new member, and exit",
    )
    add(
        "--forfeit",
        metavar="GAME:PLAYER",
        help="in a club, let an absent player lose a game, and exit",
    )
    add(
        "--replace",
        metavar="GAME:PLAYER:BOT",
        help="in a club, let a bot play on for an absent player, and exit",
    )


def run(options: argparse.Namespace) -> int:
    if options.invite is not None:
        return _invite(options)
    if options.forfeit is not None or options.replace is not None:
        return _end_absence(options)
    plan = host_game.make_plan(options)
    keys = _read_keys(options.player_keys, plan)
    key_file = options.player_keys or MEMBERS_FILE
    try:
        import asyncssh

        from atlantis_tui.hosting import ssh_server
    except ImportError as error:
        raise CommandError(missing_extra("'atlantis host'", Extra.HOST)) from error
    try:
        ssh_server.check_keys(keys)
    except asyncssh.KeyImportError as error:
        raise CommandError(f"'{showable(key_file)}': {showable(str(error))}") from error
    host_key = ssh_server.load_host_key(state_folder() / "host_key")
    try:
        return asyncio.run(_host(plan, keys, host_key, options))
    except OSError as error:
        raise CommandError(f"cannot listen on {options.listen}: {error.strerror}") from error


def _read_keys(name: str | None, plan: Plan) -> tuple[ClientKey, ...]:
    if name is None:
        return plan.club.admission().keys if plan.club is not None else ()
    try:
        text = read_plain_or_pipe(name, MAX_BYTES).data.decode("utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read '{showable(name)}': {showable(str(error))}") from error
    return parse_client_keys(text, showable(name), plan.names)


async def _host(
    plan: Plan, keys: tuple[ClientKey, ...], host_key: SSHKey, options: argparse.Namespace
) -> int:
    from dataclasses import replace

    from atlantis_tui.hosting import ssh_server

    terms = replace(
        host_game.make_terms(plan, options),
        keys=keys,
        has_codes=options.player_keys is None or options.codes,
        has_open_watching=options.open_watching,
    )

    async def start_listening(sessions: SessionRegistry) -> Listener:
        where: Endpoint = options.listen
        acceptor = await ssh_server.listen(sessions, where.host, where.port, host_key)
        at = host_address(options, acceptor.get_port())

        def lines(plan: Plan, terms: HostingTerms) -> list[str]:
            fingerprint = f"host key fingerprint: {host_key.get_fingerprint()}"
            return [fingerprint, *invitation_lines(plan, terms, at)]

        async def close() -> None:
            acceptor.close()
            # From Python 3.12 on this waits for all connections, also for those of strangers.
            with suppress(TimeoutError):
                await asyncio.wait_for(acceptor.wait_closed(), host_game.PARTING_SECONDS)

        return Listener(lines, close)

    return await host_game.host_game(plan, terms, start_listening)


def _end_absence(options: argparse.Namespace) -> int:
    """Do by hand what a clock does; a host of the folder shows it at once."""
    from atlantis_tui.club.absence import lose, open_served, replace_player

    option, text = next(
        (option, text)
        for option, text in (("--forfeit", options.forfeit), ("--replace", options.replace))
        if text is not None
    )
    folder = _club_folder(options.file, option)
    game, *words = text.split(":")
    if len(words) != (1 if options.forfeit is not None else 2):
        expected = "GAME:PLAYER" if options.forfeit is not None else "GAME:PLAYER:BOT"
        raise UsageError(f"cannot read '{option} {showable(text, 60)}' (expected {expected})")
    path = folder / (game if game.endswith(".json") else f"{game}.json")
    if path.parent.resolve() != folder.resolve():
        raise UsageError(f"'{showable(game, 60)}' is not in the folder of the club")
    try:
        document = open_served(path)
    except OSError as error:
        raise CommandError(
            f"cannot read '{showable(game, 60)}': {describe_os_error(error)}"
        ) from error
    seats = parse_seats(words[0], [player.name or "" for player in document.transcript.players])
    for player in sorted(seats):
        bot = words[1:]
        emit(replace_player(document, player, bot[0]) if bot else lose(document, player))
    return 0


def _club_folder(name: str, option: str) -> Path:
    folder = Path(name)
    if not folder.exists():
        raise CommandError(f"no such folder: '{showable(name)}' (create it first)")
    if not folder.is_dir():
        raise UsageError(f"'{option}' is for the folder of a club")
    return folder


def _invite(options: argparse.Namespace) -> int:
    """Print invitations to a club, which a host of its folder accepts at once."""
    folder = _club_folder(options.file, "--invite")
    for _ in range(options.invite):
        code = make_code()
        add_invitation(folder, digest_code(code))
        at = host_address(options, options.listen.port, "ADDRESS")
        emit(f"invitation: ssh{_port(at)} NAME@{at.host}   code {code}")
    emit("Send each to one person, who replaces NAME and types the code when ssh asks for it.")
    return 0


def host_address(options: argparse.Namespace, port: int, host: str = "") -> Endpoint:
    """Address at which players reach this host: `--address`, else where it listens."""
    named: Endpoint | None = options.address
    if named is None:
        return Endpoint(host or options.listen.host, port)
    return Endpoint(named.host, named.port or port)


def _port(at: Endpoint) -> str:
    return "" if at.port == 22 else f" -p {at.port}"


def invitation_lines(plan: Plan, terms: HostingTerms, at: Endpoint) -> list[str]:
    """The invitation for each remote player."""
    port = _port(at)
    keyed = {seat for key in terms.keys for seat in key.seats}
    lines = []
    if terms.club is not None:
        members = counted(len(terms.names), "member")
        lines.append(f"{members}: ssh{port} NAME@{at.host}")
        if terms.club.open_invitations:
            lines.append(counted(terms.club.open_invitations, "unused invitation"))
    for seat in host_game.remote_seats(plan):
        if terms.club is not None and seat in terms.closed:
            continue
        code = f"code {plan.invitations.codes[seat]}" if terms.has_codes else "needs a key"
        means = "your key" if seat in keyed else code
        login = f"seat{seat + 1}" if terms.club is None else plan.names[seat]
        lines.append(f"{plan.names[seat]}: ssh{port} {login}@{at.host}   {means}")
    if terms.has_open_watching:
        lines.append(f"to watch: ssh{port} {WATCH}@{at.host}")
    return lines
