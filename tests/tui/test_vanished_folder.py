"""A game whose folder vanishes while it is open."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.game.document import GameDocument, open_remotely
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.settings.options import Colors
from tests.tui.driving import STILL, Driver, playing

START = traditional_start(Shape.TRIANGLE, 2, 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved game in a folder of its own."""
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "game.json"
    GameDocument.new(START).save_as(path)
    return path


async def test_turn_is_kept_until_the_folder_is_back(path: Path) -> None:
    document = GameDocument.new(START)
    document.save_as(path, is_replacing=True)
    async with playing(document=document) as driver:
        shutil.rmtree(path.parent)
        await driver.until(lambda: "the game file is missing" in driver.message)
        await driver.press("t")
        await driver.until(lambda: "the folder does not exist" in driver.message)
        assert document.game.turn_number == 0
        path.parent.mkdir()
        await driver.type("pass")
        await driver.until(lambda: document.game.turn_number == 1)
    assert len(load(path).turns) == 1


async def test_remote_player_reads_that_saving_failed_and_tries_again(path: Path) -> None:
    app = RemoteApp(open_remotely(path, "1"), STILL, Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(cast("AtlantisApp", app), pilot)
        await pilot.pause()
        shutil.rmtree(path.parent)
        await driver.until(lambda: "the game file is missing" in driver.message)
        await driver.type("pass")
        await driver.until(lambda: driver.message == "turn not played: saving failed; try again")
        path.parent.mkdir()
        await driver.type("pass")
        await driver.until(path.exists)
    assert len(load(path).turns) == 1
