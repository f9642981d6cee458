"""Bots of a game hosted without a window play, and end with the server."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from atlantis_core.transcript import load
from tests.commands.running import run
from tests.hosting.conftest import children_of
from tests.tui.terminal import app_command
from tests.waiting import wait_for


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_bots_answer_without_a_window(tmp_path: Path, number: signal.Signals) -> None:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    path = tmp_path / "game.json"
    seats = ("--seat", "bot:random", "--seat", "person")
    assert run("new", "--board", "hexagon:2", *seats, "-o", path).status == 0
    command = app_command("host", str(path), "--listen", "127.0.0.1:0", "--no-window")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            wait_for(_has_turns(path, 1))
            assert run("turn", path, "pass").status == 0
            wait_for(_has_turns(path, 3))
            children = children_of(server.pid)
            assert any("--unseen" in _command_line(pid) for pid in children)
        finally:
            server.send_signal(number)
    assert server.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    wait_for(lambda: not any(map(_command_line, children)))


def _has_turns(path: Path, turns: int) -> Callable[[], bool]:
    return lambda: len(load(path).turns) == turns


def _command_line(pid: int) -> str:
    """The command line of a process; empty once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
