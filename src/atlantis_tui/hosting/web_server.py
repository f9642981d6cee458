"""Web server: a page with a terminal, at an address that contains an invitation code.

The terminal is textual-serve's; the page loads nothing from other sites. The code belongs to a
seat or admits spectators. Pages of other sites are rejected by their Origin header.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from importlib.resources import files
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from .clients import Client, Window
from .sessions import SessionRegistry

MOST_CONNECTIONS = 200
MAX_MESSAGE = 1 << 16
MOST_WAITING = 1 << 20
"""Bytes of unsent output above which the app is paused."""
TERM = "xterm-256color"
COLORS = {"COLORTERM": "truecolor", "LANG": "C.UTF-8"}
"""Environment of the terminal in the page."""


class BrowserSession:
    """A remote player's browser session: passes input and output over a web socket."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._painted: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self.client: Client | None = None

    def paint(self, data: bytes) -> None:
        self._painted.put_nowait(data)
        self._waiting += len(data)
        if self._waiting > MOST_WAITING and self.client is not None:
            self.client.pause()

    def leave(self, reason: str) -> None:
        if self.client is not None:
            self.client.end()
        self._painted.put_nowait(f"\x1b[0m\x1b[2J\x1b[H{reason}".encode())
        self._painted.put_nowait(None)

    def exited(self, status: int) -> None:
        del status
        self._painted.put_nowait(None)

    async def send(self) -> None:
        """Send output as fast as the browser accepts it."""
        while (data := await self._painted.get()) is not None:
            await self._socket.send_bytes(data)
            self._waiting -= len(data)
            if self._waiting <= MOST_WAITING // 2 and self.client is not None:
                self.client.resume()
        await self._socket.close()

    async def listen(self) -> None:
        """Pass input on until the browser disconnects."""
        async for message in self._socket:
            if message.type is WSMsgType.TEXT:
                await self._handle(message.data)

    async def _handle(self, text: str) -> None:
        match _parse(text):
            case ["stdin", str(typed)] if self.client is not None:
                self.client.type(typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(columns), "height": int(rows)}] if (
                self.client is not None
            ):
                self.client.resize(columns, rows)
            case ["ping", str(payload)]:
                await self._socket.send_str(json.dumps(["pong", payload[:40]]))
            case _:
                pass


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class WebServer:
    """Serves the page and its web socket."""

    def __init__(self, sessions: SessionRegistry, watch_code: str) -> None:
        self._sessions = sessions
        self._watch_code = watch_code
        self._connections = 0

    def make_app(self) -> web.Application:
        # Log messages about invalid requests would be written over the host's window.
        logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
        app = web.Application(client_max_size=MAX_MESSAGE)
        app.add_routes(
            [
                web.get("/{code}/", self._page),
                web.get("/{code}/ws", self._socket),
                web.static("/static", str(files("textual_serve") / "static")),
            ]
        )
        return app

    async def _seats(self, request: web.Request) -> frozenset[int]:
        code = request.match_info["code"]
        if secrets.compare_digest(code.encode(), self._watch_code.encode()):
            return frozenset()
        seats = await self._sessions.recognise(code, request.remote or "?")
        if seats is None:
            raise web.HTTPNotFound
        return seats

    async def _page(self, request: web.Request) -> web.Response:
        await self._seats(request)
        nonce = secrets.token_urlsafe(16)
        page = (files("atlantis_tui.hosting") / "web_page.html").read_text(encoding="utf-8")
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
            f"img-src data:; font-src 'self' data:; connect-src 'self'; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(
            text=page.replace("{nonce}", nonce), content_type="text/html", headers=headers
        )

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if not is_same_origin(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden(text="request blocked: wrong origin")
        seats = await self._seats(request)
        if self._connections >= MOST_CONNECTIONS or not self._sessions.has_room(seats):
            raise web.HTTPServiceUnavailable(text="too many connections; try again later")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=MAX_MESSAGE)
        await socket.prepare(request)
        self._connections += 1
        try:
            await self._run_session(request, socket, seats)
        finally:
            self._connections -= 1
        return socket

    async def _run_session(
        self, request: web.Request, socket: web.WebSocketResponse, seats: frozenset[int]
    ) -> None:
        session = BrowserSession(socket)
        columns, rows = (_size(request.query.get(side)) for side in ("width", "height"))
        window = Window.of(columns, rows, TERM, COLORS)
        address = request.remote or "?"
        client = self._sessions.start(window, seats, address, "browser", session)
        session.client = client
        client.on_output = session.paint
        client.on_exit = session.exited
        sending = asyncio.create_task(session.send())
        try:
            await session.listen()
        finally:
            client.abandon()
            self._sessions.unregister(client.number)
            sending.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sending


def _size(text: str | None) -> int:
    return int(text[:6]) if text and text.isascii() and text.isdigit() else 0


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether a web socket was opened by this server's page; browsers always send the origin."""
    try:
        return origin is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # not an address
        return False
