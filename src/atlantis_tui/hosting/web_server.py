"""Web server: a page with a terminal, at an address with an invitation code in its fragment.

The terminal is textual-serve's; the page loads nothing from other sites. Browsers do not send the
fragment, so the page sends the code as the first message of its web socket. Pages of other sites
are rejected by their Origin header.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from importlib.resources import files
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from atlantis_core.support.safe_text import showable
from .clients import Client, Window
from .sessions import SessionRegistry

MAX_MESSAGE = 1 << 16
LOGIN_SECONDS = 30.0
REFUSED = 4000
"""Status of a web socket that was closed on purpose; the page does not reconnect then."""
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
        self._reason = ""
        self._status: int = WSCloseCode.OK
        self.client: Client | None = None

    def paint(self, data: bytes) -> None:
        self._painted.put_nowait(data)
        self._waiting += len(data)
        if self._waiting > MOST_WAITING and self.client is not None:
            self.client.pause()

    def leave(self, reason: str, *, may_return: bool = False) -> None:
        if self.client is not None:
            self.client.end()
        self._reason = reason
        self._status = WSCloseCode.GOING_AWAY if may_return else REFUSED
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
        await self._socket.close(code=self._status, message=self._reason.encode())

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

    def __init__(self, sessions: SessionRegistry) -> None:
        self._sessions = sessions

    def make_app(self) -> web.Application:
        # Log messages about invalid requests would be written over the host's window.
        logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
        app = web.Application(client_max_size=MAX_MESSAGE)
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/ws", self._socket),
                web.static("/static", str(files("textual_serve") / "static")),
            ]
        )
        return app

    async def _page(self, request: web.Request) -> web.Response:
        del request
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
        proxies = self._sessions.terms.trusted_proxies
        if not is_same_origin(request, proxies):
            raise web.HTTPForbidden(text="request blocked: wrong origin")
        address, transport = address_of(request, proxies), request.transport
        if transport is None or not self._sessions.browsers.open(address, transport):
            raise web.HTTPServiceUnavailable(text="too many connections; try again later")
        try:
            socket = web.WebSocketResponse(heartbeat=30, max_msg_size=MAX_MESSAGE)
            await socket.prepare(request)
            await self._admit(request, socket, address, transport)
        finally:
            self._sessions.browsers.close(transport)
        return socket

    async def _admit(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        address: str,
        transport: asyncio.Transport,
    ) -> None:
        """Check the invitation code in the first message, then run the session."""
        code = await _read_code(socket)
        recognise = self._sessions.recognise
        seats = await recognise(code, address, transport) if code else None
        if seats is None:
            refusal = "This invitation code is not valid. Ask the host for a new address."
        elif not self._sessions.has_room(seats, address):
            refusal = "Too many spectators. Try again later."
        else:
            self._sessions.browsers.hold(transport)
            self._sessions.connections.hold(transport)
            await self._run_session(request, socket, seats, address)
            return
        await socket.close(code=REFUSED, message=refusal.encode())

    async def _run_session(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        seats: frozenset[int],
        address: str,
    ) -> None:
        session = BrowserSession(socket)
        columns, rows = (_size(request.query.get(side)) for side in ("width", "height"))
        window = Window.of(columns, rows, TERM, COLORS)
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


async def _read_code(socket: web.WebSocketResponse) -> str:
    """The code in the first message; empty if the message is anything else, or does not arrive."""
    with suppress(TimeoutError):
        message = await socket.receive(LOGIN_SECONDS)
        if message.type is WSMsgType.TEXT:
            match _parse(message.data):
                case ["code", str(code)]:
                    return code
    return ""


def address_of(request: web.Request, proxies: frozenset[str]) -> str:
    """The address of the browser: the last one that is not a trusted proxy's."""
    way = [each.strip() for each in request.headers.get("X-Forwarded-For", "").split(",")]
    address = request.remote or "?"
    while address in proxies and way and way[-1]:
        address = way.pop()
    return showable(address, 45)


def is_same_origin(request: web.Request, proxies: frozenset[str]) -> bool:
    """Whether this server's page opened the web socket; browsers always send the origin.

    Behind a proxy with TLS the page's scheme is not ours: it is compared only if a trusted proxy
    names it.
    """
    try:
        origin = urlsplit(request.headers.get("Origin", ""))
        host = origin.netloc.lower()
    except ValueError:  # not an address
        return False
    scheme = request.headers.get("X-Forwarded-Proto") if request.remote in proxies else None
    return host == request.host.lower() and scheme in (None, origin.scheme)
