"""Fixtures: the folder of a club."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.document import GameDocument

START = traditional_start(Shape.HEXAGON, 2, players=2)


def add_game(folder: Path, stem: str, *names: str | None) -> Path:
    path = folder / f"{stem}.json"
    GameDocument.new(START, names=names).save_as(path)
    return path


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club of three with a game in every standing but the last."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "members.txt").write_text("ann\nben ssh-ed25519 AAAA\ncleo\n", encoding="utf-8")
    add_game(folder, "others", "ben", "cleo")
    add_game(folder, "free", "ben", None)
    add_game(folder, "waiting", "ben", "ann")
    add_game(folder, "mine", "Ann", "ben")
    return folder
