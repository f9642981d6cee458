"""Another program holds the lock of a folder: the app reports it at once and loses nothing."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from atlantis_core.transcript import load
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.folders import games_folder
from tests.tui.walking import GAME, walking

HELD = "another program is saving to this folder"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """As long as this goes on, nobody else saves in a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


async def test_turn_is_kept_while_the_file_is_locked_and_saved_later(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    async with walking(path) as walker:
        screen = walker.on(PlayScreen)
        await walker.press("colon")
        await walker.write("d6-d5")
        assert len(screen.board.moves) == 1
        with held(tmp_path):
            await walker.press("t")
            await walker.until(lambda: HELD in " ".join(walker.text("message").split()))
            assert path.read_text() == GAME
            before = screen.board.cursor
            await walker.press("d")
            assert screen.board.cursor != before, "the keys work"
            assert [str(move) for move in screen.board.moves] == ["d6-d5"]
            kept = GameDocument.load(path).recall_plan()
            assert [str(move) for move in kept.moves] == ["d6-d5"], "it survives a crash as well"
        await walker.press("t")
        await walker.until(lambda: len(load(path).turns) == 2)
        assert [str(move) for move in load(path).turns[1]] == ["d6-d5"]


async def test_new_game_does_not_wait_for_a_locked_games_folder() -> None:
    games_folder().mkdir(parents=True)
    async with walking("--new", "hexagon:2") as walker:
        screen = walker.on(PlayScreen)
        with held(games_folder()):
            screen.frame.obey("c4-d4")
            await walker.press("t")
            await walker.until(lambda: HELD in " ".join(walker.text("message").split()))
            assert [str(move) for move in screen.board.moves] == ["c4-d4"]
        await walker.press("t")
        await walker.until(lambda: screen.document.game.turn_number == 1)
    (made,) = games_folder().iterdir()
    assert len(load(made).turns) == 1
