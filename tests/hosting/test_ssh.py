"""Remote players over SSH: a real client against a real server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import pytest

from atlantis_tui.hosting.sessions import CONNECTIONS_EACH, SPARE_CONNECTIONS
from tests.hosting.conftest import Hosted, client_terminal
from tests.waiting import PATIENCE, wait_for

BOARD_SIGN = "turn 1"
WATCHERS = 2
"""As the fixture says."""


def _wait_for_clients(hosted: Hosted, number: int) -> None:
    wait_for(lambda: len(hosted.clients()) == number)


def _asking_for(code: str, folder: Path) -> dict[str, str]:
    """An environment in which ssh gets its password from a script."""
    answer = folder / "answer.sh"
    answer.write_text(f"#!/bin/sh\necho '{code}'\n", encoding="ascii")
    answer.chmod(0o700)
    return {"SSH_ASKPASS": str(answer), "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}


@pytest.mark.parametrize("content", [b"garbage", b"", b"\xff", None], ids=str)
def test_invalid_host_key_is_reported_and_kept(tmp_path: Path, content: bytes | None) -> None:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    from atlantis_tui.hosting.ssh_server import HostKeyError, load_host_key  # noqa: PLC0415

    path = tmp_path / "host_key"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(HostKeyError, match="host_key' is not a valid host key"):
        load_host_key(path)
    assert path.is_dir() if content is None else path.read_bytes() == content


def test_host_prints_fingerprint_and_an_invitation_per_seat(hosted: Hosted) -> None:
    fingerprint, ann, ben, watching = hosted.lines

    assert fingerprint.startswith("host key fingerprint: SHA256:")
    assert ann.startswith(f"Ann: ssh -p {hosted.port} seat1@127.0.0.1   code ")
    assert ben == f"Ben: ssh -p {hosted.port} seat2@127.0.0.1   your key"
    assert watching == f"to watch: ssh -p {hosted.port} watch@127.0.0.1"


def test_key_admits_to_its_seat_and_killing_the_client_ends_the_process(hosted: Hosted) -> None:
    with client_terminal(hosted.ssh("any-user")) as terminal:
        terminal.read_until_shown(BOARD_SIGN)
        _wait_for_clients(hosted, 1)
        os.killpg(terminal.process.pid, signal.SIGKILL)
        _wait_for_clients(hosted, 0)


def test_code_admits_with_other_case_and_separators(hosted: Hosted, tmp_path: Path) -> None:
    asked = _asking_for(hosted.code.upper().replace("-", " "), tmp_path)

    with client_terminal(hosted.ssh("ann", with_key=False), **asked) as terminal:
        terminal.read_until_shown(BOARD_SIGN)


def test_three_wrong_codes_close_the_connection(hosted: Hosted, tmp_path: Path) -> None:
    asked = _asking_for("23456-789ab-cdefg", tmp_path)
    options = ["-o", "NumberOfPasswordPrompts=9"]
    command = hosted.ssh("ann", with_key=False)

    with client_terminal([command[0], *options, *command[1:]], **asked) as terminal:
        assert terminal.wait() == 255
    assert hosted.clients() == []
    assert b"23456" not in terminal.received


def test_second_connection_to_a_seat_disconnects_the_first(hosted: Hosted) -> None:
    with client_terminal(hosted.ssh("ben")) as first:
        first.read_until_shown(BOARD_SIGN)
        with client_terminal(hosted.ssh("ben")) as second:
            second.read_until_shown(BOARD_SIGN)
            first.read_until_text("your seat was taken by another connection")
            first.wait()
            _wait_for_clients(hosted, 1)


def test_output_after_disconnecting_is_dropped() -> None:
    ssh_server = pytest.importorskip("atlantis_tui.hosting.ssh_server")
    client, channel = Mock(), Mock()
    channel.get_terminal_size.return_value = (80, 24, 0, 0)
    channel.get_terminal_type.return_value = "xterm"
    channel.get_environment.return_value = {}
    channel.is_closing.return_value = False
    sessions = Mock(**{"start.return_value": client, "terms.idle_seconds": -1.0})
    session = ssh_server.ClientSession(sessions, frozenset(), "127.0.0.1", "ben")
    session.connection_made(channel)
    session.pty_requested("xterm", (80, 24, 0, 0), {})

    session.session_started()  # disconnects at once: the idle limit is negative
    channel.write.side_effect = BrokenPipeError
    client.on_output(b"the last frame")

    channel.exit.assert_called_once_with(1)


def test_spectators_need_no_code_and_are_limited(hosted: Hosted) -> None:
    watch = hosted.ssh("watch", with_key=False)

    with client_terminal(watch) as first, client_terminal(watch) as second:
        first.read_until_shown(BOARD_SIGN)
        second.read_until_shown(BOARD_SIGN)
        with client_terminal(watch) as third:
            third.read_until_text("too many spectators")
            assert third.wait() == 1


def test_commands_sftp_and_forwarding_are_refused(hosted: Hosted) -> None:
    for words in (["ls", "/"], ["-s", "sftp"]):
        command = hosted.ssh("ben")
        refused = subprocess.run(
            [*command[:1], *(words[:1] if words[0] == "-s" else []), *command[1:], words[-1]],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=PATIENCE,
        )
        assert refused.returncode == 255
        assert refused.stdout == b""

    without_terminal = subprocess.run(
        hosted.ssh("ben", "-T"),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=PATIENCE,
    )
    assert without_terminal.returncode == 1
    assert b"this game needs a terminal" in without_terminal.stdout
    assert hosted.clients() == []


def test_garbage_on_the_port_does_not_affect_a_connected_player(hosted: Hosted) -> None:
    with client_terminal(hosted.ssh("ben")) as terminal:
        terminal.read_until_shown(BOARD_SIGN)
        for said in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", bytes(range(256)) * 40, b""):
            with socket.create_connection(("127.0.0.1", hosted.port)) as stranger:
                stranger.sendall(said)
                stranger.shutdown(socket.SHUT_WR)
        terminal.send("?")
        terminal.read_until_text("Help")


def test_silent_connections_do_not_block_other_addresses(hosted: Hosted) -> None:
    if sys.platform != "linux":
        pytest.skip("one address for this machine is not enough")
    with ExitStack() as stack:
        for _ in range(CONNECTIONS_EACH * WATCHERS + 2 * SPARE_CONNECTIONS):
            stranger = socket.create_connection(
                ("127.0.0.1", hosted.port), PATIENCE, ("127.0.0.2", 0)
            )
            stack.enter_context(stranger)
        with client_terminal(hosted.ssh("ben")) as terminal:
            terminal.read_until_shown(BOARD_SIGN)


def test_client_that_never_reads_does_not_delay_others(hosted: Hosted) -> None:
    with (
        client_terminal(hosted.ssh("watch", with_key=False)) as deaf,
        client_terminal(hosted.ssh("ben")) as terminal,
    ):
        deaf.read_until_shown(BOARD_SIGN)
        terminal.read_until_shown(BOARD_SIGN)
        deaf.send("\x0c+-p" * 200)
        deaf.process.send_signal(signal.SIGSTOP)
        try:
            terminal.send("?")
            terminal.read_until_text("Help")
        finally:
            deaf.process.send_signal(signal.SIGCONT)


def test_window_size_is_passed_on(hosted: Hosted) -> None:
    with client_terminal(hosted.ssh("ben")) as terminal:
        terminal.read_until_shown(BOARD_SIGN)
        terminal.resize(120, 40)
        terminal.process.send_signal(signal.SIGWINCH)
        terminal.read_until(lambda received: b"\x1b[40;" in received or b"\x1b[39;" in received)


def test_all_processes_end_with_the_server(hosted: Hosted) -> None:
    with client_terminal(hosted.ssh("ben")) as terminal:
        terminal.read_until_shown(BOARD_SIGN)
        clients = hosted.clients()
        hosted.process.send_signal(signal.SIGTERM)
        assert hosted.process.wait(PATIENCE) == 0
        terminal.wait()
    for pid in clients:
        assert not Path(f"/proc/{pid}").exists()
