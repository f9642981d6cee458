"""What a release uploads works where there is no checkout: both wheels, sdists, workflows.

Needs no network: dependencies are packed from this environment. Steps that need a tool of the
group `release` are skipped without it; `make release-check` installs them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Mapping
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

import pytest

from atlantis_core.engine import VARIABLE
from atlantis_core.version import __version__
from tests.engines import native_engine
from tests.waiting import PATIENCE
from tools.distributions import (
    APP,
    CORE,
    CORE_EXTRAS,
    ROOT,
    build_all,
    build_wheel,
    release_notes,
    release_problems,
)
from tools.local_wheels import needed_by, pack

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


NOTHING: Mapping[str, str] = {}


class Built(NamedTuple):
    """Paths of what was built, by distribution."""

    wheels: dict[str, Path]
    sdists: dict[str, Path]

    @property
    def folder(self) -> Path:
        return self.wheels[APP].parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    paths = list(build_all(tmp_path_factory.mktemp("dist")))
    wheels = {name_of(path): path for path in paths if path.suffix == ".whl"}
    sdists = {name_of(path): path for path in paths if path.suffix != ".whl"}
    return Built(wheels, sdists)


@pytest.fixture(scope="module")
def all_wheels(built: Built) -> Path:
    """The folder of the wheels, with those of all dependencies."""
    for dist in needed_by(PROJECT["dependencies"]).values():
        pack(dist, built.folder)
    return built.folder


def name_of(path: Path) -> str:
    return path.name.partition("-")[0].replace("_", "-")


def tool(name: str) -> str:
    """The path of a program of the group `release`."""
    found = shutil.which(
        name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    if found is None:
        pytest.skip(f"{name} is not installed ('make release-check' installs it)")
    return found


def run(*command: str | Path, cwd: Path | None = None, changes: Mapping[str, str] = NOTHING) -> str:
    """Run a program successfully, in an environment without our variables. Returns its output."""
    kept = {k: v for k, v in os.environ.items() if k not in (VARIABLE, "PYTHONPATH")}
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        encoding="utf-8",
        env={**kept, **changes},
        cwd=cwd,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def empty_environment(folder: Path, *wheels: Path) -> Path:
    """A Python in an environment that has only these wheels."""
    venv.create(folder, symlinks=True, with_pip=False)
    python = folder / "bin" / "python"
    place = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(place)  # noqa: S202 - our own archive
    return python


def results(printed: str) -> dict[str, str]:
    """The results of `selftest` by check."""
    lines = (line for line in printed.splitlines() if line[8:9] == " " and ":" in line)
    return {line[9:].partition(":")[0]: line.split()[0] for line in lines}


def metadata_of(wheel: Path) -> dict[str, list[str]]:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        parsed = Parser().parsestr(archive.read(name).decode())
    return {key: parsed.get_all(key, []) for key in parsed}


def test_the_core_needs_no_other_distribution_but_psutil_on_windows(built: Built) -> None:
    with zipfile.ZipFile(built.wheels[CORE]) as archive:
        names = archive.namelist()
        (points,) = (name for name in names if name.endswith("entry_points.txt"))
        scripts = archive.read(points).decode()
    assert {name.partition("/")[0] for name in names} == {
        "atlantis_core",
        f"atlantis_core-{__version__}.dist-info",
    }
    assert f"{CORE} = atlantis_core.commands:main" in scripts
    metadata = metadata_of(built.wheels[CORE])
    needed = [need for need in metadata.get("Requires-Dist", []) if "extra ==" not in need]
    assert needed == ["psutil>=6; sys_platform == 'win32'"]
    assert metadata["Version"] == metadata_of(built.wheels[APP])["Version"] == [__version__]


def test_both_distributions_have_the_same_core(built: Built) -> None:
    def core_files(wheel: Path) -> dict[str, int]:
        with zipfile.ZipFile(wheel) as archive:
            return {
                entry.filename: entry.CRC
                for entry in archive.infolist()
                if entry.filename.startswith("atlantis_core/")
                and "_native.abi3" not in entry.filename
            }

    assert core_files(built.wheels[CORE]) == core_files(built.wheels[APP])


def test_the_core_passes_its_selftest_in_an_empty_environment(built: Built, tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "core", built.wheels[CORE])
    printed = run(python, "-I", "-m", "atlantis_core", "selftest", cwd=tmp_path)
    found = results(printed)
    extras = {
        line.split()[1].rstrip(":") for line in printed.splitlines() if "pip install 'a" in line
    }
    assert extras == set(CORE_EXTRAS), "only those that this distribution has"
    assert found.pop("app") == "skipped"
    assert found["agent"] == found["pure engine"] == "ok"
    assert "FAILED" not in found.values()


def test_the_app_passes_its_selftest_in_an_empty_environment(
    built: Built, all_wheels: Path, tmp_path: Path
) -> None:
    needed = [path for path in all_wheels.glob("*.whl") if name_of(path) not in (APP, CORE)]
    python = empty_environment(tmp_path / "app", built.wheels[APP], *needed)
    found = results(run(python, "-I", "-m", "atlantis_tui", "selftest", cwd=tmp_path))
    assert found["app"] == "ok"
    assert "FAILED" not in found.values()


def test_linux_wheels_have_a_tag_that_indexes_accept(built: Built) -> None:
    native_engine()
    if sys.platform != "linux":
        pytest.skip("only Linux wheels need a repair")
    for wheel in built.wheels.values():
        assert "-cp311-abi3-manylinux_" in wheel.name or "-cp311-abi3-musllinux_" in wheel.name


@pytest.mark.parametrize("name", [APP, CORE])
def test_a_wheel_can_be_built_from_the_sdist(
    name: str, built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tarfile.open(built.sdists[name]) as archive:
        # Not an argument: Python 3.11.2 has no filters.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tmp_path)  # noqa: S202 - our own archive
    (root,) = tmp_path.iterdir()
    monkeypatch.setenv("ATLANTIS_BUILD", "pure")
    wheel = build_wheel(root, tmp_path / "dist")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as pure, zipfile.ZipFile(built.wheels[name]) as other:
        differing = set(other.namelist()) ^ set(pure.namelist())
    code = {path for path in differing if ".dist-info/" not in path and path[-1] != "/"}
    assert code <= {"atlantis_core/engine/_native.abi3.so"}


def test_a_release_is_never_pure_by_accident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATLANTIS_BUILD", "native")
    for variable in ("CC", "LDSHARED"):
        monkeypatch.setenv(variable, "no-such-compiler")
    with pytest.raises(RuntimeError, match="cannot be built"):
        build_wheel(ROOT, tmp_path)


def test_release_notes_are_a_section_of_the_changelog() -> None:
    newer = "## [Unreleased]\n\n## [0.2.0] - 2026-11-18\n\n### Added\n\n- x\n\n"
    text = f"# Changelog\n\n{newer}## [0.1.0]\n- y\n"
    assert release_notes("0.2.0", text) == "### Added\n\n- x\n"
    assert release_notes("0.1.0", text) == "- y\n"
    with pytest.raises(ValueError, match=r"no section \[0\.3\.0\]"):
        release_notes("0.3.0", text)


def test_a_tag_of_another_version_is_not_released() -> None:
    problems = release_problems("v9.9.9")
    assert f"the tag v9.9.9 is not that of version {__version__}" in problems
    assert not any("v9" in problem for problem in release_problems(f"v{__version__}"))


def test_a_version_without_kept_files_is_not_released(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md", "src/atlantis_core/version.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    missing = f"tests/releases has no files of {__version__}"
    assert missing in str(release_problems(f"v{__version__}", tmp_path))
    assert missing not in str(release_problems(f"v{__version__}"))


# The tools of the group `release`.


def test_twine_accepts_all_files(built: Built) -> None:
    files = [*built.wheels.values(), *built.sdists.values()]
    assert run(tool("twine"), "check", "--strict", *files).count("PASSED") == 4


def uv_folders(folder: Path) -> dict[str, str]:
    names = ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_CACHE_DIR", "HOME")
    return {name: str(folder / name.lower()) for name in names}


OFFLINE = ("--offline", "--no-index", "--no-config", "--python", sys.executable)


def test_uv_installs_both_commands_from_a_folder_of_wheels(
    all_wheels: Path, tmp_path: Path
) -> None:
    uv, folders = tool("uv"), uv_folders(tmp_path)
    run(uv, "tool", "install", *OFFLINE, "--find-links", all_wheels, APP, changes=folders)
    for command in ("atlantis", "atlantis-tui"):
        script = Path(folders["UV_TOOL_BIN_DIR"], command)
        assert run(script, "--version").startswith(f"{command} {__version__} (")
    script = Path(folders["UV_TOOL_BIN_DIR"], APP)
    assert "uv tool install 'atlantis-tui[rl]'" in run(script, "selftest", cwd=tmp_path)


def test_uvx_runs_the_app_without_installing_it(all_wheels: Path, tmp_path: Path) -> None:
    command = (tool("uvx"), *OFFLINE, "--find-links", all_wheels, APP, "--version")
    assert run(*command, changes=uv_folders(tmp_path)).startswith(f"{APP} {__version__} (")


def test_pipx_installs_the_app_from_a_folder_of_wheels(all_wheels: Path, tmp_path: Path) -> None:
    folders = {"PIPX_HOME": tmp_path / "pipx", "PIPX_BIN_DIR": tmp_path / "bin"}
    changes = {name: str(path) for name, path in folders.items()}
    changes |= {"HOME": str(tmp_path), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(all_wheels)}
    changes |= {"UV_OFFLINE": "1", "UV_NO_INDEX": "1", "UV_FIND_LINKS": str(all_wheels)}
    run(tool("pipx"), "install", "--python", sys.executable, APP, changes=changes)
    script = folders["PIPX_BIN_DIR"] / APP
    assert run(script, "--version").startswith(f"{APP} {__version__} (")
    assert "pipx install --force 'atlantis-tui[rl]'" in run(script, "selftest", cwd=tmp_path)


def test_cibuildwheel_builds_one_wheel_per_platform() -> None:
    expected = {
        "linux": {
            f"{libc}_{machine}"
            for libc in ("manylinux", "musllinux")
            for machine in ("x86_64", "aarch64")
        },
        "macos": {"macosx_arm64", "macosx_x86_64"},
        "windows": {"win_amd64"},
    }
    for system, platforms in expected.items():
        architectures = {"linux": "x86_64,aarch64", "macos": "all", "windows": "AMD64"}[system]
        command = (tool("cibuildwheel"), "--print-build-identifiers", "--platform", system)
        printed = run(*command, "--archs", architectures, ROOT).split()
        assert {name for name in printed if "universal2" not in name} == {
            f"cp311-{platform}" for platform in platforms
        }


def test_workflows_follow_the_schema() -> None:
    schema = ("--builtin-schema", "vendor.github-workflows")
    assert run(tool("check-jsonschema"), *schema, *WORKFLOWS).startswith("ok")


def test_linter_finds_nothing_in_the_workflows() -> None:
    run(tool("zizmor"), "--offline", "--no-progress", *WORKFLOWS)


def commands_of(workflow: Path) -> Iterator[str]:
    for line in workflow.read_text(encoding="utf-8").splitlines():
        if "make " in line or "tools.distributions" in line:
            yield line.partition("run:")[2].strip() or line.strip()


def test_workflows_call_targets_and_actions_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    called = [command for workflow in WORKFLOWS for command in commands_of(workflow)]
    targets = {
        word for command in called if command.startswith("make ") for word in command.split()
    }
    for target in targets - {"make", "-k"}:
        assert "=" in target or f"\n{target}:" in makefile, target
    assert any("tools.distributions check" in command for command in called)
    assert any("tools.distributions notes" in command for command in called)
