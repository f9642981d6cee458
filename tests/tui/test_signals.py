"""Signals end the app cleanly: terminal restored, no processes left. Ctrl+Z suspends it."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal, app_command

if os.name != "posix":
    pytest.skip("signals and terminals of POSIX", allow_module_level=True)

THINKER = """
import os, time
with open({log!r}, "w") as log:
    print(os.getpid(), file=log)
time.sleep(600)
"""
SHELL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if not job:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    os.execvp("sh", ["sh", "-c", '"$@"; exit', "sh", *sys.argv[1:]])
_, status = os.waitpid(job, os.WUNTRACED)
os.tcsetpgrp(0, os.getpgrp())
print("stopped" if os.WIFSTOPPED(status) else "ended", flush=True)
input()
os.tcsetpgrp(0, job)
os.killpg(job, signal.SIGCONT)
os.waitpid(job, 0)
"""
"""Runs a command as a shell does, below another process like `make`; Enter is `fg`."""
CANNOT_FLUSH = 120
"""Python's own status where it could not write its last words."""
LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"


def test_app_ends_when_its_terminal_is_closed(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "atlantis_tui", "--new", "hexagon:2", "--seat", "bot:random")
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal((*command, "--seat", "bot:random"), environment=home) as terminal:
        terminal.read_until_text("stones")
        terminal.hang_up()
        for _ in range(3):
            terminal.process.send_signal(signal.SIGHUP)
        assert terminal.process.wait(60) in (128 + signal.SIGHUP, CANNOT_FLUSH)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_signal_ends_the_app_and_its_agents(tmp_path: Path, number: signal.Signals) -> None:
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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_signal_that_another_thread_receives_ends_an_idle_app(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(app_command(), environment=home) as terminal:
        terminal.read_until_text("New game")
        while terminal.read(0.5):
            pass
        main = terminal.process.pid
        threads = [int(entry.name) for entry in Path(f"/proc/{main}/task").iterdir()]
        os.kill(max(thread for thread in threads if thread != main), signal.SIGTERM)
        terminal.read_until(lambda _: LEAVE_ALTERNATE_SCREEN in terminal.received)
        assert terminal.wait() == 128 + signal.SIGTERM


def test_suspend_and_resume_work_under_make(tmp_path: Path) -> None:
    command = (sys.executable, "-c", SHELL, *app_command("--new", "hexagon:2"))
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(command, environment=home) as terminal:
        terminal.read_until_text("stones")
        terminal.send("\x1a")
        terminal.read_until_text("stopped")
        assert LEAVE_ALTERNATE_SCREEN in terminal.received
        terminal.send("\n")
        terminal.read_until_text("stones")
        terminal.send("\x11")
        assert terminal.wait() == 0


def test_suspend_without_a_shell_is_refused(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(app_command("--new", "hexagon:2"), environment=home) as terminal:
        terminal.read_until_text("stones")
        terminal.send("\x1a")
        terminal.read_until_text("cannot suspend")
