"""The explorer in review and in play: turns of the library and of the bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.game_library.paths import usual_index
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript.json_writer import write_line
from atlantis_core.transcript.library import transcript_of
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.start.library_screen import LibraryScreen
from atlantis_tui.widgets.text_lines import Piece
from tests.commands.running import run
from tests.packaged_games import START, index_bots_games
from tests.tui.walking import Walker, walking


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An indexed collection: two games with the same first move, one pass, another board."""
    for name in ("CACHE", "DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    path = tmp_path / "games.jsonl"
    played = [Game(START, turns) for turns in (["c4-d4", ""], ["c4-d4"], [""])]
    played.append(Game(traditional_start(Shape.TRIANGLE, 3, 2), [""]))
    path.write_text("".join(write_line(transcript_of(game)) for game in played))
    assert run("library", "add", str(path), "--index", str(usual_index())).status == 0
    index_bots_games(tmp_path, monkeypatch, [["c4-d4"], ["b3-b2", ""], ["b3-b2"]])
    return path


async def explored(walker: Walker, text: str) -> str:
    await walker.until(lambda: text in " ".join(walker.text("side").split()))
    return walker.text("side")


async def test_turns_from_the_position_are_counted_and_follow_the_cursor(games: Path) -> None:
    async with walking(f"{games}:1#0") as walker:
        await walker.press("x")
        text = await explored(walker, "yours: 3, bots: 3")
        assert "    2    -     1    -  c4-d4" in text
        assert "               2    -  b2-b3" in text or "               2    -  b3-b2" in text
        assert "    1    -             pass" in text
        await walker.press("right")
        await explored(walker, "yours: 2, bots: 1")
        await walker.press("escape")
        assert "yours:" not in walker.text("side")
        walker.on(ReviewScreen)


async def test_enter_steps_into_a_turn_as_a_variation(games: Path) -> None:
    async with walking(f"{games}:1#0") as walker:
        await walker.press("x")
        await explored(walker, "pass")
        await explored(walker, "bots: 3")
        await walker.press("down", "enter")
        replay = walker.on(ReviewScreen).review
        assert str(replay.place) == "1.1/1"
        await explored(walker, "yours: 0, bots: 2")


async def test_games_with_the_position_are_listed(games: Path) -> None:
    async with walking(f"{games}:1#1") as walker:
        await walker.press("B")
        walker.on(LibraryScreen)
        await walker.until(lambda: "2 games" in walker.text("message"))


async def test_closed_explorer_opens_no_index(tmp_path: Path, games: Path) -> None:
    index = tmp_path / "CACHE" / "atlantis" / "games.sqlite"
    index.unlink()
    async with walking(f"{games}:1#0") as walker:
        await walker.press("right", "left")
        assert not index.exists()
        await walker.press("x")
        await explored(walker, "yours: 0")
        assert index.exists()


async def test_unusable_index_is_reported_in_the_panel(tmp_path: Path, games: Path) -> None:
    index = tmp_path / "CACHE" / "atlantis" / "games.sqlite"
    index.unlink()
    index.mkdir()
    async with walking(f"{games}:1#0") as walker:
        await walker.press("x")
        await explored(walker, "not a regular file")


# In play.


@pytest.fixture
def started(games: Path) -> Path:
    """A game without turns, beside those of the library."""
    path = games.with_name("started.json")
    path.write_text(write_line(transcript_of(Game(START))))
    return path


async def test_explorer_in_play_plans_turns_and_follows_the_game(started: Path) -> None:
    async with walking(started, size=(100, 30)) as walker:
        screen = walker.on(PlayScreen)
        assert "yours:" not in walker.text("side")
        await walker.press("n")
        await explored(walker, "yours: 3, bots: 3")
        await walker.press("n")
        assert format_moves(screen.board.moves) == "c4-d4"
        assert "this turn is now your plan" in walker.text("message")
        await walker.press("n")
        assert screen.board.moves
        assert format_moves(screen.board.moves) != "c4-d4"
        await walker.press("n")
        assert screen.board.moves == ()
        screen.action_pick_turn(0)
        assert format_moves(screen.board.moves) == "c4-d4"
        await walker.press("t")
        await explored(walker, "yours: 2, bots: 1")
        await walker.press("E")
        assert "yours:" not in walker.text("side")


async def test_smallest_window_shows_the_turns_of_the_explorer(started: Path, games: Path) -> None:
    """The whole panel is the explorer's, and all games share a pair of columns."""
    for path, key in ((started, "E"), (f"{games}:1#0", "x")):
        async with walking(path, size=(40, 12)) as walker:
            await walker.press(key)
            text = await explored(walker, "yours: 3, bots: 3")
            assert text.splitlines()[1:3] == ["games  won  turn", "    3    -  c4-d4"]


async def test_explorer_has_a_title(started: Path) -> None:
    async with walking(started, size=(80, 24)) as walker:
        await walker.press("n")
        text = await explored(walker, "bots: 3")
        assert "Explorer  yours: 3, bots: 3" in text
        explorer = walker.on(PlayScreen).explorer.explorer
        assert explorer.lines((20, 10))[0] == (Piece("Explorer", "heading"),)


async def test_closed_explorer_in_play_opens_no_index(tmp_path: Path, started: Path) -> None:
    index = tmp_path / "CACHE" / "atlantis" / "games.sqlite"
    index.unlink()
    async with walking(started, size=(100, 30)) as walker:
        await walker.press("E")
        await explored(walker, "yours: 0, bots: 3")
        index.unlink()
        await walker.press("escape", "t")
        await walker.until(lambda: walker.on(PlayScreen).document.game.turn_number == 1)
        assert not index.exists()
