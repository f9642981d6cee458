"""The file follower: reports for each kind of change."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load, save
from atlantis_tui.game import file_follower
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileFollower, FileState, FileUnreadable, read_state

PATIENCE = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    document = GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2))
    path = tmp_path / "game.json"
    save(document.transcript, path)
    return path


@pytest.fixture
def states(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue[FileState]]:
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 0.01)
    heard: Queue[FileState] = Queue()
    follower = FileFollower(path, heard.put)
    follower.start()
    yield heard
    follower.stop()


def test_turn_of_another_program_is_reported_with_its_fingerprint(
    path: Path, states: Queue[FileState]
) -> None:
    other = GameDocument.load(path)
    other.play()

    found = states.get(timeout=PATIENCE)

    assert isinstance(found, file_follower.FileRead)
    assert found.game.turn_number == 1
    assert found.fingerprint is not None
    source = load(path).source
    assert source is not None
    assert source.fingerprint is not None
    assert found.fingerprint.has_same_content(source.fingerprint)


def test_file_that_disappears_and_returns_is_reported_twice(
    path: Path, states: Queue[FileState]
) -> None:
    content = path.read_bytes()
    path.unlink()
    assert states.get(timeout=PATIENCE) == file_follower.FileGone()

    path.write_bytes(content)
    found = states.get(timeout=PATIENCE)
    while isinstance(found, FileUnreadable):  # it may have been seen before it was whole
        found = states.get(timeout=PATIENCE)
    assert isinstance(found, file_follower.FileRead)


def test_unreadable_file_is_reported_with_the_reason(path: Path, tmp_path: Path) -> None:
    path.write_text('{"format": "Atlantis transcript"', encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()

    broken = read_state(path)

    assert isinstance(broken, FileUnreadable)
    assert broken.reason.startswith("line 1: ")
    assert str(tmp_path) not in broken.reason
    assert read_state(folder) == FileUnreadable("it is not a regular file")
    assert read_state(tmp_path / "nothing.json") == file_follower.FileGone()
    no_folder = os.strerror(errno.ENOTDIR).lower()
    assert read_state(path / "game.json") == FileUnreadable(no_folder)


def test_pipe_does_not_block_the_follower(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    assert read_state(pipe) == FileUnreadable("it is not a regular file")


def test_stopped_follower_reports_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 0.01)
    heard: Queue[FileState] = Queue()
    follower = FileFollower(path, heard.put)
    follower.start()
    follower.stop()
    follower._thread.join(PATIENCE)

    GameDocument.load(path).play()

    assert heard.empty()


def test_follower_does_not_delay_the_end_of_the_program(path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from atlantis_tui.game.file_follower import FileFollower\n"
        "FileFollower(pathlib.Path(sys.argv[1]), print).start()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, timeout=PATIENCE)
    assert done.returncode == 0
