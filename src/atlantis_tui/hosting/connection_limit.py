"""Stands before a web server: how many connections there are, and that each says something soon.

A server that waits for whoever connects runs out of descriptors, and then nobody comes in any
more. Knows no protocol: it hands the first bytes on and steps aside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from .sessions import SessionRegistry

SILENCE_SECONDS = 30.0


class ConnectionLimit(asyncio.Protocol):
    """One connection, until it has said something."""

    def __init__(
        self, sessions: SessionRegistry, make_handler: Callable[[], asyncio.Protocol]
    ) -> None:
        self._sessions = sessions
        self._make_handler = make_handler
        self._handler: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._address: str | None = None
        self._silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else "?"
        if not self._sessions.knock(address):
            self._transport.abort()
            return
        self._address = address
        loop = asyncio.get_running_loop()
        self._silence = loop.call_later(SILENCE_SECONDS, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._handler is None:
            self._hear_nothing_more()
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
        self._hear_nothing_more()
        if self._address is not None:
            self._sessions.hang_up(self._address)
        if self._handler is not None:
            self._handler.connection_lost(exc)

    def _hear_nothing_more(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
