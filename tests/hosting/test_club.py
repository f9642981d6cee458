"""A club over SSH: real clients against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atlantis_core.files.locks import honours_locks
from atlantis_core.transcript import load
from atlantis_tui.club.members import load_roster
from atlantis_tui.hosting.host_command import add_arguments
from atlantis_tui.hosting.host_game import make_plan
from tests.club.conftest import add_game
from tests.commands.running import PLAIN, run
from tests.hosting.conftest import Hosted, client_terminal
from tests.tui.terminal import app_command
from tests.waiting import PATIENCE, wait_for


@pytest.fixture
def club(tmp_path: Path, key: Path) -> Path:
    """A club of two: ben has a key."""
    folder = tmp_path / "club"
    folder.mkdir()
    public = key.with_suffix(".pub").read_text(encoding="ascii")
    (folder / "members.txt").write_text(f"ann\nben {public}", encoding="utf-8")
    add_game(folder, "first", "ben", "ann")
    add_game(folder, "second", "ann", None)
    return folder


@contextmanager
def hosting(club: Path, key: Path) -> Iterator[Hosted]:
    command = app_command("host", str(club), "--listen", "127.0.0.1:0", "--open-watching")
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = tuple(process.stdout.readline().rstrip() for _ in range(4))
        yield Hosted(club, process, lines, key)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert process.stderr.read() == ""


@pytest.fixture
def hosted_club(folders: Path, club: Path, key: Path) -> Iterator[Hosted]:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    assert not folders.exists()
    with hosting(club, key) as hosted:
        yield hosted


def _asking_for(code: str, folder: Path) -> dict[str, str]:
    answer = folder / "answer.sh"
    answer.write_text(f"#!/bin/sh\necho '{code}'\n", encoding="ascii")
    answer.chmod(0o700)
    return {"SSH_ASKPASS": str(answer), "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}


def _invited(hosted: Hosted) -> str:
    """The code of a new invitation."""
    said = run("host", hosted.path, "--address", "club.example:2022", "--invite", "1").out
    found = re.match(r"invitation: ssh -p 2022 NAME@club\.example   code (\S+)\n", said)
    assert found, said
    return found[1]


def _other_key(folder: Path) -> Path:
    path = folder / "other_key"
    keygen = shutil.which("ssh-keygen") or ""
    subprocess.run(
        [keygen, "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True, timeout=PATIENCE
    )
    return path


def _with_key(hosted: Hosted, user: str, key: Path) -> list[str]:
    return [str(key) if word == str(hosted.key) else word for word in hosted.ssh(user)]


def test_host_prints_how_members_connect(hosted_club: Hosted) -> None:
    fingerprint, members, ann, watching = hosted_club.lines
    at = f"ssh -p {hosted_club.port}"

    assert fingerprint.startswith("host key fingerprint: SHA256:")
    assert members == f"2 members: {at} NAME@127.0.0.1"
    assert ann.startswith(f"ann: {at} ann@127.0.0.1   code ")
    assert watching == f"to watch: {at} watch@127.0.0.1"


def test_key_opens_the_lobby_and_a_turn_reaches_the_opponent(
    hosted_club: Hosted, tmp_path: Path
) -> None:
    found = re.search(r"code (\S+)", hosted_club.lines[2])
    assert found
    asked = _asking_for(found[1], tmp_path)
    with (
        client_terminal(hosted_club.ssh("any")) as ben,
        client_terminal(hosted_club.ssh("ann", with_key=False), **asked) as ann,
    ):
        ben.read_until_shown("Your turn")
        ann.read_until_shown("ben to move")
        ben.send("\r")
        ben.read_until_shown("no moves yet")
        ben.send(":b3-c4\r:end\r")
        wait_for(lambda: len(load(hosted_club.path / "first.json").turns) == 1)
        ann.read_until_shown("turn 2")


def test_invitation_registers_the_key_and_the_name_once(
    hosted_club: Hosted, tmp_path: Path
) -> None:
    code = _invited(hosted_club)
    asked = _asking_for(code, tmp_path)
    key = _other_key(tmp_path)

    with client_terminal(_with_key(hosted_club, "ben", key), **asked) as taken:
        taken.read_until_text("'ben' is a member already")
    with client_terminal(_with_key(hosted_club, "cleo", key), **asked) as terminal:
        terminal.read_until_shown("Club: cleo")
    with client_terminal(_with_key(hosted_club, "x", key)) as terminal:
        terminal.read_until_shown("Club: cleo")
    with client_terminal(hosted_club.ssh("dora", with_key=False), **asked) as terminal:
        assert terminal.wait() == 255
    assert [member.name for member in load_roster(hosted_club.path).members] == [
        "ann",
        "ben",
        "cleo",
    ]
    assert code not in (hosted_club.path / "members.txt").read_text(encoding="utf-8")


def test_invitation_without_a_key_says_how_to_make_one(hosted_club: Hosted, tmp_path: Path) -> None:
    code = _invited(hosted_club)
    asked = _asking_for(code, tmp_path)

    with client_terminal(hosted_club.ssh("cleo", with_key=False), **asked) as terminal:
        terminal.read_until_text("run 'ssh-keygen -t ed25519'")
    assert len(load_roster(hosted_club.path).invitations) == 1


def test_removed_member_is_disconnected_and_not_admitted(hosted_club: Hosted) -> None:
    with client_terminal(hosted_club.ssh("ben")) as terminal:
        terminal.read_until_shown("Your turn")
        (hosted_club.path / "members.txt").write_text("ann\n", encoding="utf-8")
        terminal.read_until_text("you are no longer a member")
        terminal.wait()
    command, *rest = hosted_club.ssh("ben")
    with client_terminal([command, "-o", "BatchMode=yes", *rest]) as terminal:
        assert terminal.wait() == 255


def test_second_host_shows_turns_of_the_first_and_survives_it(hosted_club: Hosted) -> None:
    with (
        hosting(hosted_club.path, hosted_club.key) as second,
        client_terminal(second.ssh("watch", with_key=False)) as watching,
    ):
        watching.read_until_shown("first")
        with client_terminal(hosted_club.ssh("ben")) as ben:
            ben.read_until_shown("Your turn")
            ben.send("\r")
            ben.read_until_shown("no moves yet")
            ben.send(":b3-c4\r:end\r")
            watching.read_until_shown("turn 2, ann to move")
            hosted_club.process.kill()
            hosted_club.process.wait(PATIENCE)
        with client_terminal(second.ssh("ben")) as again:
            again.read_until_shown("Your games")
    assert len(load(hosted_club.path / "first.json").turns) == 1


def test_browsers_and_ssh_clients_share_one_folder(hosted_club: Hosted) -> None:
    aiohttp = pytest.importorskip("aiohttp", reason="the extra 'web' is not installed")
    pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")

    async def lobby_of(address: str) -> bytes:
        page, _, code = address.partition("#")
        async with (
            aiohttp.ClientSession() as client,
            client.ws_connect(f"{page}ws?width=80&height=24", origin=page.rstrip("/")) as browser,
        ):
            await browser.send_str(json.dumps(["code", code]))
            shown = b""
            while b"Your turn" not in shown:
                shown += (await browser.receive(PATIENCE)).data
            return shown

    command = app_command("serve", str(hosted_club.path), "--listen", "127.0.0.1:0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline().strip() for _ in range(3)]
            addresses = dict(line.split(": ", 1) for line in lines)
            assert list(addresses) == ["ann", "ben", "to watch"]
            assert b"ben" in asyncio.run(lobby_of(addresses["ben"]))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def test_members_see_which_opponents_are_connected(hosted_club: Hosted, tmp_path: Path) -> None:
    found = re.search(r"code (\S+)", hosted_club.lines[2])
    assert found
    with client_terminal(hosted_club.ssh("ben")) as ben:
        ben.read_until_shown("Your turn")
        ben.send("\r")
        ben.read_until_shown("not connected: ann")
        asked = _asking_for(found[1], tmp_path)
        with client_terminal(hosted_club.ssh("ann", with_key=False), **asked) as ann:
            ben.read_until_shown("ann joined")
            ann.read_until_shown("ben to move")
            ann.send("\x1b[B\r")
            ann.read_until_shown("connected: ben")
        ben.read_until_shown("ann left")


def test_members_learn_why_they_are_disconnected(hosted_club: Hosted) -> None:
    with client_terminal(hosted_club.ssh("ben")) as terminal:
        terminal.read_until_shown("Your turn")
        hosted_club.process.send_signal(signal.SIGTERM)
        terminal.read_until_text("the club is closing; games and plans are saved")
        terminal.wait()
    assert changed_modes(terminal.received) == {}


def test_terminal_is_restored_if_the_app_is_killed(hosted_club: Hosted) -> None:
    with client_terminal(hosted_club.ssh("ben")) as terminal:
        terminal.read_until_shown("Your turn")
        assert changed_modes(terminal.received)
        (app,) = hosted_club.clients()
        os.kill(app, signal.SIGKILL)
        terminal.wait()
    assert changed_modes(terminal.received) == {}


def changed_modes(received: bytes) -> dict[str, str]:
    """The modes of a terminal that a program has left on, or off if they are on at first."""
    modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", received.decode("utf-8", "replace")))
    keyboards = len(re.findall(rb"\x1b\[>\d+u", received)) - received.count(b"\x1b[<u")
    usual = {"7": "h", "25": "h"}
    changed = {mode: now for mode, now in modes.items() if now != usual.get(mode, "l")}
    return {**changed, "keyboards": str(keyboards)} if keyboards > 0 else changed


def test_spectator_sees_the_lobby(hosted_club: Hosted) -> None:
    with client_terminal(hosted_club.ssh("watch", with_key=False)) as terminal:
        terminal.read_until_shown("Club: watching")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read 'members.txt' in this folder"),
        (b"../x\n", "members.txt:1: not a member's name"),
        (b"\xff\n", "'members.txt' is not text"),
        (b"ann not-a-key\n", "members.txt"),
    ],
)
def test_unusable_members_file_is_reported(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    if content is not None:
        (tmp_path / "members.txt").write_bytes(content)
    environ = {**PLAIN, "XDG_STATE_HOME": str(tmp_path / "state")}
    refused = run("host", tmp_path, "--listen", "127.0.0.1:0", environ=environ)
    assert refused.status != 0
    assert message in refused.err


@pytest.mark.parametrize("option", [("--as", "1"), ("--time", "10+5"), ("--player-keys", "x")])
def test_options_of_a_single_game_are_refused(tmp_path: Path, option: tuple[str, str]) -> None:
    refused = run("host", tmp_path, *option)
    assert refused.status == 2
    assert f"'{option[0]}' is for a single game" in refused.err


def test_invitations_need_the_folder_of_a_club(tmp_path: Path) -> None:
    (tmp_path / "game.json").touch()
    for name, message in (("club", "no such folder"), ("game.json", "for the folder of a club")):
        refused = run("host", tmp_path / name, "--invite", "1")
        assert refused.status != 0
        assert message in refused.err


def test_file_system_without_locks_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert honours_locks(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("fcntl.flock", lambda *_: None)
    (tmp_path / "members.txt").write_text("ann\n", encoding="utf-8")
    parser = ArgumentParser()
    add_arguments(parser)

    make_plan(parser.parse_args([str(tmp_path)]))

    assert "no locks: serve the folder from one host only" in capsys.readouterr().err
