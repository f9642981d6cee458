"""A newcomer's session in a pseudo-terminal: first lesson, first puzzle, first game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from atlantis_core.transcript import load, replay
from tests.tui.terminal import Terminal, app_command
from tests.tui.walking import BROKEN, GAME

ENTER = "\r"
QUIT = "\x11"


@pytest.fixture
def environment(own_folders: Path) -> dict[str, str]:
    names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
    return {name: str(own_folders / name) for name in names}


def until(terminal: Terminal, is_done: Callable[[], bool]) -> None:
    """Wait for a file on disk: the terminal only gets changed cells."""
    terminal.read_until(lambda _: is_done())


def test_first_game_starts_with_two_enters_and_continues_later(
    environment: dict[str, str], own_folders: Path
) -> None:
    games = own_folders / "XDG_DATA_HOME" / "atlantis" / "games"

    def turns() -> list[int]:
        return [replay(load(path)).turn_number for path in games.glob("*.json")]

    with Terminal(app_command("--no-animation", "--no-bell"), environment=environment) as terminal:
        terminal.read_until_shown("A T L A N T I S")
        terminal.send(ENTER)
        terminal.read_until_shown("Start game")
        terminal.send(ENTER)
        terminal.read_until_shown("to move")
        assert turns() == []
        terminal.send("\t" + ENTER + "w" + ENTER + "t")
        until(terminal, lambda: turns() == [2])
        terminal.send(QUIT)
        assert terminal.wait() == 0
    with Terminal(app_command("--no-animation", "--no-bell"), environment=environment) as terminal:
        terminal.read_until_shown("Continue")
        terminal.send(ENTER)
        terminal.read_until_shown("If you end the turn now")
        terminal.send("t")
        terminal.read_until_shown("You planned no moves")
        terminal.send("p")
        until(terminal, lambda: turns() == [4])


def test_first_lesson_and_first_puzzle_are_solved(
    environment: dict[str, str], own_folders: Path
) -> None:
    kept = own_folders / "XDG_STATE_HOME" / "atlantis" / "learning.json"

    def solved() -> list[str]:
        return list(json.loads(kept.read_text())) if kept.exists() else []

    with Terminal(app_command("--no-animation"), environment=environment) as terminal:
        terminal.read_until_shown("A T L A N T I S")
        terminal.send("l")
        terminal.read_until_shown("One step")
        terminal.send(ENTER)
        terminal.read_until_shown("Task")
        terminal.send(ENTER + "w" + ENTER + "t")
        until(terminal, lambda: solved() == ["01-one-step"])
    puzzle = files("atlantis_core.learning") / "puzzles" / "11-tidy-up.json"
    with Terminal(app_command("--no-animation", str(puzzle)), environment=environment) as terminal:
        terminal.read_until_shown("the turn with 9")
        terminal.send("md5-d6" + ENTER)
        terminal.read_until_shown("to end the turn")
        terminal.send("t")
        until(terminal, lambda: solved() == ["01-one-step", "11-tidy-up"])


def test_broken_file_is_edited_and_opened_again(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path, script = tmp_path / "broken.json", tmp_path / "mend.py"
    path.write_text(BROKEN)
    script.write_text(f"import sys\nopen(sys.argv[1], 'w').write({GAME!r})\n")
    surroundings = {**environment, "EDITOR": f"{sys.executable} {script}"}
    with Terminal(app_command(str(path)), environment=surroundings) as terminal:
        terminal.read_until_shown("cannot be opened")
        terminal.send("e")
        terminal.read_until_shown("Bob (N) to move")
