"""Signals end the app as its own key does: the terminal is restored, nothing is left thinking."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal

if os.name != "posix":
    pytest.skip("signals and terminals of POSIX", allow_module_level=True)

THINKER = """
import os, time
with open({log!r}, "w") as log:
    print(os.getpid(), file=log)
time.sleep(600)
"""
CANNOT_FLUSH = 120
"""Python's own status where it could not write its last words."""
LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"


def test_the_app_ends_although_its_terminal_has_gone(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "atlantis_tui", "--new", "hexagon:2", "--seat", "bot:random")
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal((*command, "--seat", "bot:random"), environment=home) as terminal:
        terminal.read_until_text("stones")
        terminal.hang_up()
        for _ in range(3):
            terminal.process.send_signal(signal.SIGHUP)
        assert terminal.process.wait(60) in (128 + signal.SIGHUP, CANNOT_FLUSH)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_the_app_and_its_programs(tmp_path: Path, number: signal.Signals) -> None:
    log = tmp_path / "log"
    program = shlex.join([sys.executable, "-c", THINKER.format(log=str(log))])
    seats = ("--seat", f"agent:{program}", "--seat", "person")
    command = (sys.executable, "-m", "atlantis_tui", "--new", "triangle:2", *seats)
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(command, environment=home) as terminal:
        terminal.read_until(lambda _: log.exists() and log.read_text().endswith("\n"))
        terminal.process.send_signal(number)
        terminal.read_until(lambda _: LEAVE_ALTERNATE_SCREEN in terminal.received)
        assert terminal.wait() == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(int(log.read_text()), 0)
