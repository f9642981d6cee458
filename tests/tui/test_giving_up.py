"""Resigning and agreeing on a draw in the app, in one window and in two."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.transcript import load
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_tui import navigation, routes
from atlantis_tui.game import events
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Event, Phase
from atlantis_tui.game.file_follower import FileRead, read_state
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.game.turn_words import describe_offer
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.story_screen import StoryScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.walking import GAME, walking

START = traditional_start(Shape.HEXAGON, 2, players=2)
THREE = traditional_start(Shape.HEXAGON, 2, players=3)
BOT = Seat(SeatKind.BOT, "random")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    return path


def window(path: Path, *seats: int) -> GameController:
    """A window that plays some seats of a shared game; with none, it is the only one."""
    document = GameDocument.load(path)
    if seats:
        document.ownership = Ownership(frozenset(seats), is_host=0 in seats)
    controller = GameController(document)
    controller.flow.begin()
    return controller


def following(event: Event | None) -> Event | None:
    return event.following if isinstance(event, events.Interrupted) else event


def look(controller: GameController, path: Path) -> Event | None:
    state = read_state(path)
    assert isinstance(state, FileRead)
    return following(controller.file_changed(state, 0))


def test_player_to_move_resigns_and_undo_takes_it_back(path: Path) -> None:
    controller = window(path)
    assert isinstance(following(controller.resign()), events.GameOver)
    assert controller.flow.phase is Phase.OVER
    assert declared_ending(load(path)) == "Bob resigned: Ann won"
    assert controller.flow.why_not == "the game is over"
    going_on = following(controller.undo())
    assert isinstance(going_on, events.TurnBegun)
    assert going_on.said == "the game goes on"
    assert (declared_ending(load(path)), len(load(path).turns)) == (None, 1)


def test_person_resigns_while_the_bot_thinks() -> None:
    controller = GameController(GameDocument.new(START, seats=(BOT, PERSON)))
    assert isinstance(controller.flow.begin(), events.ThoughtWanted)
    resigned = controller.resign()
    assert isinstance(resigned, events.Interrupted)
    assert resigned.was_thinking
    assert declared_ending(controller.document.transcript) == "player 2 resigned: player 1 won"
    assert isinstance(controller.offer_draw(), events.Refused)


def test_draw_is_refused_by_bots() -> None:
    controller = GameController(GameDocument.new(START, seats=(PERSON, BOT)))
    controller.flow.begin()
    assert controller.offer_draw() == events.Refused("only people can agree on a draw")


def test_draw_in_one_window_needs_no_answer(path: Path) -> None:
    assert isinstance(following(window(path).offer_draw()), events.GameOver)
    assert declared_ending(load(path)) == "drawn by agreement"


def test_draw_between_two_windows(path: Path) -> None:
    ann, bob = window(path, 0), window(path, 1)
    offered = following(ann.offer_draw())
    assert isinstance(offered, events.Waiting)
    assert "you offered a draw" in offered.said
    seen = look(bob, path)
    assert isinstance(seen, events.TurnBegun)
    assert "player 1 offered" not in seen.said
    assert "Ann offered a draw: press X to answer" in seen.said
    assert isinstance(following(bob.offer_draw()), events.GameOver)
    assert isinstance(look(ann, path), events.GameOver)


def test_offer_lapses_when_the_turn_is_played(path: Path) -> None:
    ann, bob = window(path, 0), window(path, 1)
    ann.offer_draw()
    look(bob, path)
    bob.flow.play(())
    assert describe_offer(bob.document) == "Ann offered a draw: press X to answer"
    look(ann, path)
    ann.flow.play(())
    look(bob, path)
    assert describe_offer(bob.document) == ""


def test_resigned_player_of_three_passes_automatically() -> None:
    controller = GameController(GameDocument.new(THREE))
    controller.flow.begin()
    shown = following(controller.resign())
    assert isinstance(shown, events.TurnPlayed)
    assert controller.document.game.turns == ((),)
    controller.flow.advance()
    assert controller.document.game.position.to_move == 1
    assert isinstance(following(controller.resign()), events.GameOver)


def test_nothing_is_ended_if_saving_fails(path: Path) -> None:
    controller = window(path)
    path.write_text(GAME.replace("Ann", "Eve"))
    assert isinstance(controller.resign(), events.NotSaved)
    assert declared_ending(controller.document.transcript) is None
    assert controller.flow.phase is Phase.PLANNING


def test_ended_game_opens_in_review(path: Path) -> None:
    window(path).resign()
    assert isinstance(navigation.resolve(routes.File(path)), routes.Review)


async def test_keys_resign_and_show_the_result(path: Path) -> None:
    async with walking(path) as walker:
        await walker.press("X")
        walker.on(Dialog)
        await walker.press("escape")
        assert walker.on(PlayScreen).flow.phase is Phase.PLANNING
        await walker.press("X", "r")
        walker.on(StoryScreen)
        lines = walker.app.screen.query(TextLines)
        assert "Bob resigned: Ann won." in " ".join(line.text for line in lines)
        await walker.press("escape")
        assert "game over" in walker.text("title")
        await walker.press("X")
        assert "the game is over" in walker.text("message")
        await walker.press("U")
        assert "the game goes on" in walker.text("message")
