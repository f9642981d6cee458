"""The installed program runs commands in the core and opens the app for other arguments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from atlantis_core.version import __version__
from atlantis_tui.__main__ import main
from tests.commands.running import run_process
from tests.commands.samples import BOARD, write


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The arguments with which the app would have been opened."""
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


def test_commands_do_not_open_the_app(
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


def test_overview_has_the_options_of_the_app(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0

    overview = capsys.readouterr().out
    assert "\noptions of the app:\n  --" in overview
    assert overview.count("-h, --help") == 1


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
def test_overview_has_complete_options_at_any_width(columns: str) -> None:
    told = run_process("--help", COLUMNS=columns).out
    options = told.partition("options of the app:\n")[2].splitlines()
    assert options[0].lstrip().startswith("--new")
    assert "message and exit" not in " ".join(told.split()).replace("show this help ", "")


def test_app_arguments_print_no_control_characters() -> None:
    told = run_process("./x", "--\x1b[2J", "\x1b]0;owned\x07")
    assert told.status == 2
    assert "\x1b" not in told.err
    assert "unrecognized arguments" in told.err
