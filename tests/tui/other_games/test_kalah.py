"""Kalah on the screens of other games: sowing, swap, agents, protocol logs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import Input

from atlantis_core.games.kalah.game import GAME
from atlantis_core.review.history_file import load_history
from atlantis_core.review.player_history import rating_of
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.other_games import picture_frame
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.games_screen import OtherGamesScreen
from atlantis_tui.other_games.panel import step_words
from atlantis_tui.other_games.play_screen import RecordPlayScreen
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.other_games.seats import keep_seats
from atlantis_tui.settings.folders import history_path
from atlantis_tui.start.statistics_screen import statistics_lines
from atlantis_tui.widgets.dialogs import Dialog
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


async def test_e_shows_where_a_sowing_ends(tmp_path: Path) -> None:
    async with at_table("--new", "kalah:4x3", *PEOPLE, tmp_path / "new.kalah") as at:
        at.play.board.cursor = "S1"
        await at.press("e")
        assert "S1: 1 move; 3 seeds, the last one in your hole 4" in at.text("message")
        marks = [at.play.board.picture.spots[place] for place in ("S4",)]
        row = at.picture().splitlines()[marks[0].line]
        assert row[marks[0].column - 1] == "("
        await at.press("right")
        assert "3 seeds, the last one in your store" in at.text("message")
        await at.press("e")
        assert "the last one" not in at.text("message")


async def test_e_says_so_in_games_without_counting(tmp_path: Path) -> None:
    async with at_table("--new", "tafl:brandub", *PEOPLE, tmp_path / "new.otg") as at:
        await at.press("e")
        assert "nothing to count" in at.text("message")


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


async def test_finished_game_is_in_the_statistics(tmp_path: Path) -> None:
    path = tmp_path / "end.kalah"
    path.write_text("! holes: 1\n! seeds: 1\n! second: bot:gentle\nSTART;South\n", encoding="utf-8")
    keep_seats(path, (PERSON, Seat(SeatKind.BOT, "gentle")))
    async with at_table(path) as at:
        await at.type("1")
        await at.until(lambda: at.phase() is RecordPhase.OVER)
        assert at.play.document.position.result is not None
    (game,) = load_history(history_path()).games
    assert (game.kind, game.board) == ("kalah", "Kalah")
    assert [met.opponent for met in game.encounters] == ["bot:gentle"]
    assert rating_of([game]) is None
    page = "\n".join(str(line) for line in statistics_lines(load_history(history_path()), 76))
    assert "Kalah" in page


async def test_level_of_the_bot_is_chosen_before_the_game() -> None:
    async with at_table() as at:
        await at.press("g")
        await at.until(lambda: isinstance(at.app.screen, OtherGamesScreen))
        assert "against the bot (gentle)" in at.text("message")
        await at.press("l", "l")
        assert "against the bot (master)" in at.text("message")
        await at.press("enter")
        await at.until(lambda: isinstance(at.app.screen, RecordPlayScreen))
        assert at.play.flow.seats == (PERSON, Seat(SeatKind.BOT, "master"))


async def test_result_is_shown_with_a_rematch() -> None:
    async with at_table("--new", "kalah:1x1", *PEOPLE) as view:
        await view.type("1")
        await view.until(lambda: isinstance(view.app.screen, Dialog))
        assert "after 1 step" in view.text("text")
        assert "rematch" in view.text("answers")
        await view.press("r")
        await view.until(lambda: isinstance(view.app.screen, RecordPlayScreen))
        assert view.play.document.record.last_step == 0


async def test_result_dialog_opens_a_judged_review(tmp_path: Path) -> None:
    path = tmp_path / "end.kalah"
    path.write_text("! holes: 2\n! seeds: 1\nSTART;South\n", encoding="utf-8")
    async with at_table(path) as view:
        while not isinstance(view.app.screen, Dialog):
            await view.type(view.play.document.position.legal_moves()[0].text)
        await view.press("j")
        await view.until(lambda: isinstance(view.app.screen, RecordReviewScreen))
        judge = view.review.judge
        await view.until(lambda: judge.is_complete(view.review.record))


async def test_cursor_moves_to_a_hole_of_the_player_to_move() -> None:
    async with at_table("--new", "kalah:4x3", *PEOPLE) as view:
        for move in ("1", "4", "2"):
            await view.type(move)
            moves = view.play.document.position.legal_moves()
            assert (view.play.board.cursor,) in [move.places for move in moves]
