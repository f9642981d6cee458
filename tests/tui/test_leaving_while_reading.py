"""Ctrl+Q ends the app while a file is read, because slow reads happen in the background.

The disk never answers. A read in the event loop fails at once, so that no test waits.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import SimpleNamespace

import pytest

from atlantis_core.files import plain_files
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.game.background import QUICK_BYTES
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.kept_lists import remember
from tests.tui.driving import wait_until
from tests.tui.walking import GAME, STILL


class DeadDisk:
    """Reads of one file hang until the end of the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path: Path | None = None
        self.begun, self.end = Event(), Event()
        self.in_the_loop: list[str] = []
        hanging = SimpleNamespace(**{**vars(os), "read": self._read})
        monkeypatch.setattr(plain_files, "os", hanging)

    def _read(self, descriptor: int, most: int) -> bytes:
        """Give nothing but the first few bytes of the file."""
        is_it = self.path is not None and os.path.samestat(os.fstat(descriptor), self.path.stat())
        if is_it and most > 4:
            if current_thread() is main_thread():
                self.in_the_loop.append(f"{most} bytes")
                raise OSError("a read in the event loop")
            self.begun.set()
            assert self.end.wait(60)
        return os.read(descriptor, most)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[DeadDisk]:
    made = DeadDisk(monkeypatch)
    yield made
    made.end.set()


def packed(folder: Path) -> Path:
    """A few bytes that hold megabytes."""
    path = folder / "game.json.gz"
    path.write_bytes(gzip.compress((GAME + " " * 2_000_000).encode()))
    assert path.stat().st_size < QUICK_BYTES
    return path


def large(folder: Path) -> Path:
    path = folder / "game.json"
    path.write_text(GAME + " " * QUICK_BYTES)
    return path


WAYS = {
    "named": ("{path}", ""),
    "shared": ("{path} --as 1", ""),
    "looked at": ("{folder}", ""),
    "opened": ("{folder}", "enter"),
    "continued": ("", "c"),
    "board of a new game": ("", "n f enter"),
    "board for the editor": ("", "e o enter"),
}


@pytest.mark.parametrize("make", [packed, large])
@pytest.mark.parametrize("way", WAYS)
async def test_leaving_while_the_disk_does_not_answer(
    way: str, make: object, disk: DeadDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    path = make(folder)  # type: ignore[operator]  # a function of the two above
    remember(path)
    disk.path = path
    words, keys = WAYS[way]
    named = [word.format(path=path, folder=folder) for word in words.split()]
    app = AtlantisApp(parse_arguments(named), STILL)
    async with app.run_test() as pilot:
        await pilot.pause()
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
        await wait_until(pilot, disk.begun.is_set)
        assert not disk.in_the_loop
        await pilot.press("ctrl+q")
        await wait_until(pilot, lambda: not app.is_running)
    assert not disk.end.is_set()
    assert app.return_code == 0
