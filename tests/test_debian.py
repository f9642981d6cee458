"""The Debian package: built, installed into an empty root, and run with the system's Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.debian import PROGRAMS, build

SYSTEM_PYTHON = Path("/usr/bin/python3")
MISSING = [program for program in (*PROGRAMS, "dpkg") if shutil.which(program) is None]
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
    pytest.mark.skipif(not SYSTEM_PYTHON.exists(), reason="the system has no Python"),
    pytest.mark.xdist_group("debian"),
]


def run(*command: object, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.defpath + os.pathsep + "/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        list(map(str, command)),
        env=environment | ({"HOME": str(home)} if home else {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("deb"))


@pytest.fixture(scope="module")
def root(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty system in which dpkg has installed the package."""
    return _install(package, tmp_path_factory.mktemp("root"))


def _install(package: Path, root: Path) -> Path:
    database = root / "var/lib/dpkg"
    for folder in ("updates", "info"):
        (database / folder).mkdir(parents=True)
    (database / "status").touch()
    done = _dpkg(root, "--install", package)
    assert done.returncode == 0, done.stderr
    return root


def _dpkg(root: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    forced = "--force-not-root,depends,script-chrootless"
    return run("dpkg", f"--root={root}", forced, *arguments)


def _said(command: Sequence[object], home: Path) -> str:
    done = run(*command, home=home)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_installed_package_passes_its_selftest(root: Path, tmp_path: Path) -> None:
    if (
        _said([SYSTEM_PYTHON, "-c", "import sys; print(sys.version_info >= (3, 11))"], tmp_path)
        != "True\n"
    ):
        pytest.skip("the system's Python is older than 3.11")
    program = root / "usr/games/atlantis-tui"
    assert "failed" not in _said([SYSTEM_PYTHON, program, "selftest"], tmp_path)
    assert _said([program.with_name("atlantis"), "--version"], tmp_path).startswith("atlantis ")


def test_package_has_manual_completions_icon_and_desktop_files(root: Path) -> None:
    share = root / "usr/share"
    for name in ("atlantis", "atlantis-tui"):
        assert (share / f"man/man6/{name}.6.gz").is_file()
        for completion in (
            f"bash-completion/completions/{name}",
            f"zsh/vendor-completions/_{name}",
            f"fish/vendor_completions.d/{name}.fish",
        ):
            assert name in (share / completion).read_text(encoding="utf-8")
    icon = share / "icons/hicolor/scalable/apps/atlantis-tui.svg"
    assert icon.read_text(encoding="utf-8").startswith("<svg")
    entry, about = share / "applications/atlantis-tui.desktop", share / "metainfo"
    if shutil.which("desktop-file-validate"):
        assert run("desktop-file-validate", entry).stdout == ""
    if shutil.which("appstreamcli"):
        checked = run("appstreamcli", "validate", "--no-net", about / "atlantis-tui.metainfo.xml")
        assert checked.returncode == 0, checked.stdout


def test_lintian_finds_no_error(package: Path) -> None:
    if shutil.which("lintian") is None:
        pytest.skip("not installed: lintian")
    found = run("lintian", "--allow-root", "--fail-on", "error", package)
    assert found.returncode == 0, found.stdout


def test_removing_the_package_leaves_nothing_behind(package: Path, tmp_path: Path) -> None:
    _install(package, tmp_path)
    assert list(tmp_path.rglob("*.pyc"))
    assert _dpkg(tmp_path, "--purge", "atlantis-tui").returncode == 0
    assert not (tmp_path / "usr").exists() or not list((tmp_path / "usr").rglob("*"))
