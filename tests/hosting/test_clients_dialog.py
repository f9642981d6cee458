"""The host's dialog of connected players updates while it is open."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable

from atlantis_tui.widgets.dialogs import Dialog
from tests.tui.walking import Walker, walking

BEN = {"number": 7, "seats": [2], "user": "seat2", "address": "192.0.2.1", "since": 0}


CLEO = {"number": 8, "seats": [3], "user": "seat3", "address": "192.0.2.2", "since": 0}


def message_sender(server: socket.socket) -> Callable[[object], None]:
    return lambda message: server.sendall(json.dumps(message).encode() + b"\n")


def is_open(walker: Walker) -> bool:
    """Whether the dialog, which opens automatically soon after the start, is complete."""
    return isinstance(walker.app.screen, Dialog) and bool(walker.app.screen.query("#text"))


async def test_open_dialog_lists_new_players_and_disconnects_them() -> None:
    server, window = socket.socketpair()
    say = message_sender(server)
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            say({"invitations": ["Ben: ssh seat2@host"]})
            await walker.until(lambda: "Ben: ssh" in walker.text("text"))
            assert walker.text("text").endswith("no remote players yet")
            say({"guests": [BEN]})
            await walker.until(lambda: "seat2 from 192.0.2.1" in walker.text("text"))
            await walker.pilot.pause()
            text = walker.on(Dialog).query_one("#text")
            assert text.size.width == max(map(len, walker.text("text").splitlines()))
            say({"guests": []})
            await walker.until(lambda: walker.text("text").endswith("no remote players yet"))
            await walker.press("1")
            say({"guests": [BEN]})
            await walker.until(lambda: "disconnect 1" in walker.text("answers"))
            await walker.press("1")
            assert not isinstance(walker.app.screen, Dialog)
            server.settimeout(30)
            assert json.loads(server.recv(100)) == {"drop": 7}


async def test_key_of_a_player_stays_when_another_player_leaves() -> None:
    server, window = socket.socketpair()
    say = message_sender(server)
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            say({"guests": [BEN, CLEO]})
            await walker.until(lambda: "disconnect 2" in walker.text("answers"))
            say({"guests": [CLEO]})
            await walker.until(lambda: "disconnect 1" not in walker.text("answers"))
            await walker.press("1")
            assert isinstance(walker.app.screen, Dialog)
            say({"guests": [CLEO, {**BEN, "number": 9}]})
            await walker.until(lambda: "disconnect 3" in walker.text("answers"))
            await walker.press("2")
            server.settimeout(30)
            assert json.loads(server.recv(100)) == {"drop": 8}


async def test_players_beyond_the_available_keys_are_counted() -> None:
    server, window = socket.socketpair()
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            message_sender(server)(
                {"guests": [{**CLEO, "number": number} for number in range(1, 13)]}
            )
            await walker.until(lambda: walker.text("text").endswith("and 3 more"))
