"""`atlantis serve`: like `atlantis host`, for remote players with a web browser."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError
from atlantis_core.support.extras import Extra, missing_extra
from . import host_game
from .host_game import Endpoint, Listener, Plan

if TYPE_CHECKING:
    from atlantis_tui.hosting.sessions import SessionRegistry

DESCRIPTION = """\
Host a game for players with a web browser. Prints an address for each seat that
is not yours, and one for spectators. Anyone who knows an address can use it, so
send each to one person only. The connection is not encrypted: use it on this
machine or a trusted network, or put a web server with a certificate in front of
it."""
EXAMPLES = """\
  atlantis serve game.json
  atlantis serve game.json --listen 0.0.0.0:8000 --as 1
"""
LISTEN = "127.0.0.1:8000"
KEEPALIVE_SECONDS = 20
"""Time to wait for a browser's next request."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    host_game.add_hosting_options(parser, LISTEN)
    parser.add_argument(
        "--address",
        metavar="URL",
        type=host_game.web_address,
        help="address of this host for invitations, such as https://club.example",
    )
    parser.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="address of a web server in front; believe what it says about browsers' addresses",
    )


def run(options: argparse.Namespace) -> int:
    plan = host_game.make_plan(options)
    try:
        from atlantis_tui.hosting import web_server  # noqa: F401 - tests whether it is installed
    except ImportError as error:
        raise CommandError(missing_extra("'atlantis serve'", Extra.WEB)) from error
    try:
        return asyncio.run(_serve(plan, options))
    except OSError as error:
        raise CommandError(f"cannot listen on {options.listen}: {error.strerror}") from error


async def _serve(plan: Plan, options: argparse.Namespace) -> int:
    from dataclasses import replace

    from aiohttp import web

    from atlantis_tui.hosting.connection_limit import ConnectionLimit
    from atlantis_tui.hosting.web_server import WebServer

    async def start_listening(sessions: SessionRegistry) -> Listener:
        server = WebServer(sessions)
        runner = web.AppRunner(
            server.make_app(),
            access_log=None,
            keepalive_timeout=KEEPALIVE_SECONDS,
            shutdown_timeout=host_game.PARTING_SECONDS,
        )
        await runner.setup()
        handle = runner.server
        if handle is None:
            raise AssertionError("a runner that was set up has its server")
        where: Endpoint = options.listen
        listening = await asyncio.get_running_loop().create_server(
            lambda: ConnectionLimit(sessions, handle), where.host, where.port
        )

        async def close() -> None:
            listening.close()
            await runner.cleanup()

        host, port = listening.sockets[0].getsockname()[:2]
        at = options.address or f"http://{Endpoint(host, port)}"
        return Listener(lambda plan, _: address_lines(plan, at), close)

    terms = replace(
        host_game.make_terms(plan, options), trusted_proxies=frozenset(options.trusted_proxy)
    )
    return await host_game.host_game(plan, terms, start_listening)


def address_lines(plan: Plan, at: str) -> list[str]:
    """The address for each remote player, and one for spectators."""
    invitations = plan.invitations
    seats = [(plan.names[seat], invitations.codes[seat]) for seat in host_game.remote_seats(plan)]
    everyone = [*seats, ("to watch", invitations.watch_code)]
    return [f"{name}: {at}/#{code}" for name, code in everyone]
