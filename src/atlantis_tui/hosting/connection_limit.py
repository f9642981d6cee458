"""Connection limiter for the web server.

Caps connections and drops those silent for 30 seconds, before they exhaust file descriptors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from .sessions import SessionRegistry

SILENCE_SECONDS = 30.0


class ConnectionLimit(asyncio.Protocol):
    """Stands in for the protocol handler of a connection until the first bytes arrive."""

    def __init__(
        self, sessions: SessionRegistry, make_handler: Callable[[], asyncio.Protocol]
    ) -> None:
        self._sessions = sessions
        self._make_handler = make_handler
        self._handler: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else "?"
        if not self._sessions.open_connection(address, self._transport):
            self._transport.abort()
            return
        loop = asyncio.get_running_loop()
        self._timeout = loop.call_later(SILENCE_SECONDS, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._handler is None:
            self._cancel_timeout()
            self._handler = self._make_handler()
            self._handler.connection_made(cast("asyncio.Transport", self._transport))
        self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._handler is None else self._handler.eof_received()

    def pause_writing(self) -> None:
        if self._handler is not None:
            self._handler.pause_writing()

    def resume_writing(self) -> None:
        if self._handler is not None:
            self._handler.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timeout()
        if self._transport is not None:
            self._sessions.connections.close(self._transport)
        if self._handler is not None:
            self._handler.connection_lost(exc)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
