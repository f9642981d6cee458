"""Choice of the engine: automatic, forced by the environment, shown by `--version`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from atlantis_core import engine
from atlantis_core.engine import VARIABLE, choose, load
from atlantis_core.support.errors import EngineError
from tests.engines import native_engine
from tests.waiting import PATIENCE

BUILT = ModuleType("_native")


@pytest.mark.parametrize(
    ("wanted", "loaded", "is_native"),
    [("", BUILT, True), ("", "not built", False), ("pure", BUILT, False), ("native", BUILT, True)],
)
def test_native_engine_is_used_unless_missing_or_disabled(
    wanted: str, loaded: ModuleType | str, is_native: bool
) -> None:
    assert (choose(wanted, loaded) is BUILT) is is_native


def test_unavailable_engine_is_an_error() -> None:
    with pytest.raises(EngineError, match="no native engine: it was not built"):
        choose("native", "it was not built")
    with pytest.raises(EngineError, match=r"ATLANTIS_ENGINE='quick' \(expected pure"):
        choose("quick", BUILT)


def test_surface_equals_that_of_the_c_file() -> None:
    """Otherwise the native engine would never be used, and its tests would be skipped."""
    source = Path(__file__).parents[2] / "src/atlantis_core/engine/_native.c"
    assert f"enum {{ SURFACE = {engine.SURFACE} }};" in source.read_text(encoding="utf-8")


def test_module_built_from_other_source_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_version_names_the_engine() -> None:
    assert run_version("pure")[1].endswith("(pure engine)\n")
    native_engine()
    assert run_version("native")[1].endswith("(native engine)\n")


def test_unknown_engine_is_an_error() -> None:
    status, said, complaint = run_version("quick\x1b[31m")
    assert (status, said) == (1, "")
    assert complaint.startswith("atlantis: not an engine")
    assert "\x1b" not in complaint
    if isinstance(load(), str):
        assert run_version("native")[0] == 1
