"""Fixtures: a hosted game in a real server process, and a real ssh client if installed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal, app_command
from tests.waiting import PATIENCE

SSH_OPTIONS = (
    "-F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
    " -o IdentitiesOnly=yes"
).split()


@dataclass(frozen=True, slots=True)
class Hosted:
    """A running server and the lines that it printed."""

    path: Path
    process: subprocess.Popen[str]
    lines: tuple[str, ...]
    key: Path
    """Key of the second seat."""

    @property
    def port(self) -> int:
        found = re.search(r"-p (\d+)", "\n".join(self.lines))
        assert found, self.lines
        return int(found[1])

    @property
    def code(self) -> str:
        """Invitation code of the first seat."""
        found = re.search(r"seat1@\S+ +code (\S+)", "\n".join(self.lines))
        assert found, self.lines
        return found[1]

    def ssh(self, user: str, *words: str, with_key: bool = True) -> list[str]:
        """The ssh command of a remote player."""
        key = ["-i", str(self.key)] if with_key else ["-o", "PubkeyAuthentication=no"]
        place = ["-p", str(self.port), f"{user}@127.0.0.1"]
        return ["ssh", *SSH_OPTIONS, *key, *place, *words]

    def clients(self) -> list[int]:
        """Process ids of the clients: children of the fork server."""
        fork_server = children_of(self.process.pid)
        return [pid for parent in fork_server for pid in children_of(parent)]


def children_of(pid: int) -> list[int]:
    """Running child processes."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Separate state folders for this test."""
    home = tmp_path / "home"
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name))
    return home


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    subprocess.run(
        app_command(
            *("new", "--board", "hexagon:2", "--name", "Ann", "--name", "Ben", "-o", str(path))
        ),
        check=True,
        timeout=PATIENCE,
    )
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    keygen = shutil.which("ssh-keygen")
    if shutil.which("ssh") is None or keygen is None:
        pytest.skip("no ssh client on this machine")
    path = tmp_path / "key"
    subprocess.run(
        [keygen, "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True, timeout=PATIENCE
    )
    return path


@pytest.fixture
def hosted(folders: Path, tmp_path: Path, game: Path, key: Path) -> Iterator[Hosted]:
    """A game hosted without a window; the second seat has a key, the first a code."""
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    assert not folders.exists()
    keys = tmp_path / "keys.txt"
    keys.write_text(f"# keys\n2 {key.with_suffix('.pub').read_text()}", encoding="utf-8")
    command = app_command("host", str(game), "--listen", "127.0.0.1:0", "--no-window")
    with subprocess.Popen(
        [*command, "--open-watching", "--watchers", "4", "--player-keys", str(keys), "--codes"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = tuple(process.stdout.readline().rstrip() for _ in range(4))
        yield Hosted(game, process, lines, key)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        # The host's window would share this terminal.
        assert process.stderr.read() == ""


def client_terminal(command: list[str], **environment: str) -> Terminal:
    """An ssh client in its own terminal."""
    assert sys.platform != "win32"
    return Terminal(command, environment=environment)
