"""The game in a browser: a page with a terminal in it, behind an address nobody can guess.

The terminal is textual-serve's; the page is our own and fetches nothing from anywhere else.
The code in the address is the invitation of a seat, or the word to watch with. A page of
another site cannot use it: browsers say where a script comes from, and only ours is answered.
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
"""Bytes painted that a browser has not taken; then the app has to wait."""
TERM = "xterm-256color"
COLORS = {"COLORTERM": "truecolor", "LANG": "C.UTF-8"}
"""What the terminal in the page can show."""


class BrowserSession:
    """One browser: a socket that carries the bytes of one guest."""

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
        """Hand on what is painted, as fast as the browser takes it."""
        while (data := await self._painted.get()) is not None:
            await self._socket.send_bytes(data)
            self._waiting -= len(data)
            if self._waiting <= MOST_WAITING // 2 and self.client is not None:
                self.client.resume()
        await self._socket.close()

    async def listen(self) -> None:
        """Hand on what is typed, until the browser goes."""
        async for message in self._socket:
            if message.type is WSMsgType.TEXT:
                await self._understand(message.data)

    async def _understand(self, text: str) -> None:
        match _parse(text):
            case ["stdin", str(typed)] if self.client is not None:
                self.client.type(typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(columns), "height": int(rows)}] if (
                self.client is not None
            ):
                self.client.resize(columns, rows)
            case ["ping", str(mark)]:
                await self._socket.send_str(json.dumps(["pong", mark[:40]]))
            case _:
                pass


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class WebServer:
    """Pages and sockets for one reception."""

    def __init__(self, sessions: SessionRegistry, watch_code: str) -> None:
        self._sessions = sessions
        self._watch_code = watch_code
        self._connections = 0

    def make_app(self) -> web.Application:
        # What strangers send is no news, and would be written over the host's window.
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
            raise web.HTTPForbidden(text="this page comes from somewhere else")
        seats = await self._seats(request)
        if self._connections >= MOST_CONNECTIONS or not self._sessions.has_room(seats):
            raise web.HTTPServiceUnavailable(text="there is no room for more")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=MAX_MESSAGE)
        await socket.prepare(request)
        self._connections += 1
        try:
            await self._carry(request, socket, seats)
        finally:
            self._connections -= 1
        return socket

    async def _carry(
        self, request: web.Request, socket: web.WebSocketResponse, seats: frozenset[int]
    ) -> None:
        session = BrowserSession(socket)
        columns, rows = (_size(request.query.get(side)) for side in ("width", "height"))
        window = Window.of(columns, rows, TERM, COLORS)
        address = request.remote or "?"
        client = self._sessions.welcome(window, seats, address, "browser", session)
        session.client = client
        client.on_output = session.paint
        client.on_exit = session.exited
        sending = asyncio.create_task(session.send())
        try:
            await session.listen()
        finally:
            client.forget()
            self._sessions.leave(client.number)
            sending.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sending


def _size(text: str | None) -> int:
    return int(text[:6]) if text and text.isascii() and text.isdigit() else 0


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether a script comes from our own page; browsers always say so for sockets."""
    try:
        return origin is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no address at all
        return False
