"""Leaving a review loses neither unsaved edits nor unfinished comments."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import TextArea

from atlantis_core.transcript import Format, dumps, load
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.review.games import recorded, transcript_of
from tests.review.test_review_screen import LONG, opened, text_of, top, write_game
from tests.tui.driving import wait_until


async def test_escape_asks_about_unsaved_edits(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    transcript = transcript_of(recorded(LONG))
    path.write_text(dumps(transcript.with_turns(transcript.turns[:4]), Format.TEXT))
    before = path.read_bytes()
    async with opened(path, turn=2) as (pilot, screen):
        screen.carry_out("tag event Cup")
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(top(pilot), Dialog))
        await pilot.press("enter")
        await wait_until(pilot, lambda: top(pilot) is screen)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(top(pilot), Dialog))
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(top(pilot), PlayScreen))
    assert path.read_bytes() == before
    assert load(tmp_path / "old-1.json").annotations.tags["event"] == "Cup"


async def test_t_after_review_does_not_end_the_turn(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), 4)
    async with opened(path, turn=2) as (pilot, _):
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(top(pilot), PlayScreen))
        play = top(pilot)
        assert isinstance(play, PlayScreen)
        await pilot.press("t")
        await pilot.pause()
        assert play.document.game.turn_number == 4
        assert "press t again to end the turn" in text_of_play(play)
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(top(pilot), ReviewScreen))
        await pilot.press("escape", "t")
        await wait_until(pilot, lambda: top(pilot) is play)
        assert play.document.game.turn_number == 4
    assert len(load(path).turns) == 4


def text_of_play(screen: PlayScreen) -> str:
    return screen.query_one("#message", TextLines).text


async def test_unfinished_comment_survives_a_lost_connection(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), 4)
    async with opened(path, turn=2) as (pilot, _):
        await pilot.press("c")
        await pilot.pause()
        top(pilot).query_one(TextArea).insert("a long thought")
        await pilot.pause(0.6)
        # The connection is lost here: the comment is neither saved nor cancelled.
    assert 2 not in load(path).annotations.comments
    async with opened(path, turn=2) as (pilot, screen):
        assert "the comment on turn 2 is unfinished" in text_of(screen, "#message")
        await pilot.press("c")
        await pilot.pause()
        assert top(pilot).query_one(TextArea).text == "a long thought"
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: top(pilot) is screen)
    assert load(path).annotations.comments[2] == "a long thought"
    async with opened(path, turn=2) as (_, screen):
        assert "unfinished" not in text_of(screen, "#message")
