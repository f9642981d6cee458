"""Folders of the app's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_tui.settings.folders import config_folder, games_folder, home_folder, state_folder
from atlantis_tui.settings.kept_lists import load_recent


def test_user_without_a_home_folder_gets_the_root_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", fail)
    assert home_folder() == Path("/")
    assert config_folder() == Path("/.config/atlantis")
    assert state_folder() == Path("/.local/state/atlantis")
    assert games_folder() == Path("/.local/share/atlantis/games")
    assert load_recent() == ()
