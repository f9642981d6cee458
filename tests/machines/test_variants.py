"""The variants of `make test-machines`: their data, why some are skipped, and what CI runs."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.machines.__main__ import choose, ci_variants
from tools.machines.host import Host
from tools.machines.pythons import OLDEST, Python, ask, find_pythons, missing_versions
from tools.machines.running import environment_of, log_of
from tools.machines.touches import Touch, select_tests
from tools.machines.variants import Variant, ordinary_user, other_variants, python_variants

ROOT = Path(__file__).parents[2]
DEBIAN = Python((3, 11, 2), Path("/usr/bin/python3.11"))
NEWER = Python((3, 13, 0), Path("/home/ann/.pyenv/versions/3.13.0/bin/python3.13"))
ALL = [*python_variants([DEBIAN, NEWER]), ordinary_user(DEBIAN), *other_variants(DEBIAN)]
PROGRAMS = frozenset("git gcc zsh fish chromium chromedriver nohup taskset sh".split())
ROOTS_HOST = Host(is_root=True, programs=PROGRAMS)
USERS_HOST = Host(is_root=False, programs=PROGRAMS)


def named(name: str) -> Variant:
    (found,) = (variant for variant in ALL if variant.name == name)
    return found


def test_names_and_logs_are_unique() -> None:
    assert len({variant.name for variant in ALL}) == len(ALL)
    assert len({log_of(variant) for variant in ALL}) == len(ALL)


@pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)
def test_every_variant_touches_something_and_differs_from_an_ordinary_run(
    variant: Variant,
) -> None:
    assert variant.touches
    plain = Variant(name=variant.name, touches=variant.touches, is_main=variant.is_main)
    assert variant != plain or variant.needed


@pytest.mark.parametrize("touch", Touch)
def test_every_touch_selects_some_tests_and_not_all(touch: Touch) -> None:
    everything = list((ROOT / "tests").rglob("test_*.py"))
    assert 0 < len(select_tests(ROOT, [touch])) < len(everything) // 2


def test_tests_are_selected_by_their_path_and_text(tmp_path: Path) -> None:
    for name, text in {
        "hosting/test_a.py": "",
        "test_b.py": "path.chmod(0o444)",
        "test_c.py": "from tests.hosting import chmod_nothing",
        "test_d.py": "pass",
        "helper.py": "path.chmod(0o444)",
    }.items():
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    chosen = select_tests(tmp_path, (Touch.HOSTING, Touch.PERMISSIONS))

    assert chosen == ("tests/hosting/test_a.py", "tests/test_b.py", "tests/test_c.py")


@pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)
def test_root_on_a_full_machine_runs_everything(variant: Variant) -> None:
    assert ROOTS_HOST.skip_reason(variant) is None


@pytest.mark.parametrize(
    ("host", "variant", "reason"),
    [
        (Host(True, frozenset({"sh"})), named("fish"), "not installed: fish"),
        (
            Host(True, frozenset()),
            named("Chromium"),
            "not installed: chromium, chromedriver",
        ),
        (Host(True, frozenset()), named("no git"), "nothing to hide: every variant runs like this"),
        (Host(True, frozenset({"x86-gcc-12"})), named("no compiler"), None),
        (ROOTS_HOST, ordinary_user(None), "the user 'nobody' can run no supported Python"),
        (
            ROOTS_HOST,
            ordinary_user(DEBIAN._replace(has_ensurepip=False)),
            "this Python lacks ensurepip, so it cannot make a virtualenv",
        ),
        (USERS_HOST, named("umask 077"), None),
        (USERS_HOST, named("read-only HOME"), None),
        (
            USERS_HOST,
            ordinary_user(None),
            "not root: every variant runs as an ordinary user",
        ),
    ],
)
def test_a_variant_that_cannot_run_says_why(
    host: Host, variant: Variant, reason: str | None
) -> None:
    assert host.skip_reason(variant) == reason


def test_parts_of_names_choose_variants() -> None:
    assert choose(ALL, []) == ALL
    chosen = choose(ALL, ["zsh", "umask"])
    assert [variant.name for variant in chosen] == ["umask 077", "zsh", "no zsh"]
    assert choose(ALL, ["python"]) == ALL[:2]
    assert choose(ALL, ["windows"]) == []


@pytest.mark.parametrize(
    ("host", "own", "system", "names"),
    [
        (ROOTS_HOST, NEWER, DEBIAN, ["ordinary user (3.11.2)"]),
        (ROOTS_HOST, DEBIAN, DEBIAN, ["ordinary user (3.11.2)"]),
        # The first is skipped, with the reason.
        (USERS_HOST, NEWER, DEBIAN, ["ordinary user (3.11.2)", "python 3.11.2"]),
        (USERS_HOST, DEBIAN, DEBIAN, ["ordinary user (3.11.2)"]),
        (USERS_HOST, NEWER, None, ["ordinary user (3.11.2)"]),
    ],
)
def test_ci_adds_an_ordinary_user_and_the_systems_python(
    host: Host, own: Python, system: Python | None, names: list[str]
) -> None:
    chosen = ci_variants(host, ALL, own=own, system=system)
    assert [variant.name for variant in chosen] == names


def test_ci_runs_both_where_the_user_cannot_run_the_systems_python() -> None:
    variants = [*python_variants([DEBIAN, NEWER]), ordinary_user(NEWER)]
    chosen = ci_variants(ROOTS_HOST, variants, own=NEWER, system=DEBIAN)
    assert [variant.name for variant in chosen] == ["ordinary user (3.13.0)", "python 3.11.2"]


def _pretend_python(path: Path, version: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\necho {path}\necho True\n", encoding="utf-8")
    path.chmod(0o755)


def test_pythons_are_found_on_the_path_and_in_pyenv(tmp_path: Path) -> None:
    versions = tmp_path / "pyenv" / "versions"
    _pretend_python(versions / "3.12.1" / "bin" / "python", "3 12 1")
    _pretend_python(versions / "3.10.0" / "bin" / "python", "3 10 0")
    _pretend_python(tmp_path / "bin" / "python3.14", "3 14 0")
    _pretend_python(tmp_path / "bin" / "python3.13-config", "no Python")
    _pretend_python(tmp_path / "bin" / "python3.13", "broken")

    found = find_pythons({"PATH": str(tmp_path / "bin"), "PYENV_ROOT": str(tmp_path / "pyenv")})

    ours = [python for python in found if tmp_path in python.path.parents]
    assert [python.dotted for python in ours] == ["3.12.1", "3.14.0"]
    assert all(python.version >= OLDEST for python in found)


def test_the_same_python_is_found_once(tmp_path: Path) -> None:
    path = tmp_path / "bin" / "python3.14"
    _pretend_python(path, "3 14 0")
    environment = {"PATH": f"{path.parent}:{path.parent}", "HOME": str(path)}  # no folder
    assert [each.path for each in find_pythons(environment)].count(path) == 1


def test_a_python_tells_its_version_and_place() -> None:
    found = ask(sys.executable)
    assert found is not None
    assert found.version == sys.version_info[:3]
    assert found.path == Path(sys.executable).resolve()
    assert found.has_ensurepip == (find_spec("ensurepip") is not None)


def test_what_is_no_python_gives_none(tmp_path: Path) -> None:
    assert ask(tmp_path / "nothing") is None
    assert ask("/bin/false") is None


def test_missing_versions_are_those_that_no_python_has() -> None:
    assert list(missing_versions([DEBIAN, NEWER], ["3.11", "3.12", "3.13"])) == ["3.12"]


def test_the_callers_settings_do_not_reach_a_variant(tmp_path: Path) -> None:
    caller = {
        "PATH": "/bin",
        "HOME": "/root",
        "TZ": "UTC",
        "PYTHONPATH": "/elsewhere",
        "MAKEFLAGS": "-j",
        "XDG_DATA_HOME": "/root/data",
    }
    variant = Variant(name="x", touches=(), environment=("TZ=Asia/Tokyo",))

    assert environment_of(variant, caller, tmp_path, is_other_user=True) == {
        "PATH": "/bin",
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "tmp"),
        "TZ": "Asia/Tokyo",
        "USER": "nobody",
        "LOGNAME": "nobody",
    }
    hiding = environment_of(named("no git"), caller, tmp_path, is_other_user=False)
    assert hiding["PATH"] == str(tmp_path / "programs")
    assert "USER" not in hiding
