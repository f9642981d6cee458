"""The window with the guests follows who comes and goes while it is open."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable

from atlantis_tui.widgets.dialogs import Dialog
from tests.tui.walking import Walker, walking

BEN = {"number": 7, "seats": [2], "user": "seat2", "address": "192.0.2.1", "since": 0}


CLEO = {"number": 8, "seats": [3], "user": "seat3", "address": "192.0.2.2", "since": 0}


def teller(server: socket.socket) -> Callable[[object], None]:
    return lambda message: server.sendall(json.dumps(message).encode() + b"\n")


def is_open(walker: Walker) -> bool:
    """Whether the window is there, and all of it: it comes by itself, some time after the start."""
    return isinstance(walker.app.screen, Dialog) and bool(walker.app.screen.query("#text"))


async def test_guests_appear_and_can_be_sent_away_while_the_window_is_open() -> None:
    server, window = socket.socketpair()
    say = teller(server)
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            say({"invitations": ["Ben: ssh seat2@host"]})
            await walker.until(lambda: "Ben: ssh" in walker.text("text"))
            assert walker.text("text").endswith("nobody yet")
            say({"guests": [BEN]})
            await walker.until(lambda: "seat2 from 192.0.2.1" in walker.text("text"))
            await walker.pilot.pause()
            text = walker.on(Dialog).query_one("#text")
            assert text.size.width == max(map(len, walker.text("text").splitlines()))
            say({"guests": []})
            await walker.until(lambda: walker.text("text").endswith("nobody yet"))
            await walker.press("1")
            say({"guests": [BEN]})
            await walker.until(lambda: "send 1 away" in walker.text("answers"))
            await walker.press("1")
            assert not isinstance(walker.app.screen, Dialog)
            server.settimeout(30)
            assert json.loads(server.recv(100)) == {"drop": 7}


async def test_a_guest_who_leaves_shifts_nobody_under_the_key_that_is_pressed() -> None:
    server, window = socket.socketpair()
    say = teller(server)
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            say({"guests": [BEN, CLEO]})
            await walker.until(lambda: "send 2 away" in walker.text("answers"))
            say({"guests": [CLEO]})
            await walker.until(lambda: "send 1 away" not in walker.text("answers"))
            await walker.press("1")
            assert isinstance(walker.app.screen, Dialog)
            say({"guests": [CLEO, {**BEN, "number": 9}]})
            await walker.until(lambda: "send 3 away" in walker.text("answers"))
            await walker.press("2")
            server.settimeout(30)
            assert json.loads(server.recv(100)) == {"drop": 8}


async def test_more_guests_than_keys_are_counted() -> None:
    server, window = socket.socketpair()
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            teller(server)({"guests": [{**CLEO, "number": number} for number in range(1, 13)]})
            await walker.until(lambda: walker.text("text").endswith("and 3 more"))
