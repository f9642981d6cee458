"""`atlantis host`: an SSH server for remote players, and the host's own window."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError
from atlantis_core.files.plain_files import read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.settings.folders import state_folder
from . import host_game
from .client_keys import ClientKey, parse_client_keys
from .host_game import Endpoint, Listener, Plan

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from atlantis_tui.hosting.sessions import SessionRegistry

DESCRIPTION = """\
Host a game over SSH. Remote players join with any ssh client, in a terminal of
any size; they install nothing. Prints the host key fingerprint and an invitation
for each seat that is not yours, then opens your own window. Press F4 there to
see who is connected. Remote players can access this game file and nothing else."""
EXAMPLES = """\
  atlantis host game.json
  atlantis host game.json --listen 0.0.0.0:2222 --open-watching
  atlantis host game.json --player-keys keys.txt --as 1,3
"""
LISTEN = "127.0.0.1:2222"
NO_EXTRA = "'atlantis host' needs an optional dependency (pip install 'atlantis-tui[host]')"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    host_game.add_hosting_options(parser, LISTEN)
    add = parser.add_argument
    add("--player-keys", metavar="FILE", help="file with one seat and public key per line")
    # The name of earlier versions.
    add("--guests", dest="player_keys", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add(
        "--open-watching",
        action="store_true",
        help=f"let spectators join as 'ssh {WATCH}@...' without a code",
    )


def run(options: argparse.Namespace) -> int:
    plan = host_game.make_plan(options)
    keys = () if options.player_keys is None else _read_keys(options.player_keys, plan)
    try:
        import asyncssh

        from atlantis_tui.hosting import ssh_server
    except ImportError as error:
        raise CommandError(NO_EXTRA) from error
    try:
        ssh_server.check_keys(keys)
    except asyncssh.KeyImportError as error:
        raise CommandError(f"'{showable(options.player_keys)}': {showable(str(error))}") from error
    host_key = ssh_server.load_host_key(state_folder() / "host_key")
    try:
        return asyncio.run(_host(plan, keys, host_key, options))
    except OSError as error:
        raise CommandError(f"cannot listen on {options.listen}: {error.strerror}") from error


def _read_keys(name: str, plan: Plan) -> tuple[ClientKey, ...]:
    try:
        text = read_plain_or_pipe(name, MAX_BYTES).data.decode("utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read '{showable(name)}': {showable(str(error))}") from error
    return parse_client_keys(text, showable(name), plan.opened.cast.names)


async def _host(
    plan: Plan, keys: tuple[ClientKey, ...], host_key: SSHKey, options: argparse.Namespace
) -> int:
    from dataclasses import replace

    from atlantis_tui.hosting import ssh_server

    terms = replace(
        host_game.make_terms(plan, options), keys=keys, has_open_watching=options.open_watching
    )

    async def start_listening(sessions: SessionRegistry) -> Listener:
        where: Endpoint = options.listen
        acceptor = await ssh_server.listen(sessions, where.host, where.port, host_key)
        at = Endpoint(where.host, acceptor.get_port())
        lines = [
            f"host key fingerprint: {host_key.get_fingerprint()}",
            *invitation_lines(plan, keys, at, has_open_watching=options.open_watching),
        ]

        async def close() -> None:
            acceptor.close()
            await acceptor.wait_closed()

        return Listener(lines, close)

    return await host_game.host_game(plan, terms, start_listening)


def invitation_lines(
    plan: Plan, keys: tuple[ClientKey, ...], at: Endpoint, *, has_open_watching: bool
) -> list[str]:
    """The invitation for each remote player."""
    port = "" if at.port == 22 else f" -p {at.port}"
    keyed = {seat for key in keys for seat in key.seats}
    lines = []
    for seat in host_game.remote_seats(plan):
        login = "your key" if seat in keyed else f"code {plan.invitations.codes[seat]}"
        lines.append(f"{plan.opened.cast[seat]}: ssh{port} seat{seat + 1}@{at.host}   {login}")
    if has_open_watching:
        lines.append(f"to watch: ssh{port} {WATCH}@{at.host}")
    return lines
