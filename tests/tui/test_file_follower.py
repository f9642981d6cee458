"""Following a file: what is told of each thing that can happen to it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from atlantis_core.shapes import Shape, traditional_start
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
def news(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue[FileState]]:
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 0.01)
    heard: Queue[FileState] = Queue()
    follower = FileFollower(path, heard.put)
    follower.start()
    yield heard
    follower.stop()


def test_a_turn_of_somebody_else_is_told_with_its_fingerprint(
    path: Path, news: Queue[FileState]
) -> None:
    other = GameDocument.load(path)
    other.play()

    told = news.get(timeout=PATIENCE)

    assert isinstance(told, file_follower.FileRead)
    assert told.game.turn_number == 1
    assert told.fingerprint is not None
    source = load(path).source
    assert source is not None
    assert source.fingerprint is not None
    assert told.fingerprint.has_same_content(source.fingerprint)


def test_a_file_that_goes_and_comes_back_is_told_twice(path: Path, news: Queue[FileState]) -> None:
    content = path.read_bytes()
    path.unlink()
    assert news.get(timeout=PATIENCE) == file_follower.FileGone()

    path.write_bytes(content)
    told = news.get(timeout=PATIENCE)
    while isinstance(told, FileUnreadable):  # it may have been seen before it was whole
        told = news.get(timeout=PATIENCE)
    assert isinstance(told, file_follower.FileRead)


def test_what_cannot_be_read_says_why(path: Path, tmp_path: Path) -> None:
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


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    assert read_state(pipe) == FileUnreadable("it is not a regular file")


def test_nothing_is_told_after_the_stop(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_follower, "LOOK_SECONDS", 0.01)
    heard: Queue[FileState] = Queue()
    follower = FileFollower(path, heard.put)
    follower.start()
    follower.stop()
    follower._thread.join(PATIENCE)

    GameDocument.load(path).play()

    assert heard.empty()


def test_following_keeps_no_program_from_ending(path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from atlantis_tui.game.file_follower import FileFollower\n"
        "FileFollower(pathlib.Path(sys.argv[1]), print).start()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, timeout=PATIENCE)
    assert done.returncode == 0
