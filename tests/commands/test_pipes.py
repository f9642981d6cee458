"""Commands read regular files and pipes with a writer, and never wait for anything else."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atlantis_core.files.plain_files import NotPlainError, read_plain, read_plain_or_pipe
from tests.commands.running import run, run_process
from tests.commands.samples import GAME, write
from tests.waiting import PATIENCE

GAMES = Path(__file__).parents[2] / "transcripts"
EXPECTED = "(expected a regular file, '-' for standard input, or a process substitution)"
COMMANDS = """
check FILE
check --json FILE
fmt FILE
fmt --check FILE
show FILE
replay FILE
stats FILE
convert FILE out.txt
read FILE
moves FILE
hint FILE
judge FILE
shift FILE
export FILE -o out.svg
turn FILE pass
match random random --board FILE
new --board FILE
hsn explain FILE
hsn diff FILE FILE
map targets FILE
""".split("\n")[1:-1]
RUN_ALL = """
import json, sys
from atlantis_core.commands import main
statuses = []
for words in json.loads(sys.argv[1]):
    print("###", file=sys.stderr, flush=True)
    statuses.append(main(words))
print("###", file=sys.stderr, flush=True)
print(json.dumps(statuses), flush=True)
"""


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    return path


def test_no_command_waits_for_a_pipe_without_a_writer(pipe: Path) -> None:
    words = [line.replace("FILE", str(pipe)).split() for line in COMMANDS]
    finished = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        cwd=pipe.parent,
        timeout=PATIENCE,
    )
    *told, statuses = finished.stdout.splitlines()
    said = finished.stderr.split("###\n")[1:-1]
    for line, status, words_said in zip(COMMANDS, json.loads(statuses), said, strict=True):
        shown = "\n".join(told) if line.startswith("check") else words_said
        assert status == 1, line
        assert f"a pipe without a writer {EXPECTED}" in shown, line


@contextmanager
def filled_pipe(content: bytes) -> Iterator[Path]:
    """The path of a process substitution whose program has written all and ended."""
    reading, writing = os.pipe()
    try:
        os.write(writing, content)
        os.close(writing)
        yield Path(f"/dev/fd/{reading}")
    finally:
        os.close(reading)


@pytest.mark.parametrize("command", ["check", "show", "replay", "moves"])
def test_a_process_substitution_is_read(command: str, tmp_path: Path) -> None:
    expected = run(command, write(tmp_path, GAME))
    with filled_pipe(GAME.encode()) as path:
        told = run(command, path)
    assert told.status == expected.status == 0
    assert told.out.splitlines()[1:] == expected.out.splitlines()[1:]


def test_a_process_substitution_may_be_compressed_or_of_another_game() -> None:
    with filled_pipe(gzip.compress(GAME.encode())) as path:
        assert run("check", path) == (0, "", "")
    with filled_pipe((GAMES / "kalah" / "swapped.kalah").read_bytes()) as path:
        assert run("check", path) == (0, "", "")


def test_a_pipe_that_ends_without_a_byte_has_no_writer() -> None:
    with filled_pipe(b"") as path:
        told = run("show", path)
    assert told == (
        1,
        "",
        f"atlantis show: cannot read '{path}': a pipe without a writer {EXPECTED}\n",
    )


def test_a_writer_may_take_its_time(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is in the pipe when it is opened; only a read that blocks gets what is written."""
    writing = os.open(pipe, os.O_RDWR)

    def write_now(descriptor: int, blocking: bool) -> None:
        set_blocking(descriptor, blocking)
        os.write(writing, GAME.encode())
        os.close(writing)

    set_blocking = os.set_blocking
    monkeypatch.setattr(os, "set_blocking", write_now)
    assert read_plain_or_pipe(pipe, 10_000).data == GAME.encode()


def test_more_than_a_pipe_holds_is_read_in_pieces(pipe: Path) -> None:
    content = bytes(range(256)) * 1024
    ready = os.open(pipe, os.O_RDWR)  # so that there is a writer from the beginning
    thread = threading.Thread(target=lambda: _write_and_close(ready, content))
    thread.start()
    assert read_plain_or_pipe(pipe, 1 << 20)[:2] == (content, len(content))
    thread.join(PATIENCE)


def _write_and_close(descriptor: int, content: bytes) -> None:
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def test_only_so_much_of_a_pipe_is_read() -> None:
    with filled_pipe(b"x" * 1000) as path:
        assert read_plain_or_pipe(path, 10).data == b"x" * 10
        assert read_plain_or_pipe(path, 100).data == b"x" * 100


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused_without_being_opened(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "open")
    told = run("check", device)
    assert told == (1, f"{device}: error: cannot read: a device {EXPECTED}\n", "")


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.json")
        told = run("fmt", "socket.json")
    assert told.err == f"atlantis fmt: cannot read 'socket.json': a socket {EXPECTED}\n"


def test_a_regular_file_that_blocks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """/proc/kmsg is one, but only for root, and reading it takes lines from the system's log."""
    path = write(tmp_path, GAME)
    pieces: list[bytes | BlockingIOError] = [b"{", BlockingIOError()]

    def read(_descriptor: int, _size: int) -> bytes:
        piece = pieces.pop(0)
        if isinstance(piece, BlockingIOError):
            raise piece
        return piece

    monkeypatch.setattr(os, "read", read)
    told = run("check", path)
    assert told.out == f"{path}: error: cannot read: a stream without an end {EXPECTED}\n"


def test_a_pipe_cannot_be_rewritten() -> None:
    with filled_pipe(json.dumps(json.loads(GAME)).encode()) as path:
        told = run("fmt", path)
    assert told == (1, "", f"atlantis fmt: '{path}' was not saved: it is not a regular file\n")


def test_the_app_reads_regular_files_only(pipe: Path) -> None:
    """It saves to them, and must answer keys meanwhile."""
    with pytest.raises(NotPlainError, match="a pipe, not a regular file") as caught:
        read_plain(pipe, 10)
    assert pickle.loads(pickle.dumps(caught.value)).found == "a pipe"  # noqa: S301 - our own


def test_a_folder_is_read_without_its_pipes(pipe: Path) -> None:
    write(pipe.parent, GAME)
    assert run_process("check", pipe.parent) == (0, "", "")
