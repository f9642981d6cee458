"""Kalah on the screens of other games: sowing, swap, agents, protocol logs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import Input

from atlantis_core.games.kalah.game import GAME
from atlantis_tui.other_games import picture_frame
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.panel import step_words
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.widgets.row_list import RowList
from tests.games.kalah.programs import walker
from tests.games.kalah.recorded import OWN
from tests.tui.other_games.driving import at_table

PEOPLE = ("--seat", "person", "--seat", "person")


async def test_swap_is_offered_once(tmp_path: Path) -> None:
    path = tmp_path / "new.kalah"
    async with at_table("--new", "kalah:7x7", *PEOPLE, path) as at:
        assert "swap" not in at.text("message")
        await at.type("3")
        assert "o: swap" in at.text("message")
        await at.press("o")
        assert "South, second player" in at.picture()
        assert "swap" not in at.text("message")
    assert path.read_text().splitlines()[-1].startswith("CHANGE;SWAP;")


async def test_sowing_is_animated_and_can_be_skipped(tmp_path: Path) -> None:
    path = tmp_path / "new.kalah"
    async with at_table("--new", "kalah:7x7", *PEOPLE, path, animation=True) as at:
        await at.type("3")
        assert "seeds in hand" in at.picture()
        assert at.text("keys").split() == ["any", "key", "skip", "?", "help", "Q", "leave"]
        await at.press("x")
        assert "in hand" not in at.picture()
        assert at.phase() is RecordPhase.CHOOSING


async def test_no_bot_thinks_during_an_animation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_frame, "BEATS", dict.fromkeys(range(1, 5), 1000.0))
    seats = ("--seat", "bot", "--seat", "person")
    async with at_table("--new", "kalah:4x3", *seats, tmp_path / "new.kalah", animation=True) as at:
        await at.until(lambda: at.phase() is RecordPhase.SHOWING)
        assert "thinking" not in at.text("message")
        assert "undo" not in at.text("keys")


@pytest.mark.skipif(os.name != "posix", reason="agents need process groups and pipes of POSIX")
async def test_agent_given_on_the_command_line_plays(tmp_path: Path) -> None:
    path = tmp_path / "new.kalah"
    seats = ("--seat", "person", "--seat", f"agent:{walker(swaps=True)}")
    async with at_table("--new", "kalah:7x7", *seats, path) as at:
        await at.type("3")
        await at.until(lambda: at.play.document.record.last_step == 2)
        assert at.play.document.record.label(2) == "SWAP"
        await at.until(lambda: at.phase() is RecordPhase.CHOOSING)
        await at.type("2")
        await at.until(lambda: at.play.document.record.last_step >= 4)


@pytest.mark.skipif(os.name != "posix", reason="agents need process groups and pipes of POSIX")
async def test_agent_is_entered_in_the_list_of_games() -> None:
    async with at_table() as at:
        await at.press("g", "a")
        for text in ("'", walker(first=2)):
            at.app.screen.query_one(Input).value = text
            await at.press("enter")
        assert "you move first, against" in at.text("message")
        await at.press("right")
        assert "moves first" in at.text("message")
        at.app.screen.query_one(RowList).choose("kalah:7x7")
        await at.press("enter")
        await at.until(lambda: at.play.document.record.last_step == 1)
        assert at.play.document.record.label(1) == "2"


async def test_protocol_log_is_opened_read_only(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    text = (OWN / "walkers-swap.agent2.log").read_bytes()
    path.write_bytes(text)
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordReviewScreen)
        await at.press("right", "right")
        assert "step 2" in at.text("title")
        assert "SWAP" in at.text("side")
    assert path.read_bytes() == text


async def test_help_of_a_review_names_the_keys_that_step() -> None:
    async with at_table(OWN / "walkers-swap.agent2.log") as at:
        groups = at.review.help_keys.groups()
    rows = {says: keys.split() for _, keys_of in groups for keys, says in keys_of}
    assert rows["Previous step"] == ["left", ","]
    assert rows["Next step"] == ["right", "."]
    assert rows["Read the comment in a window"] == ["Enter", "Space"]
    assert rows["Move the cursor, or scroll: up, down"] == ["up", "down"]


def test_list_of_steps_names_the_player_of_each_step() -> None:
    record = GAME.new("6x4")
    for hole in ("4", "3", "5"):
        record = record.played(record.position(record.last_step).parse_move(hole))
    assert [step_words(record, step) for step in (1, 2, 3)] == [
        "first   4",
        "second  3",
        "second  5",
    ]
