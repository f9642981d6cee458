"""A few games in place of the packaged games of the bots, already indexed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from atlantis_core.game_library import opening_games
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript.json_writer import write_line
from atlantis_core.transcript.library import transcript_of

START = traditional_start(Shape.HEXAGON, 2, 2)


def index_bots_games(
    folder: Path, monkeypatch: pytest.MonkeyPatch, games: Iterable[list[str]]
) -> Path:
    """Write and index games from the standard start; returns their collection."""
    path = folder / "bots.jsonl"
    path.write_text("".join(write_line(transcript_of(Game(START, turns))) for turns in games))
    monkeypatch.setattr(opening_games, "PACKAGED", path)
    opening_games.index_opening_games().close()
    return path
