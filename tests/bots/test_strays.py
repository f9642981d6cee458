"""Children of programs end with them, also those that left the process group."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from atlantis_core.processes.line_process import LineProcess
from atlantis_core.processes.strays import MARK
from tests.waiting import PATIENCE

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="strays are found on Linux only")

PROGRAM = """
import os, sys, time
kind, note = sys.argv[1:]
def stay():
    with open(note, "a") as file:
        file.write(f"{os.getpid()}\\n")
    time.sleep(600)
if os.fork() == 0:
    os.setsid()
    if kind == "orphan" or kind == "unmarked":
        if os.fork():
            os._exit(0)
    if kind == "unmarked":
        code = f"import os, time; open({note!r}, 'a').write(f'{os.getpid()}\\\\n'); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-c", code], {})
    stay()
print("ready", flush=True)
time.sleep(600)
"""


def wait_for_note(note: Path) -> int:
    """The number that a stray wrote down; a bounded wait for another process."""
    deadline = monotonic() + 30
    while monotonic() < deadline:
        if note.exists() and note.read_text().endswith("\n"):
            return int(note.read_text())
        sleep(0.01)
    pytest.fail("the stray has not begun")


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def assert_ends(pid: int) -> None:
    """A signal was sent; the system takes a moment to deliver it."""
    deadline = monotonic() + 10
    while is_running(pid) and monotonic() < deadline:
        sleep(0.01)
    assert not is_running(pid)


@LINUX_ONLY
@pytest.mark.parametrize("kind", ["child", "orphan", "unmarked"])
def test_a_child_that_left_the_group_ends_too(tmp_path: Path, kind: str) -> None:
    note = tmp_path / "note"
    process = LineProcess((sys.executable, "-c", PROGRAM, kind, str(note)))
    assert process.read_line(30) == "ready"
    stray = wait_for_note(note)
    assert os.getsid(stray) != os.getsid(0)
    process.close(0)
    assert_ends(stray)


@LINUX_ONLY
def test_one_program_is_ended_and_the_other_plays_on(tmp_path: Path) -> None:
    notes = [tmp_path / "first", tmp_path / "second"]
    first, second = (
        LineProcess((sys.executable, "-c", PROGRAM, "orphan", str(note))) for note in notes
    )
    try:
        assert first.read_line(30) == second.read_line(30) == "ready"
        strays = [wait_for_note(note) for note in notes]
        first.close(0)
        assert is_running(strays[1])
    finally:
        second.close(0)
    for stray in strays:
        assert_ends(stray)


@LINUX_ONLY
def test_children_of_our_own_are_left_alone() -> None:
    """Whoever hosts games starts programs in sessions of their own, too."""
    sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
    own = subprocess.Popen(sleeping, start_new_session=True)
    try:
        LineProcess(("sh", "-c", "sleep 600")).close(0)
        assert own.poll() is None
    finally:
        own.kill()
        own.wait(timeout=PATIENCE)


ECHO = """
import sys, time
{before}
for line in sys.stdin:
    print(len(line), flush=True)
{after}
"""


def test_what_did_not_fit_into_the_pipe_is_sent_later() -> None:
    """The pipe takes 64 kB; the program begins to read only when it is asked."""
    process = LineProcess((sys.executable, "-c", ECHO.format(before="time.sleep(0.3)", after="")))
    try:
        process.send("x" * 300_000)
        process.send("y" * 10)
        assert process.read_line(60) == "300001"
        assert process.read_line(60) == "11"
    finally:
        process.close(0)


def test_a_program_sees_the_end_of_its_input(tmp_path: Path) -> None:
    note = tmp_path / "note"
    after = f"open({str(note)!r}, 'w').write('end of input')"
    process = LineProcess((sys.executable, "-c", ECHO.format(before="", after=after)))
    process.send("hello")
    assert process.read_line(60) == "6"
    process.close(60)
    assert note.read_text() == "end of input"


def test_a_program_is_asked_to_end_before_it_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "note"
    code = (
        "import signal, sys, time\n"
        f"def told(*_): open({str(note)!r}, 'w').write('told'); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, told)\n"
        "print('ready', flush=True)\n"
        "while True: time.sleep(0.05)\n"
    )
    process = LineProcess((sys.executable, "-c", code))
    assert process.read_line(60) == "ready"
    process.close(5)
    assert note.read_text() == "told"


def test_a_program_is_marked_and_we_are_not() -> None:
    process = LineProcess(("sh", "-c", f"echo ${MARK}"))
    try:
        assert len(process.read_line(30)) == 32
    finally:
        process.close(0)
    assert MARK not in os.environ
