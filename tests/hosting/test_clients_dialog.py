"""The host's dialog of connected players updates while it is open."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.story_screen import StoryScreen
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.dialogs import Dialog
from tests.tui.walking import Walker, walking
from tests.waiting import PATIENCE

BEN = {"number": 7, "names": ["Ben"], "user": "seat2", "address": "192.0.2.1", "since": 0}


CLEO = {"number": 8, "names": ["Cleo"], "user": "seat3", "address": "192.0.2.2", "since": 0}


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
            server.settimeout(PATIENCE)
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
            server.settimeout(PATIENCE)
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


async def test_window_says_who_joins_and_leaves() -> None:
    server, window = socket.socketpair()
    say = message_sender(server)
    with server:
        async with walking("--guests-socket", str(window.detach())) as walker:
            await walker.until(lambda: is_open(walker))
            news = [each.message for each in walker.app._notifications]
            assert news == []
            for clients in ([BEN], [BEN, CLEO], [CLEO]):
                say({"guests": clients})

            def has_heard() -> bool:
                heard = [each.message for each in walker.app._notifications]
                return heard == [
                    "connected: Ben",
                    "Cleo joined",
                    "Ben left",
                ]

            await walker.until(has_heard)


async def test_host_is_asked_before_leaving(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2), path=path).save()
    server, window = socket.socketpair()
    with server:
        descriptor = str(window.detach())
        async with walking(str(path), "--as", "1,host", "--guests-socket", descriptor) as walker:
            await walker.until(lambda: is_open(walker))
            await walker.press("enter")
            assert "F4" in walker.text("keys")
            for key, consequence in (("Q", "remote players will wait"), ("ctrl+q", "disconnected")):
                await walker.press(key)
                await walker.until(lambda: is_open(walker))
                assert consequence in walker.text("text")
                await walker.press("enter")
                assert isinstance(walker.app.screen, PlayScreen)
            server.settimeout(PATIENCE)
            await walker.press("Q", "l")
            await walker.until(lambda: isinstance(walker.app.screen, StartScreen))
            assert json.loads(server.recv(100)) == {"is_away": True}
            await walker.press("c")
            await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
            assert json.loads(server.recv(100)) == {"is_away": False}


async def test_rematch_of_the_host_is_saved_beside_the_game_and_offered(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    GameDocument.new(start, names=["Ann", "Ben"], path=path).save()
    server, window = socket.socketpair()
    with server:
        descriptor = str(window.detach())
        async with walking(str(path), "--as", "1,host", "--guests-socket", descriptor) as walker:
            await walker.until(lambda: is_open(walker))
            await walker.press("enter")
            screen = walker.on(PlayScreen)
            screen.react(screen.controller.resign())
            await walker.until(lambda: isinstance(walker.app.screen, StoryScreen))
            server.settimeout(PATIENCE)
            await walker.press("r")
            await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))

            again = walker.on(PlayScreen).document
            assert again.path == tmp_path / "game-1.json"
            assert again.cast.names == ("Ben", "Ann")
            assert again.ownership == Ownership(frozenset({1}), is_host=True)
            assert json.loads(server.recv(200)) == {"rematch": str(again.path), "order": [1, 0]}
