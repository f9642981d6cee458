"""Remote players over SSH: a real client against a real server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from atlantis_tui.hosting.sessions import CONNECTIONS_EACH, SPARE_CONNECTIONS
from tests.hosting.conftest import SSH_OPTIONS, Hosted, client_terminal
from tests.tui.terminal import app_command
from tests.waiting import PATIENCE, wait_for

BOARD_SIGN = "turn 1"
GUESSERS = 100
WATCHERS = 4
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


def test_ssh_asks_for_the_code_by_its_name_and_again_after_a_wrong_one(
    hosted: Hosted, tmp_path: Path
) -> None:
    asked = _asking_for(hosted.code, tmp_path)
    prompts = tmp_path / "prompts"
    Path(asked["SSH_ASKPASS"]).write_text(
        f'#!/bin/sh\necho "$1" >> {prompts}\n'
        f"[ $(wc -l < {prompts}) = 1 ] && echo wrong || echo '{hosted.code}'\n",
        encoding="ascii",
    )

    with client_terminal(hosted.ssh("ann", with_key=False), **asked) as terminal:
        terminal.read_until_shown(BOARD_SIGN)

    first, second = prompts.read_text(encoding="ascii").splitlines()
    assert first.endswith(") Invitation code: ")
    assert second.endswith(") This code is not valid. Invitation code: ")


def test_three_wrong_codes_close_the_connection(hosted: Hosted, tmp_path: Path) -> None:
    asked = _asking_for("23456-789ab-cdefg", tmp_path)
    options = ["-o", "NumberOfPasswordPrompts=9"]
    command = hosted.ssh("ann", with_key=False)

    with client_terminal([command[0], *options, *command[1:]], **asked) as terminal:
        assert terminal.wait() == 255
    assert hosted.clients() == []
    assert b"23456" not in terminal.received


def test_right_code_admits_beside_a_hundred_guessers_at_the_same_address(
    hosted: Hosted, tmp_path: Path
) -> None:
    asyncssh = pytest.importorskip("asyncssh")
    guesses = Counter[int]()

    def guess_until(end: threading.Event) -> None:
        async def guess(number: int) -> None:
            def wrong_code() -> str:
                guesses[number] += 1
                return "23456-789ab-cdefg"

            client = asyncssh.SSHClient()
            client.password_auth_requested = wrong_code
            with suppress(OSError, asyncssh.Error):
                await asyncssh.connect(
                    "127.0.0.1", hosted.port, known_hosts=None, username="seat1",
                    client_factory=lambda: client, client_keys=None, agent_path=None,
                    preferred_auth="password", config=None,
                )  # fmt: skip

        async def guess_all() -> None:
            tasks = [asyncio.create_task(guess(number)) for number in range(GUESSERS)]
            await asyncio.to_thread(end.wait, PATIENCE)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

        asyncio.run(guess_all())

    end = threading.Event()
    guessing = threading.Thread(target=guess_until, args=(end,))
    guessing.start()
    try:
        wait_for(lambda: len(guesses) == GUESSERS)
        asked = _asking_for(hosted.code, tmp_path)
        with client_terminal(hosted.ssh("ann", with_key=False), **asked) as terminal:
            terminal.read_until_shown(BOARD_SIGN)
    finally:
        end.set()
        guessing.join(PATIENCE)
    assert sum(guesses.values()) >= GUESSERS


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


def test_plain_text_needs_no_terminal(hosted: Hosted) -> None:
    typed = b"theirs\nlook b3\nsave x.json\n"
    for words in ((), ("-tt",)):
        command = [*hosted.ssh("ben", *words), "talk"]
        done = subprocess.run(
            command, capture_output=True, input=typed, check=False, timeout=PATIENCE
        )
        said = done.stdout.decode()
        assert "segment" in said
        assert "not a command: 'save'" in said
        assert "\x1b" not in said
        # Only a terminal of the server shows what the player types.
        assert ("look b3" in said) == bool(words)
        if words:
            break
        assert done.returncode == 0


def test_plain_text_works_when_the_output_of_the_host_is_a_file(
    folders: Path, game: Path, key: Path, tmp_path: Path
) -> None:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    assert not folders.exists()
    keys, log = tmp_path / "keys.txt", tmp_path / "log.txt"
    keys.write_text(f"2 {key.with_suffix('.pub').read_text()}", encoding="utf-8")
    command = app_command("host", str(game), "--listen", "127.0.0.1:0", "--no-window")
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen([*command, "--player-keys", str(keys)], stdout=output) as process,
    ):
        try:
            wait_for(lambda: "your key" in log.read_text(encoding="utf-8"))
            lines = tuple(log.read_text(encoding="utf-8").splitlines())
            port = re.search(r"-p (\d+)", "\n".join(lines))
            assert port
            ssh = ["ssh", *SSH_OPTIONS, "-i", str(key), "-p", port[1], "x@127.0.0.1", "talk"]
            done = subprocess.run(
                ssh, capture_output=True, input=b"look b3\n", check=False, timeout=PATIENCE
            )
        finally:
            process.send_signal(signal.SIGTERM)
    assert b"segment" in done.stdout
    assert done.returncode == 0


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
    with (
        socket.create_connection(("127.0.0.1", hosted.port), PATIENCE),  # of a stranger, silent
        client_terminal(hosted.ssh("ben")) as terminal,
    ):
        terminal.read_until_shown(BOARD_SIGN)
        clients = hosted.clients()
        hosted.process.send_signal(signal.SIGTERM)
        assert hosted.process.wait(PATIENCE) == 0
        terminal.wait()
    for pid in clients:
        assert not Path(f"/proc/{pid}").exists()
