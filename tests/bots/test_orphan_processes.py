"""Processes started by agents end with them, even after leaving the process group."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_core.processes import line_process, process_tree
from atlantis_core.processes.line_process import MAX_LINE, LineProcess
from atlantis_core.processes.orphan_processes import MARK
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from tests.waiting import PATIENCE, wait_for

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="orphans are found on Linux only")

PROGRAM = """
import os, sys, time
kind, note = sys.argv[1:]
def stay():
    with open(note, "a") as file:
        file.write(f"{os.getpid()}\\n")
    while kind != "brief":
        time.sleep(0.01)
        if os.path.exists(note + ".asked"):
            open(note + ".answered", "w").close()
    os._exit(0)
if os.fork() == 0:
    os.setsid()
    if kind in ("orphan", "unmarked", "brief"):
        leader = os.getpid()
        if os.fork():
            os._exit(0)
        while os.getppid() == leader:
            time.sleep(0.01)
    if kind in ("unmarked", "left"):
        code = f"import os, time; open({note!r}, 'a').write(f'{os.getpid()}\\\\n'); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-c", code], {})
    stay()
print("ready", flush=True)
sys.stdin.read()
if kind != "left":
    time.sleep(600)
"""


def wait_for_note(note: Path) -> int:
    """The process id that an orphan wrote; waits a bounded time for it."""
    wait_for(lambda: note.exists() and note.read_text().endswith("\n"))
    return int(note.read_text())


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def assert_ends(pid: int) -> None:
    """Wait for a signalled process to end: delivery takes a moment."""
    wait_for(lambda: not is_running(pid))


def assert_lives(note: Path) -> None:
    """Check that an orphan still answers: a signalled one may run for a moment, but cannot."""
    note.with_suffix(".asked").touch()
    wait_for(note.with_suffix(".answered").exists)


@LINUX_ONLY
@pytest.mark.parametrize("kind", ["child", "orphan", "unmarked", "left"])
def test_process_that_left_the_group_ends_too(tmp_path: Path, kind: str) -> None:
    note = tmp_path / "note"
    process = LineProcess((sys.executable, "-c", PROGRAM, kind, str(note)))
    assert process.read_line(30) == "ready"
    stray = wait_for_note(note)
    assert os.getsid(stray) != os.getsid(0)
    process.close(30 if kind == "left" else 0)
    assert_ends(stray)


@LINUX_ONLY
def test_ending_one_program_leaves_the_other_running(tmp_path: Path) -> None:
    notes = [tmp_path / "first", tmp_path / "second"]
    first, second = (
        LineProcess((sys.executable, "-c", PROGRAM, "orphan", str(note))) for note in notes
    )
    try:
        assert first.read_line(30) == second.read_line(30) == "ready"
        strays = [wait_for_note(note) for note in notes]
        first.close(0)
        assert_ends(strays[0])
        assert_lives(notes[1])
    finally:
        second.close(0)
    assert_ends(strays[1])


@LINUX_ONLY
def test_orphan_that_exits_is_reaped(tmp_path: Path) -> None:
    """Orphans are reparented to this process, which must collect their exit status."""
    note = tmp_path / "note"
    process = LineProcess((sys.executable, "-c", PROGRAM, "brief", str(note)))
    try:
        assert process.read_line(30) == "ready"
        stray = wait_for_note(note)
        assert_ends(stray)
        assert Path(f"/proc/{stray}").exists()
    finally:
        process.close(0)
    assert not Path(f"/proc/{stray}").exists()


@LINUX_ONLY
def test_own_child_processes_are_left_alone() -> None:
    """A host of games starts programs in sessions of their own, too."""
    for is_apart in (True, False):
        own = subprocess.Popen(
            [sys.executable, "-c", "print(input())"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=is_apart,
        )
        LineProcess(("sh", "-c", "sleep 600")).close(0)
        assert own.communicate(b"still here\n", timeout=PATIENCE)[0] == b"still here\n"


ECHO = """
import sys, time
{before}
for line in sys.stdin:
    print(len(line), flush=True)
{after}
"""


def test_input_larger_than_the_pipe_is_sent_later() -> None:
    """The pipe takes 64 kB; the program starts to read only when asked."""
    process = LineProcess((sys.executable, "-c", ECHO.format(before="time.sleep(0.3)", after="")))
    try:
        process.send("x" * 300_000)
        process.send("y" * 10)
        assert process.read_line(60) == "300001"
        assert process.read_line(60) == "11"
    finally:
        process.close(0)


def test_rest_is_sent_as_soon_as_the_program_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next periodic check would be too late here."""
    monkeypatch.setattr(line_process, "_CHECK_SECONDS", 60)
    process = LineProcess((sys.executable, "-c", ECHO.format(before="time.sleep(0.3)", after="")))
    try:
        process.send("x" * 300_000)
        assert process.read_line(60) == "300001"
    finally:
        process.close(0)


def test_program_sees_the_end_of_its_input(tmp_path: Path) -> None:
    note = tmp_path / "note"
    after = f"open({str(note)!r}, 'w').write('end of input')"
    process = LineProcess((sys.executable, "-c", ECHO.format(before="", after=after)))
    process.send("hello")
    assert process.read_line(60) == "6"
    process.close(60)
    assert note.read_text() == "end of input"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_long_final_output_does_not_keep_a_program_from_ending(tmp_path: Path, stream: str) -> None:
    """Far more than a pipe holds: the program can only exit if its output is read to the end."""
    note = tmp_path / "note"
    after = f"sys.{stream}.write('x' * 500_000)\nopen({str(note)!r}, 'w').write('end')"
    process = LineProcess((sys.executable, "-c", ECHO.format(before="", after=after)))
    process.send("hello")
    assert process.read_line(60) == "6"
    process.close(60)
    assert note.read_text() == "end"


def test_program_that_exits_on_its_own_gets_no_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[signal.Signals] = []
    monkeypatch.setattr(process_tree, "_signal", lambda _child, number: told.append(number))
    LineProcess((sys.executable, "-c", ECHO.format(before="", after=""))).close(60)
    assert told == [signal.SIGKILL]


def test_program_is_asked_to_end_before_it_is_killed(tmp_path: Path) -> None:
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


def test_program_is_marked_and_this_process_is_not() -> None:
    process = LineProcess(("sh", "-c", f"echo ${MARK}"))
    try:
        assert len(process.read_line(30)) == 32
    finally:
        process.close(0)
    assert MARK not in os.environ


def test_program_that_cannot_start_is_reported_with_the_reason() -> None:
    with pytest.raises(ProtocolViolation) as caught:
        LineProcess(("no/such\x1bprogram",))
    assert caught.value.fault is Fault.NO_START
    assert str(caught.value) == "cannot start 'no/such␛program': No such file or directory"


@pytest.mark.parametrize("surplus", [0, 1])
def test_line_length_limit_is_exact(surplus: int) -> None:
    code = f"print('x' * {MAX_LINE + surplus}, flush=True); input()"
    process = LineProcess((sys.executable, "-c", code))
    try:
        if not surplus:
            assert len(process.read_line(60)) == MAX_LINE
            return
        with pytest.raises(ProtocolViolation, match=f"more than {MAX_LINE} bytes") as caught:
            process.read_line(60)
        assert caught.value.fault is Fault.ENDLESS_LINE
    finally:
        process.close(0)


def test_ended_program_is_noticed_while_its_pipes_stay_open() -> None:
    process = LineProcess(("sh", "-c", "sleep 600 & exit 7"))
    try:
        with pytest.raises(
            ProtocolViolation, match=r"exited without answering \(status 7\)"
        ) as caught:
            process.read_line(60)
        assert caught.value.fault is Fault.EXIT
    finally:
        process.close(0)


def test_ended_program_is_noticed_after_its_status_was_collected_elsewhere() -> None:
    """As when a host waits for all its children: the exit status is lost."""
    process = LineProcess(("sh", "-c", "sleep 600 & exit 7"))
    try:
        os.waitpid(process._tree._child.pid, 0)
        with pytest.raises(ProtocolViolation, match=r"exited without answering$") as caught:
            process.read_line(60)
        assert caught.value.fault is Fault.EXIT
    finally:
        process.close(0)


@pytest.mark.parametrize(("length", "quoted"), [(80, "x" * 80), (81, "x" * 80 + "...")])
def test_long_quotes_end_with_dots(length: int, quoted: str) -> None:
    process = LineProcess(("printf", "x" * length))
    try:
        with pytest.raises(ProtocolViolation) as caught:
            process.read_line(60)
    finally:
        process.close(0)
    assert str(caught.value) == f"exited in the middle of a line: '{quoted}'"


def test_end_of_long_stderr_is_kept() -> None:
    code = "import sys; sys.stderr.write('lost' + 'kept' + 'x' * 1996)"
    process = LineProcess((sys.executable, "-c", code))
    try:
        with pytest.raises(ProtocolViolation) as caught:
            process.read_line(60)
    finally:
        process.close(0)
    assert "; last line on stderr: 'keptxxx" in str(caught.value)


@LINUX_ONLY
def test_closed_program_leaves_no_open_descriptors() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        LineProcess(("sh", "-c", "exit")).close(0)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_waiting_for_a_silent_program_does_not_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    next_line = LineProcess._next_line

    def counted(process: LineProcess) -> bytes | None:
        looks.append(1)
        return next_line(process)

    monkeypatch.setattr(LineProcess, "_next_line", counted)
    process = LineProcess(("sleep", "600"))
    try:
        with pytest.raises(ProtocolViolation, match=r"did not answer within 0[.]6 seconds"):
            process.read_line(0.6)
    finally:
        process.close(0)
    assert len(looks) < 10
