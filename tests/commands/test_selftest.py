"""`atlantis selftest` passes here, and notices what is broken."""

from __future__ import annotations

import pytest

from atlantis_core.commands import selftest
from atlantis_core.support.extras import Extra
from atlantis_core.version import __version__
from tests.commands.running import run


def test_selftest_passes_and_prints_a_line_per_check() -> None:
    done = run("selftest")
    assert (done.status, done.err) == (0, "")
    first, *lines, last = done.out.splitlines()
    assert first.startswith("atlantis ")
    assert last == "all checks passed"
    checked = [line[9:].partition(":")[0] for line in lines if not line.startswith("extra")]
    assert checked == [name for name, _ in selftest.checks()]
    assert {line.split()[0] for line in lines} <= {"ok", "skipped", "extra"}
    assert sum(line.startswith("extra") for line in lines) == len(Extra)


def test_selftest_finds_an_engine_that_plays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    code, *_ = selftest.RECORDED
    monkeypatch.setattr(selftest, "RECORDED", {code: "pos1:hexagon2:"})
    monkeypatch.setattr(selftest, "_check_app", lambda: "not opened")
    done = run("selftest")
    assert done.status == 1
    assert "FAILED   pure engine: games end in other positions" in done.out
    assert done.out.endswith("failed\n")


def test_selftest_finds_two_versions_in_one_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"atlantis-core": "9.0", "atlantis-tui": __version__}
    monkeypatch.setattr("importlib.metadata.version", versions.__getitem__)
    with pytest.raises(selftest.CheckFailedError, match=r"atlantis-core 9\.0, .* install one of"):
        selftest._check_distributions()


def test_selftest_of_the_core_alone_skips_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "APP", "no_such_package")
    with pytest.raises(selftest.CheckSkipped, match="pip install atlantis-tui"):
        selftest._check_app()


def test_app_that_crashes_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "APP", "this")  # prints a poem and ends
    with pytest.raises(selftest.CheckFailedError, match="does not show 'New game'"):
        selftest._check_app()
