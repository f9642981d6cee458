"""The installed program as a real process: pipes, signals, terminals, unusual environments."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_core.engine import RUNNING
from atlantis_core.version import __version__
from tests.commands.running import process_environment, program, run_process, run_shell
from tests.commands.samples import BOARD, GAME, HOSTILE, write
from tests.waiting import PATIENCE

NOTHING_HEAVY = """
import sys
from atlantis_tui.__main__ import main

status = main(sys.argv[1:])
heavy = {name.partition(".")[0] for name in sys.modules} & {"textual", "rich"}
print(status, *sorted(heavy))
"""

# Tests may be run in the background, where shells have interrupts ignored.
HEED_INTERRUPTS = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_installed_program_prints_its_version() -> None:
    assert run_process("--version") == (0, f"atlantis {__version__} ({RUNNING.value} engine)\n", "")


def test_core_runs_commands_without_the_app(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "atlantis_core", "show", str(write(tmp_path, BOARD))],
        capture_output=True,
        text=True,
        env=process_environment(),
        check=False,
        timeout=PATIENCE,
    )

    assert finished.returncode == 0
    assert "b2" in finished.stdout


@pytest.mark.parametrize("command", [["--version"], ["--help"], ["check", "game.json"], ["shwo"]])
def test_commands_import_no_terminal_library(tmp_path: Path, command: list[str]) -> None:
    write(tmp_path, GAME)

    finished = subprocess.run(
        [sys.executable, "-c", NOTHING_HEAVY, *command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=process_environment(),
        check=False,
        timeout=PATIENCE,
    )

    assert finished.stdout.splitlines()[-1] == ("2" if command == ["shwo"] else "0")


def test_commands_work_together_in_pipes(tmp_path: Path) -> None:
    finished = run_shell(
        "atlantis new --board hexagon:2 --players 3 | atlantis fmt - | atlantis moves - | wc -l",
        tmp_path,
    )

    assert (finished.out.strip(), finished.err) == ("33", "")


def test_broken_pipe_prints_nothing(tmp_path: Path) -> None:
    run_shell("atlantis new --board hexagon:20 -o big.json", tmp_path)

    finished = run_shell("(atlantis show big.json; echo $? >&2) | head -n 1 >/dev/null", tmp_path)

    assert finished.err == "141\n"


def test_closed_pipe_prints_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [*program(), "show", str(path)],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=process_environment(),
    ) as process:
        os.close(writing)
        _, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (141, b"")


def test_interrupt_prints_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HEED_INTERRUPTS, *program(), "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=process_environment(),
    ) as process:
        assert process.stdin is not None
        # More than a pipe holds: once all is written, the command is reading.
        process.stdin.write(b" " * 1_000_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (130, b"", b"")


def test_closed_streams_are_reported(tmp_path: Path) -> None:
    write(tmp_path, GAME)

    no_input = run_shell("atlantis check - <&-", tmp_path)
    no_output = run_shell("atlantis show game.json >&-", tmp_path)
    no_errors = run_shell("atlantis show missing.json 2>&-", tmp_path)
    silent = run_shell("atlantis fmt game.json >&-", tmp_path)

    assert no_input == (1, "<stdin>: error: cannot read: standard input is closed\n", "")
    assert (no_output.status, no_output.err) == (
        1,
        "atlantis show: cannot write the result: standard output is closed\n",
    )
    assert no_errors == (1, "", "")
    assert silent == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_is_reported(tmp_path: Path) -> None:
    write(tmp_path, GAME)

    finished = run_shell("atlantis show game.json >/dev/full", tmp_path)

    assert finished == (
        1,
        "",
        "atlantis show: cannot write the result: no space left on device\n",
    )


def test_full_disk_is_reported_with_the_results_file(tmp_path: Path) -> None:
    match = "atlantis match random random --games 1 --board triangle:2 --out results.jsonl"
    finished = run_shell(f"ulimit -f 0; {match}", tmp_path)
    assert finished == (1, "", "atlantis match: 'results.jsonl': file too large\n")


@pytest.mark.parametrize("command", ["show", "replay", "moves", "stats", "fmt", "shift"])
def test_unreadable_path_is_reported(tmp_path: Path, command: str) -> None:
    takes_folders = command in ("stats", "fmt")
    reasons = {"missing.json": "no such file", ".": "is a directory"}
    for name, reason in list(reasons.items())[: 1 if takes_folders else 2]:
        finished = run_process(command, name, cwd=tmp_path)

        assert (finished.status, finished.out) == (1, "")
        assert f"cannot read '{name}': {reason}" in finished.err
        assert "Traceback" not in finished.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden_file_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    path.chmod(0)

    finished = run_process("show", path)

    assert finished.status == 1
    assert "permission denied" in finished.err


HOSTILE_FILES = {
    "empty": b"",
    "binary": bytes(range(256)) * 20,
    "zeros": b"\0" * 100_000,
    "latin": GAME.encode().replace(b"Ann", b"J\xf6rg"),
    "utf16": GAME.encode("utf-16"),
    "nested": b"[" * 100_000,
    "number": GAME.encode().replace(b'"B2": 1', b'"B2": ' + b"9" * 100_000),
    "truncated": GAME.encode()[:-40],
    "list": b"[1, 2, 3]",
    "old": b"atlantis-transcript 1.0 board",
}


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_no_file_causes_a_traceback(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(HOSTILE_FILES[name])

    for command in ("check", "show"):
        finished = run_process(command, path)

        assert finished.status == 1
        shown = finished.out if command == "check" else finished.err
        assert f"{path}:" in shown
        assert ": error: " in shown
        assert "Traceback" not in finished.err
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown)


def test_huge_file_is_refused_early(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(40 * 1024**3)  # a hole: takes no room on the disk

    finished = run_process("check", path)

    assert finished.status == 1
    assert "too large" in finished.out


def test_installed_program_prints_no_control_characters_from_files(tmp_path: Path) -> None:
    path = write(tmp_path, HOSTILE, "ev\x1b[31mil.json")

    for command in (["show"], ["replay"], ["stats"], ["check"], ["show", "--color", "never"]):
        finished = run_process(*command, path)

        assert finished.status == 0
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", finished.out + finished.err)


def test_read_only_destination_stays_unchanged(tmp_path: Path) -> None:
    messy = GAME.replace("\n", " ")
    path = write(tmp_path, messy)
    path.chmod(0o444)

    finished = run_process("fmt", path)

    if os.access(path, os.W_OK):  # root may write everywhere
        assert finished.status == 0
    else:
        assert (finished.status, path.read_text()) == (1, messy)
        assert "read-only" in finished.err
    nowhere = run_process("convert", path, tmp_path / "no-such-folder" / "game.txt")
    assert nowhere.status == 1
    assert "was not saved: the folder does not exist" in nowhere.err
    folder = run_process("convert", path, tmp_path, "--to", "text")
    assert folder.status == 1
    assert "was not saved: it is a folder" in folder.err


def test_terminal_gets_its_colours_and_a_style_that_fits(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [*program(), "show", str(path)],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            env=process_environment(TERM="xterm-256color", COLUMNS="40"),
        )
        os.close(theirs)
        shown = _read_all(ours)
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        os.close(ours)

    assert "\x1b[" in shown
    assert "48;5;" in shown
    assert "+---+" not in shown


def _read_all(descriptor: int) -> str:
    read = b""
    while True:
        ready, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ready, f"nothing came after {read!r}"
        try:
            piece = os.read(descriptor, 65536)
        except OSError:  # how a pseudo-terminal says that the other side is closed
            piece = b""
        if not piece:
            return read.decode()
        read += piece
