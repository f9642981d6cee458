"""One program for both: commands go to the core, all else to the app."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from atlantis_core.version import __version__
from atlantis_tui.__main__ import main
from tests.commands.samples import BOARD, write


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """What the app was opened with, instead of opening it."""
    calls: list[Sequence[str]] = []

    def open_app(arguments: Sequence[str]) -> int:
        calls.append(arguments)
        return 0

    monkeypatch.setattr("atlantis_tui.app.main", open_app)
    return calls


@pytest.mark.parametrize(
    "arguments", [[], ["game.json"], ["game.json#12"], ["--mono", "game.json"], ["mygame"]]
)
def test_files_and_options_open_the_app(opened: list[Sequence[str]], arguments: list[str]) -> None:
    assert main(arguments) == 0
    assert opened == [arguments]


def test_commands_do_not(
    opened: list[Sequence[str]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = str(write(tmp_path, BOARD))

    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"atlantis {__version__} (")
    assert main(["show", path]) == 0
    assert main(["shwo", path]) == 2
    monkeypatch.setattr("sys.argv", ["atlantis", "check", path])
    assert main() == 0
    assert opened == []


def test_the_overview_has_the_options_of_the_app(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0

    overview = capsys.readouterr().out
    assert "\noptions of the app:\n  --" in overview
    assert overview.count("-h, --help") == 1
