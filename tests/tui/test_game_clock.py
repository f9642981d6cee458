"""Clocks in the app: what runs, what is stored, and who loses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.transcript import load
from atlantis_core.transcript.clocks import BEGAN_TAG, TurnTimer, parse_control
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_tui.game import events
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Phase
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.start.new_game_screen import NewGameScreen
from tests.transcript.test_clocks import FakeClock
from tests.tui.walking import walking

START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "random")


def game(control: str, *seats: Seat, path: Path | None = None) -> tuple[GameFlow, FakeClock]:
    clock = FakeClock()
    document = GameDocument.new(START, seats=seats, control=parse_control(control), path=path)
    flow = GameFlow(document, timer=TurnTimer(clock))
    flow.begin()
    return flow, clock


def spend(flow: GameFlow, clock: FakeClock, seconds: int) -> events.Event | None:
    """Let seconds pass, with a tick each, up to the event that ends the game."""
    for _ in range(seconds):
        clock.time += 1
        if (event := flow.tick()) is not None:
            return event
    return None


def test_turns_store_their_seconds_and_the_increment_counts(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    flow, clock = game("1+5", path=path)
    spend(flow, clock, 20)
    assert flow.clock.left(0) == 40
    flow.play(())
    flow.advance()
    assert load(path).annotations.clocks == (20,)
    assert (flow.clock.left(0), flow.clock.left(1)) == (45, 60)
    assert BEGAN_TAG not in load(path).annotations.tags


def test_running_out_of_time_loses(tmp_path: Path) -> None:
    flow, clock = game("1", path=tmp_path / "game.json")
    assert isinstance(spend(flow, clock, 61), events.GameOver)
    assert flow.phase is Phase.OVER
    assert declared_ending(load(tmp_path / "game.json")) == "player 1 ran out of time: player 2 won"


def test_time_is_only_shown_on_request() -> None:
    flow, clock = game("1, only shown")
    assert spend(flow, clock, 90) is None
    assert flow.clock.left(0) == -30
    assert isinstance(flow.play(()), events.TurnPlayed)


def test_bots_and_animations_cost_nothing() -> None:
    flow, clock = game("1", PERSON, BOT)
    assert flow.clock.left(1) is None
    spend(flow, clock, 10)
    flow.play(())
    assert spend(flow, clock, 100) is None  # the turn is being shown
    wanted = flow.advance()
    assert isinstance(wanted, events.ThoughtWanted)
    assert spend(flow, clock, 100) is None
    flow.answered(wanted, ())
    assert flow.document.transcript.annotations.clocks == (10, None)


def test_suspending_costs_nothing_and_the_clock_can_be_paused() -> None:
    flow, clock = game("1")
    clock.time += 5000  # suspended
    assert spend(flow, clock, 10) is None
    assert flow.clock.left(0) == pytest.approx(51)
    flow.toggle_pause()
    assert spend(flow, clock, 100) is None
    flow.toggle_pause()
    assert spend(flow, clock, 10) is None
    assert flow.clock.left(0) == pytest.approx(41)


def test_days_go_on_while_no_window_is_open(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    flow, _ = game("1 day", path=path)
    flow.play(())
    began = load(path).annotations.tags[BEGAN_TAG]
    path.write_text(path.read_text().replace(str(began), "2020-01-01T00:00:00Z"))
    late = GameFlow(GameDocument.load(path))
    late.begin()
    assert isinstance(late.tick(), events.GameOver)
    assert declared_ending(load(path)) == "player 2 ran out of time: player 1 won"


def test_only_the_host_or_the_player_declares_the_loss(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, control=parse_control("1")).save_as(path)
    ends = {}
    for seats, is_host in ((frozenset({1}), False), (frozenset[int](), False), (None, True)):
        document = GameDocument.load(path)
        document.ownership = Ownership(seats, is_host)
        clock = FakeClock()
        flow = GameFlow(document, timer=TurnTimer(clock))
        flow.begin()
        ends[seats] = spend(flow, clock, 70)
    assert list(map(type, ends.values())) == [type(None), type(None), events.GameOver]


async def test_new_game_offers_clocks_and_the_board_shows_them() -> None:
    async with walking() as walker:
        await walker.press("n", "down", "down", "down", "down")
        assert walker.rows.chosen_key == "clock"
        await walker.press("right", "enter")
        screen = walker.on(PlayScreen)
        assert str(screen.document.control) == "3+2"
        # The clock runs while a busy machine paints.
        assert re.search(r" (3:00|2:[0-5]\d) ", walker.text("title"))
        assert "Clocks" in walker.text("side")


async def test_form_goes_through_all_clocks() -> None:
    async with walking() as walker:
        await walker.press("n", "down", "down", "down", "down", "left")
        set_up = walker.on(NewGameScreen).set_up
        assert str(set_up.control) == "15+10, only shown"


async def test_review_shows_the_time_of_a_turn(tmp_path: Path) -> None:
    flow, clock = game("1+5", path=tmp_path / "game.json")
    spend(flow, clock, 20)
    flow.play(())
    async with walking(f"{tmp_path / 'game.json'}#1") as walker:
        await walker.press("home", "end")
        assert "took 0:20, 0:45 left" in walker.text("side")
        await walker.press("p")
        assert "took 0:20, 0:45 left" in walker.text("message")


async def test_review_shows_the_time_of_the_turn_that_ended_the_game(tmp_path: Path) -> None:
    flow, clock = game("1+5", path=tmp_path / "game.json")
    spend(flow, clock, 20)
    flow.play(())
    flow.resign()
    async with walking(f"{tmp_path / 'game.json'}#1") as walker:
        await walker.press("home", "end")
        assert "resigned" in walker.text("message")
        assert "took 0:20" in walker.text("side")
