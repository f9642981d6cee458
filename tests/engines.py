"""The engines that there are on this machine, for tests that run over each of them."""

from __future__ import annotations

from types import ModuleType

import pytest

from atlantis_core.engine import load, pure, surface

EACH_ENGINE = pytest.mark.usefixtures("each_engine")
"""For modules whose tests run over the pure engine and over the native one."""
PYTHON_ELSEWHERE = ("turn", "explore")
"""Functions of the engine that have their twin elsewhere in the core."""
FUNCTIONS = (
    *("play", "settle", "foresee", "judge", "inputs", "rate"),
    *("measure", "areas", "standing", "is_over", "moves"),
)


def native_engine() -> ModuleType:
    """The native engine; skips the test, and says so, where there is none."""
    loaded = load()
    if isinstance(loaded, str):
        pytest.skip(f"no native engine: {loaded}")
    return loaded


def run_with(engine: str, patch: pytest.MonkeyPatch) -> None:
    """Let everything run over one engine, whichever the environment has chosen."""
    native = native_engine() if engine == "native" else None
    for name in PYTHON_ELSEWHERE:
        patch.setattr(surface, name, getattr(native or pure, name))
    for name in FUNCTIONS:
        quick = None if native is None else getattr(native, name)
        patch.setattr(surface, name, surface.with_pure(quick, getattr(pure, name)))
