"""`atlantis host`: one game, this machine's window on it, and an SSH server for everybody else."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError
from atlantis_core.files.plain_files import read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.settings.folders import state_folder
from . import host_game
from .client_keys import ClientKey, parse_client_keys
from .host_game import Door, Endpoint, Plan

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from atlantis_tui.hosting.sessions import SessionRegistry

DESCRIPTION = """\
Host a game: others join with an ordinary ssh client, in a terminal of any size,
and need nothing else. Prints the fingerprint of this host and, for every seat
that is not yours, a line to send to the guest. Your own window opens beside it
and lists the guests; the game's file is all that is shared."""
EXAMPLES = """\
  atlantis host game.json
  atlantis host game.json --listen 0.0.0.0:2222 --open-watching
  atlantis host game.json --guests keys.txt --as 1,3
"""
LISTEN = "127.0.0.1:2222"
NO_EXTRA = "hosting needs the extra 'host' (pip install 'atlantis-tui[host]')"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    host_game.add_hosting_options(parser, LISTEN)
    add = parser.add_argument
    add("--guests", metavar="KEYS", help="a file with a seat and a public key on each line")
    add("--open-watching", action="store_true", help=f"'ssh {WATCH}@...' needs no code")


def run(options: argparse.Namespace) -> int:
    plan = host_game.make_plan(options)
    keys = () if options.guests is None else _read_keys(options.guests, plan)
    try:
        import asyncssh

        from atlantis_tui.hosting import ssh_server
    except ImportError as error:
        raise CommandError(NO_EXTRA) from error
    try:
        ssh_server.check_keys(keys)
    except asyncssh.KeyImportError as error:
        raise CommandError(f"'{showable(options.guests)}': {showable(str(error))}") from error
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
        host_game.make_house(plan, options), keys=keys, has_open_watching=options.open_watching
    )

    async def open_door(sessions: SessionRegistry) -> Door:
        where: Endpoint = options.listen
        acceptor = await ssh_server.listen(sessions, where.host, where.port, host_key)
        at = Endpoint(where.host, acceptor.get_port())
        lines = [
            f"fingerprint of this host: {host_key.get_fingerprint()}",
            *invitation_lines(plan, keys, at, has_open_watching=options.open_watching),
        ]

        async def close() -> None:
            acceptor.close()
            await acceptor.wait_closed()

        return Door(lines, close)

    return await host_game.host_game(plan, terms, open_door)


def invitation_lines(
    plan: Plan, keys: tuple[ClientKey, ...], at: Endpoint, *, has_open_watching: bool
) -> list[str]:
    """What to send to each guest."""
    port = "" if at.port == 22 else f" -p {at.port}"
    keyed = {seat for key in keys for seat in key.seats}
    lines = []
    for seat in host_game.remote_seats(plan):
        how = "your key" if seat in keyed else f"code {plan.invitations.codes[seat]}"
        lines.append(f"{plan.opened.cast[seat]}: ssh{port} seat{seat + 1}@{at.host}   {how}")
    if has_open_watching:
        lines.append(f"to watch: ssh{port} {WATCH}@{at.host}")
    return lines
