"""Several windows on one file: each plays its seats and follows the others."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
from textual.app import App
from textual.pilot import Pilot

from atlantis_core.files.plain_files import NotPlainError
from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.transcript import TranscriptError, load
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.board.frame_player import BEATS
from atlantis_tui.game import file_follower
from atlantis_tui.game.document import GameDocument, open_remotely
from atlantis_tui.game.events import Phase
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.play.client_list import ClientList
from atlantis_tui.play.remote_screen import RemotePlayScreen
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import STILL, wait_until

MOVE = "b3-c4"
START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "random")


@pytest.fixture(autouse=True)
def quick_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 0.01)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    GameDocument.new(START).save_as(path)
    return path


class Window:
    """Drives one of the windows."""

    def __init__(self, app: App[None], pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlayScreen | RemotePlayScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, (PlayScreen, RemotePlayScreen))
        return screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until_phase(self, phase: Phase, turns: int | None = None) -> None:
        def is_so() -> bool:
            flow = self.screen.flow
            return flow.phase is phase and turns in (None, flow.document.game.turn_number)

        await wait_until(self.pilot, is_so)

    def text(self, name: str) -> str:
        return self.screen.query_one(f"#{name}", TextLines).text


@asynccontextmanager
async def window(path: Path, own: str | None, options: Options = STILL) -> AsyncIterator[Window]:
    app = AtlantisApp(Arguments(path, None, None, (), {}, own), options)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Window(app, pilot)


@asynccontextmanager
async def guest_window(path: Path, own: str) -> AsyncIterator[Window]:
    app = RemoteApp(open_remotely(path, own), STILL, Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Window(app, pilot)


async def test_window_plays_its_seat_and_shows_turns_of_others(path: Path) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(window(path, "1"))
        second = await stack.enter_async_context(guest_window(path, "2"))
        watcher = await stack.enter_async_context(guest_window(path, "watch"))
        name = first.screen.document.cast[0]
        assert second.screen.flow.phase is Phase.WAITING
        assert f"waiting for {name}" in second.text("message")
        await second.press("t")
        assert f"waiting for {name}" in second.text("message")
        assert GameDocument.load(path).game.turn_number == 0

        first.screen.board.add(parse_moves(MOVE))
        await first.press("t")
        await first.until_phase(Phase.WAITING, 1)
        await second.until_phase(Phase.PLANNING, 1)
        await watcher.until_phase(Phase.WAITING, 1)
        # A `t` for a turn that another window has just played must not pass the next one.
        await second.press("t")
        await wait_until(second.pilot, lambda: len(second.app.screen_stack) == 2)
        assert GameDocument.load(path).game.turn_number == 1
        await second.press("p")
        await first.until_phase(Phase.PLANNING, 2)
        await watcher.until_phase(Phase.WAITING, 2)


async def test_remote_player_joins_a_rematch(path: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    GameDocument.load(path).save_as(again)
    server, end = socket.socketpair()
    clients = ClientList(end.detach())
    app = RemoteApp(open_remotely(path, "2"), STILL, Colors.TRUE, clients)
    with server:
        async with app.run_test(size=(80, 24)) as pilot:
            for answer, expected in (("s", path), ("enter", again), ("escape", again)):
                server.sendall(json.dumps({"rematch": str(again), "seats": "1"}).encode() + b"\n")
                await wait_until(pilot, lambda: isinstance(app.screen, Dialog))
                await pilot.press(answer)
                await wait_until(pilot, lambda: isinstance(app.screen, RemotePlayScreen))
                assert cast("RemotePlayScreen", app.screen).document.path == expected
            # Escape does not lead back to the game that is over.
            await pilot.press("escape")
            await pilot.pause()
            assert cast("RemotePlayScreen", app.screen).document.ownership.seats == frozenset({0})
            server.sendall(b'{"rematch": "/nowhere.json", "seats": "1"}\n')
            await wait_until(pilot, lambda: isinstance(app.screen, Dialog))
            await pilot.press("enter")
            await wait_until(pilot, lambda: isinstance(app.screen, RemotePlayScreen))


async def test_plan_for_a_turn_played_in_another_window_is_discarded(path: Path) -> None:
    async with window(path, "1") as here:
        here.screen.board.add(parse_moves(MOVE))
        await here.pilot.pause()
        GameDocument.load(path).play()
        await here.until_phase(Phase.WAITING, 1)
        assert here.screen.board.moves == ()
        assert "your plan was discarded: the turn was played in another window" in _said(here)


async def test_ending_a_turn_keeps_the_turn_another_window_saved_first(path: Path) -> None:
    async with window(path, "1") as here:
        here.screen.file_watch.stop()
        GameDocument.load(path).play(parse_moves("b2-b3"))
        here.screen.board.add(parse_moves(MOVE))
        await here.press("t")
        await here.until_phase(Phase.WAITING, 1)
        assert [str(move) for move in GameDocument.load(path).game.turns[0]] == ["b2-b3"]


@pytest.fixture
def slow_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The follower finds nothing: only a refused save tells that the file has changed."""
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 600)


def _let_bot_lose_a_race(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the second seat to a bot that passes just after another window has moved for it."""
    GameDocument.new(START, seats=(PERSON, BOT)).save_as(path, is_replacing=True)
    others_turns = [parse_moves("h7-h8")]

    async def choose(thinker: Thinker, seat: Seat, game: Game) -> Turn:
        del thinker, seat, game
        if others_turns:
            GameDocument.load(path).play(others_turns.pop())
        return ()

    monkeypatch.setattr(Thinker, "choose", choose)


@pytest.mark.usefixtures("slow_look")
async def test_bots_turn_gives_way_to_the_turn_another_window_saved_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _let_bot_lose_a_race(path, monkeypatch)
    async with window(path, "1,host") as here:
        await here.press("t")
        await wait_until(here.pilot, lambda: len(here.app.screen_stack) == 2)
        await here.press("p")
        await here.until_phase(Phase.PLANNING, 2)
        assert len(here.app.screen_stack) == 1
    assert GameDocument.load(path).game.turns == ((), parse_moves("h7-h8"))


@pytest.mark.usefixtures("slow_look")
@pytest.mark.parametrize(("answer", "second"), [("t", "h7-h8"), ("o", None)])
async def test_bots_turn_in_an_unshared_game_asks_before_it_overwrites(
    path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, second: str | None
) -> None:
    _let_bot_lose_a_race(path, monkeypatch)
    async with window(path, None) as here:
        await here.press("t")
        await wait_until(here.pilot, lambda: len(here.app.screen_stack) == 2)
        assert here.screen.flow.phase is Phase.PAUSED
        await here.press(answer)
        if second is None:
            await here.press("b")
        await here.until_phase(Phase.PLANNING, 2)
    assert GameDocument.load(path).game.turns == ((), parse_moves(second) if second else ())


@pytest.mark.usefixtures("slow_look")
async def test_undo_gives_way_to_the_turn_another_window_saved_first(path: Path) -> None:
    GameDocument.load(path).play()
    async with window(path, "1,host") as host:
        GameDocument.load(path).play(parse_moves("h7-h8"))
        await host.press("U")
        await host.until_phase(Phase.PLANNING, 2)
        assert len(host.app.screen_stack) == 1
    assert GameDocument.load(path).game.turns == ((), parse_moves("h7-h8"))


def _content(path: Path) -> bytes:
    return path.read_bytes()


def _put(path: Path, content: bytes | None) -> None:
    """Write or delete the file as another program would."""
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)


def _said(here: Window) -> str:
    return f"{here.text('overflow')} {here.text('message')}"


async def test_missing_or_broken_file_recovers(path: Path) -> None:
    whole = _content(path)
    async with window(path, "2") as here:
        _put(path, None)
        await wait_until(here.pilot, lambda: "game file is missing" in _said(here))
        _put(path, b"{")
        await wait_until(here.pilot, lambda: "cannot read the game file" in _said(here))
        _put(path, whole)
        await wait_until(here.pilot, lambda: "cannot read" not in _said(here))
        GameDocument.load(path).play()
        await here.until_phase(Phase.PLANNING, 1)


async def test_new_turns_do_not_interrupt_a_review(path: Path) -> None:
    GameDocument.load(path).play()
    async with window(path, "1") as here:
        await here.press("v")
        GameDocument.load(path).play()
        await wait_until(here.pilot, lambda: "1 new turn in the game" in _toasts(here))
        assert here.screen.document.game.turn_number == 1
        await here.press("escape")
        await here.until_phase(Phase.PLANNING, 2)


async def test_comment_in_review_joins_turns_of_other_windows(path: Path) -> None:
    GameDocument.load(path).play()
    async with window(path, "1") as here:
        await here.press("v")
        GameDocument.load(path).play()
        await wait_until(here.pilot, lambda: "1 new turn in the game" in _toasts(here))
        for text in ("so", "hm"):
            await here.press("c", *text, "ctrl+s")
            assert len(load(path).turns) == 2
        assert load(path).annotations.comments == {1: "sohm"}
        await here.press("escape")
        await here.until_phase(Phase.PLANNING, 2)
        assert here.screen.document.transcript.annotations.comments == {1: "sohm"}


def _toasts(here: Window) -> list[str]:
    return [each.message for each in here.app._notifications]


async def test_only_the_host_can_undo_and_all_windows_follow(path: Path) -> None:
    GameDocument.load(path).play()
    async with window(path, "1,host") as host, guest_window(path, "2") as guest:
        await guest.until_phase(Phase.PLANNING, 1)
        await host.press("U")
        await guest.until_phase(Phase.WAITING, 0)
        assert GameDocument.load(path).game.turn_number == 0
    async with window(path, "1") as here:
        await here.press("U")
        assert "only the host can undo turns" in here.text("message")


async def test_returning_from_the_start_screen_keeps_the_seats(path: Path) -> None:
    async with window(path, "1,host") as here:
        await here.until_phase(Phase.PLANNING)
        await here.press("Q")
        await wait_until(here.pilot, lambda: isinstance(here.app.screen, StartScreen))
        await here.press("c")
        await wait_until(here.pilot, lambda: isinstance(here.app.screen, PlayScreen))
        again = here.app.screen
        assert isinstance(again, PlayScreen)
        assert again is not here.screen
        assert again.document.ownership == here.screen.document.ownership
        await here.press(*"tp")
        await wait_until(here.pilot, lambda: again.flow.phase is Phase.WAITING)
        assert here.screen.flow.phase is Phase.OVER  # what was left does not play on below


async def test_unshared_window_asks_before_it_reloads(path: Path) -> None:
    async with window(path, None) as here:
        GameDocument.load(path).play()
        await wait_until(
            here.pilot, lambda: "press t to resolve the conflict" in here.text("message")
        )
        await here.press("t")
        await wait_until(here.pilot, lambda: len(here.app.screen_stack) == 2)
        await here.press("t")
        await here.until_phase(Phase.PLANNING, 1)


async def test_turns_since_the_last_one_are_replayed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BEATS, 1, 600)  # a busy machine must not end it before we look
    GameDocument.load(path).play(parse_moves(MOVE))
    async with window(path, "2", Options(speed=1)) as here:
        await here.until_phase(Phase.PLANNING, 1)
        await here.press("L")
        await here.until_phase(Phase.SHOWING)
        await wait_until(here.pilot, lambda: MOVE in here.text("message"))
        await here.press("space")
        await here.until_phase(Phase.PLANNING, 1)


async def test_opening_a_shared_game_offers_a_replay(path: Path) -> None:
    GameDocument.load(path).play(parse_moves(MOVE))
    async with guest_window(path, "2") as here:
        await here.until_phase(Phase.PLANNING, 1)
        assert f"{MOVE}; press L to replay the turns since yours" in _said(here)


def test_remote_player_cannot_open_a_pipe_or_a_huge_file(tmp_path: Path) -> None:
    pipe, grown = tmp_path / "pipe.json", tmp_path / "grown.json"
    os.mkfifo(pipe)
    with grown.open("wb") as file:
        file.truncate(3 << 30)
    with pytest.raises(NotPlainError):
        open_remotely(pipe, "1")
    with pytest.raises(TranscriptError, match="too large"):
        open_remotely(grown, "1")
