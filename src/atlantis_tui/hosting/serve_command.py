"""`atlantis serve`: the same as `atlantis host`, for guests with nothing but a browser."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError
from . import host_game
from .host_game import Door, Endpoint, Plan
from .invitations import make_code

if TYPE_CHECKING:
    from atlantis_tui.hosting.sessions import SessionRegistry

DESCRIPTION = """\
Host a game for guests with a browser. Prints an address for every seat that is
not yours, and one for watching; whoever knows an address can use it, so send
each to one person. Without encryption this is for this machine and for networks
you trust: put a web server with a certificate in front of it for all others."""
EXAMPLES = """\
  atlantis serve game.json
  atlantis serve game.json --listen 0.0.0.0:8000 --as 1
"""
LISTEN = "127.0.0.1:8000"
KEEPALIVE_SECONDS = 20
"""For the next request of a browser."""
NO_EXTRA = "serving needs the extra 'web' (pip install 'atlantis-tui[web]')"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    host_game.add_hosting_options(parser, LISTEN)


def run(options: argparse.Namespace) -> int:
    plan = host_game.make_plan(options)
    try:
        from atlantis_tui.hosting import web_server  # noqa: F401 - is it there?
    except ImportError as error:
        raise CommandError(NO_EXTRA) from error
    try:
        return asyncio.run(_serve(plan, options))
    except OSError as error:
        raise CommandError(f"cannot listen on {options.listen}: {error.strerror}") from error


async def _serve(plan: Plan, options: argparse.Namespace) -> int:
    from aiohttp import web

    from atlantis_tui.hosting.connection_limit import ConnectionLimit
    from atlantis_tui.hosting.web_server import WebServer

    async def open_door(sessions: SessionRegistry) -> Door:
        watch_code = make_code()
        server = WebServer(sessions, watch_code)
        runner = web.AppRunner(
            server.make_app(), access_log=None, keepalive_timeout=KEEPALIVE_SECONDS
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
        return Door(address_lines(plan, Endpoint(host, port), watch_code), close)

    return await host_game.host_game(plan, host_game.make_house(plan, options), open_door)


def address_lines(plan: Plan, at: Endpoint, watch_code: str) -> list[str]:
    """What to send to each guest."""
    codes = plan.invitations.codes
    seats = [(plan.opened.cast[seat], codes[seat]) for seat in host_game.remote_seats(plan)]
    return [f"{who}: http://{at}/{code}/" for who, code in [*seats, ("to watch", watch_code)]]
