"""Which symbolic links saving follows, what it keeps of a file, and what it cleans up."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from atlantis_core.commands import main
from atlantis_core.files import links, saving
from atlantis_core.files.errors import SaveError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import ANY_FILE, save_bytes
from tests.waiting import PATIENCE

PROJECT = Path(__file__).parents[2]
NOBODY = 65534
SAVE = """
import hashlib, json, os, sys
from atlantis_core.files.saving import ANY_FILE, save_bytes
from atlantis_core.files.errors import SaveError
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
lost = []
try:
    save_bytes(b"new", sys.argv[1], expected=ANY_FILE, report=lost.append)
except SaveError as error:
    lost = error.reason
print(json.dumps(lost))
"""
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user"
)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder like /tmp that every user can reach and write to."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o1777)
        yield Path(folder)


def save_as_nobody(path: Path) -> object:
    """Save as an ordinary user; returns what was lost, or the reason of an error."""
    done = subprocess.run(
        [sys.executable, "-c", SAVE, str(path)],
        cwd=PROJECT,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return json.loads(done.stdout)


def test_new_file_is_not_created_through_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "missing.json")
    for expected in (saving.NO_FILE, ANY_FILE, Fingerprint.of(b"deleted", 0)):
        with pytest.raises(SaveError, match="it is a symbolic link to a missing file"):
            save_bytes(b"new", link, expected=expected)
    assert [entry.name for entry in tmp_path.iterdir()] == ["link.json"]


@pytest.mark.parametrize(
    "command",
    [
        ["new", "--board", "hexagon:2", "-o", "LINK"],
        ["export", "GAME", "-o", "LINK", "--force"],
        ["match", "gentle", "gentle", "--games", "1", "--board", "hexagon:2", "--out", "LINK"],
    ],
)
def test_commands_do_not_create_the_target_of_a_link(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    link, target = tmp_path / "link.svg", tmp_path / "missing.svg"
    link.symlink_to(target)
    game = PROJECT / "transcripts" / "games" / "hexagon-3-3-players.json"
    given = {"LINK": str(link), "GAME": str(game)}
    assert main([given.get(word, word) for word in command]) != 0
    assert "symbolic link to a missing file" in capsys.readouterr().err
    assert not target.exists()


def test_chain_of_links_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "game.json"
    target.write_bytes(b"old")
    (tmp_path / "second").symlink_to(target)
    (tmp_path / "folder" / "first").symlink_to("../second")
    save_bytes(b"new", tmp_path / "folder" / "first", expected=ANY_FILE)
    assert target.read_bytes() == b"new"
    assert (tmp_path / "second").is_symlink()


@needs_root
def test_link_of_another_user_is_not_followed(shared: Path) -> None:
    target = shared / "mine.json"
    target.write_bytes(b"old")
    os.chown(target, NOBODY, NOBODY)
    link = shared / "link.json"
    link.symlink_to(target)
    os.chown(link, 12345, 12345, follow_symlinks=False)
    assert save_as_nobody(link) == "it is a symbolic link of another user"
    with pytest.raises(SaveError, match="it is a symbolic link of another user"):
        save_bytes(b"new", link, expected=ANY_FILE)
    assert target.read_bytes() == b"old"


@needs_root
@pytest.mark.parametrize("owner", [0, NOBODY])
def test_link_of_root_or_the_user_is_followed(shared: Path, owner: int) -> None:
    target = shared / "mine.json"
    target.write_bytes(b"old")
    os.chown(target, NOBODY, NOBODY)
    link = shared / "link.json"
    link.symlink_to(target)
    os.chown(link, owner, owner, follow_symlinks=False)
    assert save_as_nobody(link) == []
    assert target.read_bytes() == b"new"


@needs_root
def test_link_into_a_folder_of_another_user_is_not_followed(shared: Path) -> None:
    theirs = shared / "theirs"
    theirs.mkdir()
    theirs.chmod(0o777)
    target = theirs / "game.json"
    target.write_bytes(b"old")
    target.chmod(0o666)
    os.chown(theirs, 12345, 12345)
    link = shared / "link.json"
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    assert save_as_nobody(link) == "it is a symbolic link into a folder of another user"
    assert target.read_bytes() == b"old"


def test_link_made_after_the_check_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, path = tmp_path / "secret", tmp_path / "game.json"
    secret.write_bytes(b"secret")

    def follow(path: Path, shown: str) -> Path:
        found = links.follow_links(path, shown)
        path.symlink_to(secret)
        return found

    monkeypatch.setattr(saving, "follow_links", follow)
    with pytest.raises(SaveError, match="it is not a regular file"):
        save_bytes(b"new", path, expected=ANY_FILE)
    assert secret.read_bytes() == b"secret"


@pytest.mark.parametrize(
    "command", [("turn", "b2-c3"), ("judge", "--effort", "1"), ("read", "tag event x")]
)
def test_broken_hard_links_are_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    path = tmp_path / "game.json"
    assert main(["new", "--board", "hexagon:2", "-o", str(path)]) == 0
    assert main(["turn", str(path), "b3-c4"]) == 0
    assert main(["turn", str(path), "pass"]) == 0
    (tmp_path / "other.json").hardlink_to(path)
    name, *options = command
    assert main([name, str(path), *options]) == 0
    assert capsys.readouterr().err.count("other hard links to the file keep the old version") == 1


def test_broken_hard_links_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert main(["new", "--board", "hexagon:2", "-o", str(path)]) == 0
    path.write_text(path.read_text() + "\n\n")
    (tmp_path / "other.json").hardlink_to(path)
    assert main(["fmt", str(path)]) == 0
    assert "other hard links to the file keep the old version" in capsys.readouterr().err
    assert (tmp_path / "other.json").read_text().endswith("\n\n")
    assert main(["new", "--board", "hexagon:2", "--force", "-o", str(path)]) == 0
    assert "hard links" not in capsys.readouterr().err


@needs_root
def test_lost_owner_and_group_are_reported(shared: Path) -> None:
    path = shared / "game.json"
    path.write_bytes(b"old")
    path.chmod(0o646)
    shared.chmod(0o777)
    assert save_as_nobody(path) == [
        "the file belongs to you now",
        "the file belongs to your group now",
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o666, "the new group gets the rights of others"


@needs_root
def test_group_is_not_given_rights_that_only_the_old_group_had(shared: Path) -> None:
    path = shared / "game.json"
    path.write_bytes(b"old")
    os.chown(path, NOBODY, 23456)
    path.chmod(0o660)
    assert save_as_nobody(path) == ["the file belongs to your group now"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform != "linux", reason="extended attributes of Linux")
def test_lost_attribute_is_reported_and_the_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    try:
        for name in ("user.first", "user.second"):
            os.setxattr(path, name, b"value")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    copy = os.setxattr

    def refuse(file: int, name: str, value: bytes) -> None:
        if name == "user.first":
            raise PermissionError(1, "Operation not permitted")
        copy(file, name, value)

    monkeypatch.setattr(os, "setxattr", refuse)
    lost: list[str] = []
    save_bytes(b"new", path, expected=ANY_FILE, report=lost.append)
    assert lost == ["the file has lost its attribute 'user.first'"]
    assert os.getxattr(path, "user.second") == b"value"


def left_behind(path: Path, mark: str = "", *, seconds: float = 0.0) -> Path:
    left = path.with_name(f".{path.name}{mark}.saving")
    left.write_bytes(b"half")
    os.utime(left, (time.time() - seconds,) * 2)
    return left


def test_next_save_removes_temporary_files_of_killed_programs(tmp_path: Path) -> None:
    path = tmp_path / "[game].json"
    left = [left_behind(path, mark) for mark in ("", ".123.456", ".124.9")]
    other = left_behind(tmp_path / "[game].json.12")
    similar = left_behind(path, ".mine")
    save_bytes(b"new", path)
    assert not any(file.exists() for file in left)
    assert other.exists()
    assert similar.exists()


def test_without_a_lock_only_old_temporary_files_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "locked_folder", lambda *_: nullcontext(enter_result=False))
    path = tmp_path / "game.json"
    young, old = left_behind(path, ".1.1"), left_behind(path, ".1.2", seconds=7200)
    save_bytes(b"new", path)
    assert young.exists()
    assert not old.exists()


def test_file_linked_to_its_temporary_name_by_a_killed_program_is_not_reported(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    path.with_name(".game.json.saving").hardlink_to(path)
    lost: list[str] = []
    save_bytes(b"new", path, expected=ANY_FILE, report=lost.append)
    assert lost == []
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
