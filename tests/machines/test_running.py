"""Variants that really run, on a project of two files."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tools.machines import running
from tools.machines.report import Outcome, Result
from tools.machines.running import Runner, log_of
from tools.machines.touches import Touch
from tools.machines.variants import Variant

TESTS = """
import os, shutil, stat, sys
from pathlib import Path

def test_settings():  # touches HOME
    assert os.environ["TZ"] == "Asia/Tokyo"
    assert os.umask(0o077) == 0o077
    assert shutil.which("sh") and not shutil.which("env")
    assert sys.__stdin__ is None
    home = Path.home()
    assert home.name == "home" and not list(home.iterdir())
    assert stat.S_IMODE(home.stat().st_mode) == 0o555
"""


QUICK = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose Python is this one, and which needs no installation."""
    root = tmp_path / "project"
    files = {
        "tests/test_settings.py": TESTS,
        "tests/test_other.py": "def test_other(): assert False",
        "tools/set_up.py": "",
        ".venv/bin/python": f'#!/bin/sh\n{QUICK} exec "{sys.executable}" "$@"\n',
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / ".venv" / "bin" / "python").chmod(0o755)
    (tmp_path / "bin").mkdir()
    for name in ("sh", "env"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(running, "ROOT", root)
    monkeypatch.setattr(running, "LOGS", root / ".machines")
    return root


def run(*variants: Variant, is_narrow: bool = False) -> list[Result]:
    with Runner(is_root=False, is_narrow=is_narrow) as runner:
        return [runner.run(variant) for variant in variants]


@pytest.mark.usefixtures("project")
def test_a_variant_runs_with_its_settings() -> None:
    variant = Variant(
        name="everything",
        touches=(Touch.HOME,),
        environment=("TZ=Asia/Tokyo",),
        hidden=("env",),
        wrapper=("sh", "-c", 'exec "$0" "$@" <&-'),
        umask=0o077,
        has_read_only_home=True,
        load=1,
    )
    (result,) = run(variant)
    assert result.outcome is Outcome.PASSED, log_of(variant).read_text(encoding="utf-8")
    assert result.tests == "1 file"
    assert result.detail.startswith("1 passed in ")


@pytest.mark.usefixtures("project")
def test_a_main_variant_runs_all_tests_unless_time_is_short() -> None:
    main = Variant(name="python", touches=(Touch.HOME,), is_main=True)
    ((whole,), (narrow,)) = run(main), run(main, is_narrow=True)
    assert (whole.outcome, whole.tests) == (Outcome.FAILED, "all")
    assert whole.detail.startswith("2 failed in ")
    assert narrow.tests == "1 file"


def test_a_project_that_cannot_be_installed_fails(project: Path) -> None:
    (project / "tools" / "set_up.py").write_text("raise SystemExit('no disk')", encoding="utf-8")
    variant = Variant(name="plain", touches=(Touch.HOME,))
    assert run(variant) == [Result("plain", Outcome.FAILED, "cannot be installed", "1 file")]
    assert "no disk" in log_of(variant).read_text(encoding="utf-8")


def test_variants_that_install_the_same_share_a_checkout(project: Path) -> None:
    (project / "tools" / "set_up.py").write_text("print('installed')", encoding="utf-8")
    first, second, pure = (
        Variant(name="first", touches=(Touch.HOME,)),
        Variant(name="second", touches=(Touch.HOME,), hidden=("env",)),
        Variant(name="pure", touches=(Touch.HOME,), hidden=("env",), is_pure=True),
    )
    run(first, second, pure)
    logs = [log_of(each).read_text(encoding="utf-8") for each in (first, second, pure)]
    assert ["installed" in log for log in logs] == [True, False, True]


def test_nothing_is_left_but_the_logs(project: Path) -> None:
    before = sorted(project.rglob("*"))
    (result,) = run(Variant(name="plain", touches=(Touch.HOME,)))
    assert result.outcome is Outcome.FAILED
    after = [path for path in sorted(project.rglob("*")) if path not in before]
    assert [path.relative_to(project).as_posix() for path in after] == [
        ".machines",
        ".machines/plain.log",
    ]


def test_a_run_that_is_killed_says_so(project: Path) -> None:
    text = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)  # touches HOME"
    (project / "tests" / "test_settings.py").write_text(text, encoding="utf-8")
    (result,) = run(Variant(name="plain", touches=(Touch.HOME,)))
    assert result.outcome is Outcome.FAILED
    assert result.detail == "pytest was ended by SIGKILL"
