"""A remote player can reach only the game: the tests press every key and type every command."""

from __future__ import annotations

import os
import string
from pathlib import Path

import pytest

from atlantis_core.transcript import load, replay
from atlantis_tui.game.typed_commands import Word
from tests.hosting.conftest import children_of
from tests.tui.terminal import Terminal, app_command, plain

CONTROLS = [chr(code) for code in range(1, 32) if chr(code) not in "\x11\x1b"]
"""Every control key except Ctrl+Q, which quits; Escape is among the sequences."""
FUNCTION_KEYS = [f"\x1bO{letter}" for letter in "PQRS"] + [
    f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)
]
DROP = "\x1b0"
"""Escape, and a key that changes nothing: on a busy machine Escape and the next key may arrive
as one, and Escape with a bracket begins a sequence that swallows whatever follows.
"""
ALT_KEYS = [f"\x1b{letter}" for letter in string.ascii_letters if letter not in "PX"]
WORDS = [
    *(word.value for word in Word if word is not Word.QUIT),
    "save as ../elsewhere.json",
    "theme nord",
    "speed 3",
    "!ls",
    "edit",
    "open /etc/passwd",
    "export x.svg",
    "hint",
]


def _everything_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_no_key_or_command_of_a_remote_player_reaches_beyond_the_game(
    tmp_path: Path, game: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    before = _everything_in(tmp_path)
    environment = {"HOME": str(home), "EDITOR": "touch edited", "SHELL": "/bin/sh"}

    command = app_command(str(game), "--as", "1", "--guest")
    with Terminal(command, environment=environment, folder=tmp_path) as terminal:
        terminal.read_until_shown("turn 1")
        started = set()
        for key in [*string.printable, *CONTROLS, *FUNCTION_KEYS, *ALT_KEYS]:
            terminal.send(key)
            terminal.read(0.01)
            started |= set(children_of(terminal.process.pid))
            terminal.send(DROP)
            terminal.read(0.01)
        for word in WORDS:
            terminal.send(f":{word}\r")
            terminal.read(0.02)
            started |= set(children_of(terminal.process.pid))
            terminal.send(DROP)
            terminal.read(0.01)
        terminal.read_until_quiet(0.5)
        assert terminal.process.poll() is None, plain(terminal.received)[-3000:]
        terminal.send("\x11")
        assert terminal.wait() == 0, plain(terminal.received)[-3000:]

    after = _everything_in(tmp_path)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    plans = {name for name in changed if Path(name).parent.name == "plans"}
    assert changed - plans <= {"game.json"}
    assert started == set()
    # The game is still legal, and only the remote player's own turns are new.
    assert replay(load(game)).turn_number <= 1


def test_error_message_for_a_remote_player_hides_the_path(tmp_path: Path) -> None:
    missing = tmp_path / "secret" / "game.json"
    with Terminal(app_command(str(missing), "--guest")) as terminal:
        assert terminal.wait() == 1
    assert b"cannot open this game" in terminal.received
    assert os.fsencode(tmp_path) not in terminal.received
