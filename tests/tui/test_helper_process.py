"""Commands in other processes end with the app that started them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_tui.game.helper_process import run_until_exit
from tests.waiting import PATIENCE, wait_for

COMMAND = """
import os, sys, time
print("running", file=sys.stderr, flush=True)
open(sys.argv[1], "w").write(str(os.getpid()))
time.sleep(600)
"""
APP = """
import os, sys, threading, time
from atlantis_tui.game.helper_process import run_until_exit
command = [sys.executable, "-c", *sys.argv[1:]]
threading.Thread(target=run_until_exit, args=(command,), daemon=True).start()
while not os.path.exists(sys.argv[2]) or not os.path.getsize(sys.argv[2]):
    time.sleep(0.01)
"""


def test_output_and_status_are_returned() -> None:
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    done = run_until_exit([sys.executable, "-c", code])
    assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (3, b"out", b"err")


@pytest.mark.skipif(not hasattr(os, "kill"), reason="needs signals")
def test_command_ends_when_the_app_exits(tmp_path: Path) -> None:
    """The process that indexes games went on after the app had ended."""
    path = tmp_path / "pid"
    subprocess.run([sys.executable, "-c", APP, COMMAND, str(path)], check=True, timeout=PATIENCE)
    number = int(path.read_text())
    wait_for(lambda: not _is_running(number))


def test_no_command_starts_after_the_end_of_the_app(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    # What is registered first is called last.
    code = """
import atexit, sys
atexit.register(lambda: run_until_exit([sys.executable, "-c", *sys.argv[1:]]))
from atlantis_tui.game.helper_process import run_until_exit
"""
    command = [sys.executable, "-c", code, "import sys; open(sys.argv[1], 'w')", str(path)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    assert not path.exists()


def _is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        if Path("/proc/self").exists():
            return False
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return False
        return True
    return state != "Z"
