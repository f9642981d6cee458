"""Keeps the tests of the app away from the options, plans and games of whoever runs them."""

from pathlib import Path

import pytest

from atlantis_core.engine import VARIABLE


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders for options and state that nobody else has."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return home


@pytest.fixture
def slow_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think in Python alone, so that keys reach the app while they do."""
    monkeypatch.setenv(VARIABLE, "pure")
