"""Opening a file gives a transcript or a file of another game, with all its diagnostics."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.opening import GameFile, TranscriptFile, open_bytes, open_file
from atlantis_core.transcript.errors import TranscriptError
from tests.commands.samples import BOARD, GAME, ILLEGAL

ROOT = Path(__file__).parents[1]
STATE = b"[SB]"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_atlantis_game_opens_as_transcript(tmp_path: Path, pack: type[bytes]) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(pack(GAME.encode()))
    file = open_file(path)
    assert isinstance(file, TranscriptFile)
    assert file.text == GAME
    assert file.check() == ()
    assert [player.name for player in file.transcript.players] == ["Ann", "Bob"]
    assert file.reading.source.fingerprint == Fingerprint.of(
        path.read_bytes(), path.stat().st_mtime_ns
    )


@pytest.mark.parametrize(
    "sample", ["hsn/first-turns.hsn", "kalah", "maps", "tafl"], ids=lambda name: name[:5]
)
def test_sample_of_another_game_opens_as_game_file(sample: str) -> None:
    place = ROOT / "transcripts" / sample
    path = min(place.iterdir()) if place.is_dir() else place
    file = open_file(path)
    assert isinstance(file, GameFile)
    assert file.entry.name == {"maps": "map"}.get(sample, sample.partition("/")[0])
    assert file.record is not None
    assert not file.has_errors
    assert file.text == path.read_text()
    assert file.fingerprint == Fingerprint.of(path.read_bytes(), path.stat().st_mtime_ns)


def test_check_reports_illegal_moves_that_opening_does_not() -> None:
    file = open_bytes(ILLEGAL.encode(), "game.json")
    assert isinstance(file, TranscriptFile)
    assert len(file.transcript.turns) == 3
    assert any(diagnostic.is_error for diagnostic in file.check())


def test_transcript_with_errors_raises_all_of_them() -> None:
    file = open_bytes(BOARD.replace("{", "{?", 1).encode(), "board.json")
    assert isinstance(file, TranscriptFile)
    with pytest.raises(TranscriptError) as raised:
        _ = file.transcript
    assert raised.value.diagnostics == file.check()


def test_bad_bytes_in_another_game_are_errors_without_a_record() -> None:
    file = open_bytes(STATE + b"\xff", "s.hsn")
    assert isinstance(file, GameFile)
    assert file.record is None
    assert file.has_errors
    assert "not UTF-8: 0xFF" in str(file.diagnostics[0])


def test_text_of_unknown_format_names_every_known_format() -> None:
    (problem,) = open_bytes(b"hello", "letter.txt").check()
    assert problem.message == "this is not a transcript"
    assert problem.hint is not None
    for format_name in ("a map of nodes", "Kalah", "Hexil State Notation", "OpenTafl"):
        assert format_name in problem.hint


def test_folders_and_pipes_are_not_opened(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        open_file(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        open_file(tmp_path / "pipe")
