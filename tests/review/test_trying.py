"""The screen for trying a turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from atlantis_core.positions.grid import Direction, Field, neighbour
from atlantis_tui.board.view import BoardView
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.try_screen import TryScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.review.games import recorded
from tests.review.test_review_screen import LONG, opened, press, top, typed, write_game
from tests.tui.driving import wait_until
from tests.tui.walking import walking

SAMPLES = Path(__file__).parents[2] / "transcripts" / "games"


@asynccontextmanager
async def trying(
    tmp_path: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], ReviewScreen, TryScreen]]:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 4, size) as (pilot, review):
        await press(pilot, "t")
        screen = pilot.app.screen
        assert isinstance(screen, TryScreen)
        yield pilot, review, screen


def text_of(screen: TryScreen, name: str) -> str:
    return screen.query_one(name, TextLines).text


def planned(screen: TryScreen) -> list[str]:
    assert screen.board.entry is not None
    return [str(move) for move in screen.board.entry.plan.moves]


def lifted(screen: TryScreen) -> Field | None:
    assert screen.board.entry is not None
    return screen.board.entry.lifted


@pytest.mark.parametrize("key", ["colon", "m"])
async def test_typed_moves_are_planned_and_keys_work_afterwards(tmp_path: Path, key: str) -> None:
    async with trying(tmp_path) as (pilot, review, screen):
        move = str(screen.document.game.legal_moves()[0])
        await press(pilot, key, *move.replace("-", ""), "enter")
        assert planned(screen) == [move]
        await press(pilot, "u")
        assert planned(screen) == []
        await press(pilot, key, "escape")
        await press(pilot, "t")
        assert top(pilot) is review
        assert str(review.review.place) == "5.1/5"


async def test_typed_commands_work(tmp_path: Path) -> None:
    async with trying(tmp_path) as (pilot, review, screen):
        field = screen.document.game.start.board.fields[3]
        await typed(pilot, f"goto {field}")
        assert screen.board.cursor == field
        await typed(pilot, "goto zz99")
        assert "'zz99' is not a field" in text_of(screen, "#message")
        await typed(pilot, "nonsense")
        assert "'nonsense'" in text_of(screen, "#overflow") + text_of(screen, "#message")
        await typed(pilot, "redo")
        assert "'redo' is for games" in text_of(screen, "#message")
        await typed(pilot, "back")
        assert "no moves planned" in text_of(screen, "#message")
        await typed(pilot, "quit")
        assert top(pilot) is review
        await press(pilot, "t")
        await typed(pilot, "pass")
        assert str(review.review.place) == "5.1/5"


async def test_hint_works_at_a_past_position(tmp_path: Path) -> None:
    async with trying(tmp_path) as (pilot, review, screen):
        await press(pilot, "h", "escape")
        assert top(pilot) is screen
        await press(pilot, "h")
        await wait_until(pilot, lambda: screen.hints.shown is not None)
        await press(pilot, "escape")
        assert top(pilot) is screen
        await press(pilot, "H")
        hint = screen.hints.shown
        assert hint is not None
        await press(pilot, "h")
        assert planned(screen) == list(map(str, hint.turn))
        await press(pilot, "t")
        assert top(pilot) is review
        assert str(review.review.place) == "5.1/5"


async def test_help_opens_and_escape_returns_to_the_review(tmp_path: Path) -> None:
    async with trying(tmp_path) as (pilot, review, screen):
        assert "Esc back" in text_of(screen, "#keys")
        await press(pilot, "question_mark")
        assert isinstance(top(pilot), Dialog)
        assert "Escape" in pilot.app.screen.query_one("#text", TextLines).text
        await press(pilot, "escape", "escape")
        assert top(pilot) is review


async def test_direction_keys_and_enter_work_as_in_a_game(tmp_path: Path) -> None:
    async with trying(tmp_path) as (pilot, review, screen):
        source = screen.board.cursor
        assert source is not None
        await press(pilot, "enter")
        assert lifted(screen) == source
        assert "Esc put back" in text_of(screen, "#keys")
        assert screen.board.entry is not None
        reach = screen.board.entry.plan.destinations(source)
        target, key = next(
            (field, key)
            for key, way in zip("qweasd", ("NW", "N", "NE", "SW", "S", "SE"), strict=True)
            if (field := neighbour(source, Direction[way])) in reach
        )
        await press(pilot, key)
        assert screen.board.cursor == target
        assert "1 stone moves" in text_of(screen, "#message")
        await press(pilot, "escape")
        assert lifted(screen) is None
        assert top(pilot) is screen
        screen.board.cursor = source
        await press(pilot, "enter", key, "enter")
        assert planned(screen) == [f"{source}-{target}"]
        await press(pilot, "t")
        assert top(pilot) is review
        assert str(review.review.place) == "5.1/5"


async def test_panel_says_what_the_turn_is_for_and_the_keys_offer_a_hint(tmp_path: Path) -> None:
    async with trying(tmp_path) as (_, _, screen):
        side = " ".join(text_of(screen, "#side").split())
        assert "Plan any turn and press t" in side
        assert "Hold the most fields" not in side
        assert "h hint" in text_of(screen, "#keys")


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (100, 30), (60, 20)])
@pytest.mark.parametrize("name", ["hexagon-2-3-players", "hexagon-3-3-players"])
async def test_board_keeps_its_size(name: str, size: tuple[int, int]) -> None:
    async with walking(f"{SAMPLES / name}.json#5", size=size) as walker:
        shown = [walker.app.screen.query_one("#board", BoardView).virtual_size]
        await walker.press("t")
        walker.on(TryScreen)
        shown.append(walker.app.screen.query_one("#board", BoardView).virtual_size)
        assert shown[0] == shown[1]
