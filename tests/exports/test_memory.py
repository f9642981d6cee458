"""The memory of an export: a small multiple of the file, and the size of the file is limited."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from atlantis_core.exports import scenes
from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.formats import make
from atlantis_core.transcript import load
from tests.commands.running import run
from tests.exports.stories import ANNOTATED, TRANSCRIPTS, annotated, story_of

RANGES = (".svg", ".cast", ".html", ".gif")
GAME = TRANSCRIPTS / "games" / "hexagon-3-2-players.json"


@pytest.mark.parametrize("suffix", [".cast", ".html"])
def test_memory_is_a_small_multiple_of_the_file(suffix: str) -> None:
    story = story_of(load(GAME))
    make(story, "board" + suffix, is_range=True)  # fills the caches
    tracemalloc.start()
    try:
        content = make(story, "board" + suffix, is_range=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(content) + (1 << 18), (peak, len(content))


@pytest.mark.parametrize("suffix", RANGES)
def test_export_of_too_many_fields_is_refused(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    story = annotated(0, 9)
    fields = sum(len(scene.position.board) for scene in story.scenes())
    monkeypatch.setattr(scenes, "MOST_FIELDS", fields - 1)
    with pytest.raises(ExportError, match="too long to export"):
        make(story, "board" + suffix, is_range=True)


def test_all_lines_of_a_page_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    story = annotated()
    fields = sum(len(scene.position.board) for scene in story.scenes())
    monkeypatch.setattr(scenes, "MOST_FIELDS", fields)
    assert make(story, "board.cast", is_range=True)
    with pytest.raises(ExportError, match="too long to export"):
        make(story, "board.html", is_range=True)


def test_command_reports_the_limit_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "MOST_FIELDS", 100)
    ran = run("export", str(ANNOTATED), "-o", str(tmp_path / "game.html"))
    assert ran.status
    assert "expected fewer turns" in ran.err
    assert not list(tmp_path.iterdir())
