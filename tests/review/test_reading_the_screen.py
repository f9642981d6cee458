"""Texts of the review screen fit at 80 columns, and its parts agree."""

from __future__ import annotations

from pathlib import Path

from atlantis_core.review.game_statistics import Moment, MomentKind, facts_of
from atlantis_tui.review import panels
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.timeline import SYMBOLS
from atlantis_tui.widgets.text_lines import Piece, TextLines
from tests.review.games import recorded
from tests.review.test_review_screen import (
    FINISHED,
    LONG,
    is_asking,
    opened,
    press,
    text_of,
    top,
    write_game,
)

SMALL = (80, 24)


def said(screen: ReviewScreen) -> str:
    return text_of(screen, "#message").strip()


async def test_result_fits_at_80_columns(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(FINISHED)), size=SMALL) as (_, screen):
        line = screen.query_one("#message", TextLines).text
        assert line == " Game over: Green wins with 6 fields, Cyan 0, Blue 0, Red 0"
        assert not screen.query_one("#overflow").display


async def test_long_message_uses_lines_above_until_the_next_one(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 5, SMALL) as (pilot, screen):
        text = "word " * 30 + "end"
        screen.frame.say(text)
        await pilot.pause()
        assert said(screen) == text
        assert screen.query_one("#overflow").region.bottom == 22
        await press(pilot, "right")
        assert not screen.query_one("#overflow").display


async def test_escape_is_in_the_key_line_at_80_columns(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(FINISHED)), size=SMALL) as (pilot, screen):
        assert "Esc back" in screen.query_one("#keys", TextLines).text
        await press(pilot, "question_mark")
        assert "Escape" in top(pilot).query_one("#text", TextLines).text


async def test_enter_shows_the_history_of_a_field_that_the_turn_changed(tmp_path: Path) -> None:
    game = recorded(LONG)
    turn = next(n for n, moves in enumerate(game.turns, 1) if moves)
    async with opened(write_game(tmp_path, game), turn, SMALL) as (pilot, screen):
        await press(pilot, "enter")
        assert is_asking(screen)
        assert screen.history.field == game.report(turn).moves[0].move.destination
        assert screen.board.cursor == screen.history.field


async def test_enter_shows_a_field_history_at_the_start(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 0, SMALL) as (pilot, screen):
        await press(pilot, "enter")
        assert is_asking(screen)
        assert screen.history.field == screen.board.cursor is not None


async def test_marked_turn_is_not_called_uneventful(tmp_path: Path) -> None:
    game = recorded(LONG)
    quiet = next(
        n
        for n in range(1, game.turn_number)
        if not any(
            (
                facts_of(game.report(n)).explosions,
                facts_of(game.report(n)).eliminated,
                facts_of(game.report(n)).lost,
            )
        )
    )
    async with opened(write_game(tmp_path, game), quiet) as (_, screen):
        screen.review.turning_points = (Moment(quiet, MomentKind.TURNING_POINT, 0, 60),)
        screen.view.paint()
        assert "quiet" not in said(screen)
        assert "% turning point" in screen.query_one("#side", TextLines).text


async def test_notes_use_the_timeline_symbols_and_are_not_cut(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 3) as (_, screen):
        for mark in (
            MomentKind.CHAIN,
            MomentKind.TURNING_POINT,
            MomentKind.LEAD,
            MomentKind.ELIMINATION,
        ):
            moment = Moment(3, mark, 0, 60)
            lines = list(panels.note_lines(screen.view.player_list, [moment], None, 24))
            texts = [piece.text for row in lines for piece in row if isinstance(piece, Piece)]
            assert texts[0].startswith(f"{SYMBOLS[mark]} ")
            assert not any("~" in text or len(text) > 24 for text in texts)


async def test_chart_and_panel_name_the_turn_of_their_figures(tmp_path: Path) -> None:
    game = recorded(LONG)
    turn = next(n for n, moves in enumerate(game.turns, 1) if n > 5 and moves)
    async with opened(write_game(tmp_path, game), turn - 1) as (pilot, screen):
        assert screen.query_one("#side", TextLines).text.startswith("Players")
        await press(pilot, "right_square_bracket", "g")
        assert screen.review.is_inside_turn
        assert screen.query_one("#side", TextLines).text.startswith("At its end")
        stones = screen.review.statistics.figures(turn).stones
        held = zip(screen.view.player_list.cast.letters, stones, strict=False)
        figures = "  ".join(f"{letter} {number}" for letter, number in held)
        assert screen.view.chart.text.startswith(f" stones   {figures}   after turn {turn}")


async def test_export_prompt_lists_the_formats(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(FINISHED)), size=SMALL) as (pilot, screen):
        keys = screen.query_one("#keys", TextLines)
        await press(pilot, "o")
        assert ".svg .png .txt .gif .cast .html" in keys.text
        await press(pilot, "escape")
        assert "Esc back" in keys.text
