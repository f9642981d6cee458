"""The list of connected players, as a server sends it."""

from __future__ import annotations

import json
import socket

import pytest

from atlantis_tui.play import client_list
from atlantis_tui.play.client_list import ClientList

CLIENT = {"names": [], "user": "watch", "address": "192.0.2.1", "since": 0}


def line(clients: int) -> bytes:
    listed = [{"number": number, **CLIENT} for number in range(clients)]
    return json.dumps({"guests": listed}).encode() + b"\n"


async def received(*lines: bytes) -> list[int]:
    """Lengths of the list after every line that changed it."""
    ours, theirs = socket.socketpair()
    clients, lengths = ClientList(theirs.detach()), list[int]()
    clients.on_change = lambda: lengths.append(len(clients.clients))
    with ours:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        ours.sendall(b"".join(lines))
    await clients.listen()
    return lengths


async def test_thousand_spectators_are_listed() -> None:
    assert len(line(1000)) > 1 << 16
    assert await received(line(1000), line(2)) == [1000, 2]


async def test_line_that_is_too_long_or_invalid_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_list, "_MAX_LINE", 500)
    assert await received(line(1), line(9), b"garbage\n", line(2)) == [1, 2]
