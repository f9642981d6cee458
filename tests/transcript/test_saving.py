"""Saving is atomic, detects conflicts, and reports failures clearly."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from atlantis_core.files.saving import _temporary_path
from atlantis_core.transcript import (
    ANY_FILE,
    Fingerprint,
    Format,
    LossError,
    SaveConflictError,
    SaveError,
    Transcript,
    dumps,
    fingerprint_of,
    load,
    loads,
    save,
    save_bytes,
)
from tests.transcript.documents import B2, TWO, document
from tests.transcript.saving_process import content, number_in
from tests.waiting import PATIENCE

PROJECT = Path(__file__).parents[2]
GAME = document(B2, TWO, '"turns": [[["a1", "a2"]]]')


@pytest.fixture
def game() -> Transcript:
    return loads(GAME)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def _others(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir() if entry != path)


def test_new_file_is_saved_and_read_back(game: Transcript, path: Path) -> None:
    known = save(game, path)
    assert path.read_bytes() == dumps(game).encode()
    assert known == fingerprint_of(path)
    assert load(path) == game
    assert _others(path) == []


def test_the_format_follows_from_the_name(game: Transcript, tmp_path: Path) -> None:
    save(game, tmp_path / "game.txt")
    save(game, tmp_path / "GAME.TXT")
    save(game, tmp_path / "game.bin", document_format=Format.TEXT)
    texts = {entry.read_text() for entry in tmp_path.iterdir()}
    assert texts == {dumps(game, Format.TEXT)}


def test_unrepresentable_transcript_leaves_the_file_unchanged(game: Transcript, path: Path) -> None:
    old = path.with_suffix(".txt")
    old.write_bytes(b"old")
    with pytest.raises(LossError):
        save(game.with_tag("event", "Club"), old, expected=ANY_FILE)
    assert old.read_bytes() == b"old"


def test_continued_game_overwrites_the_version_read(game: Transcript, path: Path) -> None:
    save(game, path)
    transcript = load(path)
    assert transcript.source is not None
    known = transcript.source.fingerprint
    assert known is not None
    for turn in (2, 3, 4):
        transcript = transcript.with_turns([*transcript.turns, ()])
        known = save(transcript, path, expected=known)
        assert len(load(path).turns) == turn


def test_existing_file_is_not_overwritten_by_default(game: Transcript, path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(SaveConflictError, match="a file with this name already exists") as caught:
        save(game, path)
    assert path.read_bytes() == b"precious"
    assert caught.value.expected is None
    assert _others(path) == []
    save(game, path, expected=caught.value.found)
    assert load(path) == game


def test_any_file_overwrites_an_existing_file(game: Transcript, path: Path) -> None:
    path.write_bytes(b"old")
    save(game, path, expected=ANY_FILE)
    assert load(path) == game


def _age(path: Path, seconds: int) -> None:
    moment = path.stat().st_mtime_ns + seconds * 10**9
    os.utime(path, ns=(moment, moment))


@pytest.mark.parametrize(("seconds", "word"), [(60, "newer"), (0, "newer"), (-60, "older")])
def test_conflict_says_whether_the_file_on_disk_is_newer(
    game: Transcript, path: Path, seconds: int, word: str
) -> None:
    known = save(game, path)
    path.write_bytes(b"changed")
    os.utime(path, ns=(known.modified_ns, known.modified_ns))
    _age(path, seconds)
    with pytest.raises(SaveConflictError) as caught:
        save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert f"the file on disk is {word}" in str(caught.value)
    assert caught.value.found == fingerprint_of(path)
    assert path.read_bytes() == b"changed"
    assert _others(path) == []


def test_touched_file_is_no_conflict(game: Transcript, path: Path) -> None:
    known = save(game, path)
    _age(path, 60)
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert len(load(path).turns) == 2


def test_deleted_file_is_written_again(game: Transcript, path: Path) -> None:
    known = save(game, path)
    path.unlink()
    save(game, path, expected=known)
    assert load(path) == game


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_permissions_are_kept(game: Transcript, path: Path, mode: int) -> None:
    known = save(game, path)
    path.chmod(mode)
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_new_files_have_default_permissions(game: Transcript, path: Path) -> None:
    other = path.with_name("other")
    other.touch()
    save(game, path)
    assert path.stat().st_mode == other.stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_owner_and_group_are_kept(game: Transcript, path: Path) -> None:
    known = save(game, path)
    os.chown(path, 12345, 23456)
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


def test_symbolic_links_are_followed(game: Transcript, path: Path, tmp_path: Path) -> None:
    known = save(game, path)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.json"
    link.symlink_to(path)
    save(game.with_turns([*game.turns, ()]), link, expected=known)
    assert link.is_symlink()
    assert len(load(path).turns) == 2


def test_symbolic_link_loop_is_an_error(game: Transcript, path: Path) -> None:
    path.symlink_to(path.with_name("b"))
    path.with_name("b").symlink_to(path)
    with pytest.raises(SaveError, match="loop"):
        save(game, path)


def test_unsuitable_paths_are_refused(game: Transcript, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="it is a folder"):
        save(game, tmp_path, expected=ANY_FILE)
    with pytest.raises(SaveError, match="the folder does not exist"):
        save(game, tmp_path / "missing" / "game.json")
    with pytest.raises(SaveError, match="not a regular file"):
        save(game, "/dev/null", expected=ANY_FILE)
    with pytest.raises(SaveError, match="invalid file name"):
        save(game, tmp_path / "a\0b")
    with pytest.raises(SaveError, match="the name is too long"):
        save(game, tmp_path / ("x" * 300))


def test_long_names_are_supported(game: Transcript, tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 120 + ".json")
    save(game, path)
    assert load(path) == game
    assert _others(path) == []


def _refusal(path: Path, hardship: str) -> str:
    """The error of a process that tries to save under a restriction."""
    script = (
        "import os, resource, sys\n"
        "from atlantis_core.transcript import *\n"
        "transcript = load(sys.argv[1])\n"
        "known = transcript.source.fingerprint\n"
        f"{hardship}\n"
        "try:\n"
        "    save(transcript.with_turns([*transcript.turns, ()]), sys.argv[1], expected=known)\n"
        "except SaveError as error:\n"
        "    sys.stdout.write(error.reason)\n"
        "else:\n"
        "    sys.stdout.write('saved')\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=PATIENCE
    ).stdout


def test_full_disk_keeps_the_old_file_and_no_temporary_file(game: Transcript, path: Path) -> None:
    save(game, path)
    before = path.read_bytes()
    size = f"({len(before) // 2}, resource.RLIM_INFINITY)"
    hardship = f"resource.setrlimit(resource.RLIMIT_FSIZE, {size})"
    assert _refusal(path, hardship) == "the disk is full; the old file is unchanged"
    assert path.read_bytes() == before
    assert _others(path) == []


def _run(*command: str) -> bool:
    """Whether a system command exists and succeeds."""
    program = shutil.which(command[0])
    if program is None:
        return False
    done = subprocess.run(
        [program, *command[1:]], capture_output=True, check=False, timeout=PATIENCE
    )
    return done.returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 64 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not _run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)):
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    assert _run("umount", str(folder))


def test_real_disk_that_is_full_or_read_only(small_disk: Path) -> None:
    path = small_disk / "file"
    known = save_bytes(b"old" * 1000, path)
    with pytest.raises(SaveError, match="the disk is full"):
        save_bytes(b"new" * 100_000, path, expected=known)
    assert path.read_bytes() == b"old" * 1000
    assert _others(path) == []
    assert _run("mount", "-o", "remount,ro", str(small_disk))
    with pytest.raises(SaveError, match="read-only"):
        save_bytes(b"new", path, expected=known)
    assert path.read_bytes() == b"old" * 1000


def test_read_only_folder_and_read_only_file_are_refused(game: Transcript) -> None:
    # Root may write anywhere, so the process switches to another user before it saves.
    hardship = "os.setuid(65534)" if os.geteuid() == 0 else ""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        save(game, path)
        path.chmod(0o666)
        path.parent.chmod(0o555)
        assert _refusal(path, hardship) == "permission denied"
        path.parent.chmod(0o777)
        path.chmod(0o444)
        assert _refusal(path, hardship) == "the file is read-only"
        assert load(path) == game
        assert _others(path) == []
        path.chmod(0o666)
        assert _refusal(path, hardship) == "saved"


def test_failure_at_any_step_keeps_the_old_file_and_no_temporary_file(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = save(game, path)
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    for step in ("fsync", "fchmod", "fdopen"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, fail)
            with pytest.raises(SaveError, match="Input/output error"):
                save(game.with_turns([*game.turns, ()]), path, expected=known)
        assert path.read_bytes() == before
        assert _others(path) == []
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(SaveError, match="Input/output error"):
            save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert path.read_bytes() == before
    assert _others(path) == []


def test_content_is_synced_before_the_rename(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = save(game, path)
    steps: list[str] = []
    sync, move = os.fsync, Path.replace

    def noted_sync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append("sync the folder" if is_folder else "sync the file")
        sync(descriptor)

    def noted_move(source: Path, target: Path) -> Path:
        steps.append("replace")
        assert source.parent == target.parent
        return move(source, target)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_move)
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert steps == ["sync the file", "replace", "sync the folder"]


def test_write_by_a_program_without_the_lock_is_detected(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = save(game, path)
    sync = os.fsync

    def intrude(descriptor: int) -> None:
        path.write_bytes(b"an editor was here")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", intrude)
    with pytest.raises(SaveConflictError):
        save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert path.read_bytes() == b"an editor was here"
    path.unlink()
    with pytest.raises(SaveConflictError):
        save(game, path)
    assert path.read_bytes() == b"an editor was here"
    assert _others(path) == []


def test_folder_that_cannot_be_locked_is_saved_to(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr("fcntl.flock", refuse)
    known = save(game, path)
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert len(load(path).turns) == 2
    assert _others(path) == []


def test_lock_that_is_never_released_times_out(game: Transcript, path: Path) -> None:
    import fcntl  # noqa: PLC0415 - not on every system

    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(SaveError, match="another program is saving to this folder"):
            save(game, path, patience=0)
    finally:
        os.close(descriptor)
    save(game, path)


def _race(path: Path, known: Fingerprint, contents: list[bytes]) -> list[bytes]:
    """Save all contents simultaneously. Returns those whose save succeeded."""
    together = threading.Barrier(len(contents))
    won: list[bytes] = []

    def run(new: bytes) -> None:
        together.wait(timeout=PATIENCE)
        try:
            save_bytes(new, path, expected=known)
        except SaveConflictError:
            return
        won.append(new)

    threads = [threading.Thread(target=run, args=(new,)) for new in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    return won


def test_one_of_two_simultaneous_saves_gets_a_conflict(path: Path) -> None:
    known = save_bytes(b"start", path)
    for attempt in range(20):
        contents = [f"{attempt} {rival} ".encode() * 5000 for rival in range(3)]
        won = _race(path, known, contents)
        assert won == [path.read_bytes()]
        known = fingerprint_of(path)
    assert _others(path) == []


def _start_saving(path: Path, size: int, most: int) -> subprocess.Popen[str]:
    arguments = [str(path), str(size), str(most)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.transcript.saving_process", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=PROJECT,
    )


def test_killed_program_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path, size = tmp_path / "file", 600_000
    save_bytes(content(0, size), path)
    for rounds in range(15):
        process = _start_saving(path, size, 0)
        assert process.stdout is not None
        last = 0
        for _ in range(1 + rounds % 5):
            last = int(process.stdout.readline())
        # In the middle of one of the following saves.
        process.send_signal(signal.SIGKILL)
        assert process.wait(timeout=PATIENCE) == -signal.SIGKILL
        process.stdout.close()
        assert number_in(path.read_bytes(), size) >= last
        assert set(_others(path)) <= {".file.saving"}
    save_bytes(content(1, size), path, expected=ANY_FILE)
    assert _others(path) == []


def test_two_saving_programs_never_mix_and_one_gets_a_conflict(tmp_path: Path) -> None:
    path, size = tmp_path / "file", 60_000
    save_bytes(content(0, size), path)
    rivals = [_start_saving(path, size, 0) for _ in range(2)]
    ends = []
    for rival in rivals:
        assert rival.stdout is not None
    # Both expect the same file, so one of them soon finds it changed and stops;
    # the other one continues until it is stopped.
    while all(rival.poll() is None for rival in rivals):
        number_in(path.read_bytes(), size)
    for rival in rivals:
        if rival.poll() is None:
            rival.kill()
        ends.append(rival.wait(timeout=PATIENCE))
        assert rival.stdout is not None
        rival.stdout.close()
    assert number_in(path.read_bytes(), size) > 0
    assert any(code != 0 for code in ends)


def test_file_created_during_a_new_save_is_kept(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Created between the last check and the rename: only the link itself can detect it."""
    link = os.link

    def intrude(source: Path, target: Path) -> None:
        path.write_bytes(b"just now")
        link(source, target)

    monkeypatch.setattr(os, "link", intrude)
    with pytest.raises(SaveConflictError, match="a file with this name already exists") as caught:
        save(game, path)
    assert caught.value.found == fingerprint_of(path)
    assert path.read_bytes() == b"just now"
    assert _others(path) == []


def test_file_system_without_hard_links_is_supported(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    save(game, path)
    assert load(path) == game
    assert _others(path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="extended attributes are Linux's here")
def test_extended_attributes_are_kept(game: Transcript, path: Path) -> None:
    known = save(game, path)
    try:
        os.setxattr(path, "user.origin", b"a mail")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    save(game.with_turns([*game.turns, ()]), path, expected=known)
    assert os.getxattr(path, "user.origin") == b"a mail"


def test_conflict_names_both_times(game: Transcript, path: Path) -> None:
    known = save(game, path)
    path.write_bytes(b"changed")
    for moment in (946_728_000, 978_350_400):
        os.utime(path, (moment, moment))
        with pytest.raises(SaveConflictError) as caught:
            save(game, path, expected=known._replace(modified_ns=962_625_600 * 10**9))
        local = datetime.fromtimestamp(moment).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        read = datetime.fromtimestamp(962_625_600).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        assert f"(written {local}; the opened version: {read})" in str(caught.value)


@pytest.mark.parametrize("name", ["/", "//", "/..", "."])
def test_folder_is_refused_even_the_root(game: Transcript, name: str) -> None:
    with pytest.raises(SaveError, match="it is a folder"):
        save(game, name)


def test_conflict_with_an_invalid_date(game: Transcript, path: Path) -> None:
    """Some file systems store any number of seconds, and archives may contain such files."""
    known = save(game, path)._replace(modified_ns=2**45 * 10**9)
    path.write_bytes(b"changed")
    with pytest.raises(SaveConflictError, match="version: at an invalid date"):
        save(game, path, expected=known)
    assert path.read_bytes() == b"changed"


def test_temporary_file_of_another_user_is_kept(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = path.with_name(f".{path.name}.saving")
    theirs.write_bytes(b"theirs")
    unlink = Path.unlink

    def refuse(place: Path, *, missing_ok: bool = False) -> None:
        if place == theirs:
            raise PermissionError(1, "Operation not permitted")
        unlink(place, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    save(game, path)
    assert load(path) == game
    assert theirs.read_bytes() == b"theirs"
    assert _others(path) == [theirs.name]


def _fail_to_sync_folders(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    sync = os.fsync

    def fail(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(number, os.strerror(number))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fail)


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EBADF, errno.ENOTSUP])
def test_folder_that_cannot_be_synced_is_accepted(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    _fail_to_sync_folders(monkeypatch, number)
    save(game, path)
    assert load(path).turns == game.turns


def test_disk_error_while_syncing_a_folder_is_reported(
    game: Transcript, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_to_sync_folders(monkeypatch, errno.EIO)
    with pytest.raises(SaveError, match=os.strerror(errno.EIO)):
        save(game, path)


def test_only_names_too_long_for_another_suffix_are_shortened(tmp_path: Path) -> None:
    longest, too_long = "x" * 200, "x" * 201
    assert _temporary_path(tmp_path / longest, is_locked=True).name == f".{longest}.saving"
    short = _temporary_path(tmp_path / too_long, is_locked=True).name
    assert len(short) < 100
    assert short != _temporary_path(tmp_path / f"{too_long}x", is_locked=True).name
