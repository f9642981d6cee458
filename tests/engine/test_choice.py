"""Which engine runs is chosen in one place, told, and can be forced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from atlantis_core import engine
from atlantis_core.engine import VARIABLE, choose, load
from atlantis_core.errors import EngineError
from tests.engines import native_engine
from tests.waiting import PATIENCE

BUILT = ModuleType("_native")


@pytest.mark.parametrize(
    ("wanted", "loaded", "is_native"),
    [("", BUILT, True), ("", "not built", False), ("pure", BUILT, False), ("native", BUILT, True)],
)
def test_the_native_engine_runs_unless_it_is_missing_or_unwanted(
    wanted: str, loaded: ModuleType | str, is_native: bool
) -> None:
    assert (choose(wanted, loaded) is BUILT) is is_native


def test_what_cannot_be_had_is_an_error() -> None:
    with pytest.raises(EngineError, match="no native engine: it was not built"):
        choose("native", "it was not built")
    with pytest.raises(EngineError, match=r"ATLANTIS_ENGINE='quick' \(expected pure"):
        choose("quick", BUILT)


def test_the_surface_is_that_of_the_c_file() -> None:
    """Otherwise no native engine would ever run, and its tests would only be skipped."""
    source = Path(__file__).parents[2] / "src/atlantis_core/engine/_native.c"
    assert f"enum {{ SURFACE = {engine.SURFACE} }};" in source.read_text(encoding="utf-8")


def test_a_module_of_another_source_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    built = pytest.importorskip("atlantis_core.engine._native")
    assert load() is built
    monkeypatch.setattr(engine, "SURFACE", engine.SURFACE + 1)
    assert "built from an older source" in str(load())


def run_version(wanted: str) -> tuple[int, str, str]:
    environment = {**os.environ, VARIABLE: wanted}
    done = subprocess.run(
        [sys.executable, "-m", "atlantis_core", "--version"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_version_says_which_engine_runs() -> None:
    assert run_version("pure")[1].endswith("(pure engine)\n")
    native_engine()
    assert run_version("native")[1].endswith("(native engine)\n")


def test_a_wrong_choice_is_a_clear_error() -> None:
    status, said, complaint = run_version("quick\x1b[31m")
    assert (status, said) == (1, "")
    assert complaint.startswith("atlantis: not an engine")
    assert "\x1b" not in complaint
    if isinstance(load(), str):
        assert run_version("native")[0] == 1
