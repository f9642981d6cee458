"""Isolates the tests of the app from the user's options, plans and games."""

from pathlib import Path

import pytest

from atlantis_core.engine import VARIABLE
from atlantis_tui.board.frame_player import BEATS


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Separate folders for options and state."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return home


@pytest.fixture
def slow_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow bots (pure Python), so that keys reach the app while they think."""
    monkeypatch.setenv(VARIABLE, "pure")


@pytest.fixture(autouse=True)
def lasting_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slowest animation waits for a key, however busy the machine is."""
    monkeypatch.setitem(BEATS, 1, 600)
