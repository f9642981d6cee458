"""The fork server exits with its host."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

from atlantis_tui.hosting.fork_server import MANY, MAX_MESSAGE
from tests.hosting.conftest import children_of
from tests.waiting import PATIENCE, wait_for


def test_exits_cleanly_when_the_host_closes_without_reading_the_last_message() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        fork_server = subprocess.Popen(
            [sys.executable, "-m", "atlantis_tui.hosting.fork_server", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stderr=subprocess.PIPE,
        )
    wish = {"id": 1, "arguments": ["--no-such"], "environment": {}, "columns": 80, "rows": 24}
    with ours:
        ours.settimeout(PATIENCE)
        ours.send(json.dumps(wish).encode())
        assert ours.recv(1, socket.MSG_PEEK)

    _, said = fork_server.communicate(timeout=PATIENCE)

    assert (fork_server.returncode, said) == (0, b"")


def test_recording_of_a_visit_ends_and_clients_start_afterwards() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        fork_server = subprocess.Popen(
            [sys.executable, "-m", "atlantis_tui.hosting.fork_server", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stderr=subprocess.PIPE,
        )
    wish = {"arguments": ["--no-such"], "environment": {}, "columns": 80, "rows": 24}
    with ours:
        ours.settimeout(PATIENCE)
        for number in range(1, MANY + 2):
            ours.send(json.dumps({"id": number, **wish}).encode())
            assert json.loads(ours.recv(MAX_MESSAGE))["pid"]
            assert "exited" in json.loads(ours.recv(MAX_MESSAGE))
            wait_for(lambda: not children_of(fork_server.pid))
    _, said = fork_server.communicate(timeout=PATIENCE)
    assert (fork_server.returncode, said) == (0, b"")


def test_clients_import_nothing() -> None:
    """What a client imports itself is not shared, and takes the time of its first frame."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hosting.imports_of_a_visit"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout.split() == []
