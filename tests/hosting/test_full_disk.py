"""A hosted game on a disk that is full: players get a message and go on when there is room."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from atlantis_core.transcript import load
from tests.hosting.conftest import Hosted, client_terminal
from tests.hosting.test_ssh import BOARD_SIGN, _asking_for
from tests.tui.terminal import Terminal, app_command
from tests.waiting import PATIENCE, wait_for


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """A game on a disk of its own, of 64 KB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    options = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if mount is None or unmount is None or not _succeeds(mount, *options):
        pytest.skip("a small disk cannot be mounted here")
    path = disk / "game.json"
    subprocess.run(
        app_command(
            *("new", "--board", "hexagon:2", "--name", "Ann", "--name", "Ben", "-o", str(path))
        ),
        check=True,
        timeout=PATIENCE,
    )
    yield path
    assert _succeeds(unmount, str(disk))


def _succeeds(*command: str) -> bool:
    done = subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)
    return done.returncode == 0


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))


def _pass(terminal: Terminal) -> None:
    terminal.send(":")
    terminal.read_until_shown("b2-b4, pass")
    terminal.send("pass\r")


def test_turn_on_a_full_disk_is_reported_and_played_later(hosted: Hosted, tmp_path: Path) -> None:
    asked = _asking_for(hosted.code, tmp_path)
    ballast = hosted.path.with_name("ballast")
    with client_terminal(hosted.ssh("ann", with_key=False), **asked) as terminal:
        terminal.read_until_shown(BOARD_SIGN)
        _fill(ballast)
        _pass(terminal)
        terminal.read_until_text("saving failed")
        assert load(hosted.path).turns == ()
        ballast.unlink()
        _pass(terminal)
        wait_for(lambda: len(load(hosted.path).turns) == 1)
