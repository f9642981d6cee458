"""Every format exports every game through the protocol of games, plugins included."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.formats import FORMATS
from atlantis_core.games.protocol import Record
from atlantis_core.opening import GameFile, open_file
from atlantis_core.record_exports import MOST_STEPS, StepRange, export_record
from tests.games import toy

SAMPLES = Path(__file__).parents[2] / "transcripts"
FILES = ("tafl/brandub.otg", "kalah/unfinished.kalah", "maps/square-8.json", "hsn/island.hsn")


def opened(name: str) -> Record:
    if name == "toy":
        record = toy.GAME.read("counters 9: 3 1 2", "toy").record
    else:
        file = open_file(SAMPLES / name)
        assert isinstance(file, GameFile)
        record = file.record
    assert record is not None
    return record


@pytest.mark.parametrize("name", [*FILES, "toy"])
@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_exports_every_game(name: str, suffix: str) -> None:
    record = opened(name)
    last = min(record.last_step, 3)
    is_range = suffix != ".png"
    content = export_record(StepRange(record, 0, last), f"x{suffix}", is_range=is_range)
    match suffix:
        case ".png" | ".gif":
            image = Image.open(io.BytesIO(content))
            assert getattr(image, "n_frames", 1) == (1 + last if is_range else 1)
        case ".svg":
            assert content.count(b"<animate ") == content.count(b"</g>") == 1 + last
        case ".cast":
            header, *events = map(json.loads, content.decode().splitlines())
            assert len(events) == 2 + last
            assert header["width"] >= 80
        case ".html":
            assert content.decode().count("<figure>") == 1 + last
        case _:
            assert all(f"\n{step}. " in content.decode() for step in range(1, last + 1))


def test_text_of_a_file_cannot_leave_its_element() -> None:
    record = opened("kalah/unfinished.kalah").commented(1, "<script>alert(1)</script>")
    page = export_record(StepRange(record, 0, 1), "x.html", is_range=True).decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_png_shows_one_step() -> None:
    with pytest.raises(ExportError, match="only one step"):
        export_record(StepRange(opened("toy"), 0, 2), "x.png", is_range=True)


def test_long_games_are_refused() -> None:
    with pytest.raises(ExportError, match="too many for an export"):
        StepRange(opened("toy"), 0, MOST_STEPS).steps()
