"""The available engines, for tests that run with each of them."""

from __future__ import annotations

from types import ModuleType

import pytest

from atlantis_core.engine import load, pure, surface

EACH_ENGINE = pytest.mark.usefixtures("each_engine")
"""Mark for modules whose tests run with the pure and with the native engine."""
PYTHON_ELSEWHERE = ("turn", "explore", "search")
"""Functions whose Python implementation is elsewhere in the core."""
FUNCTIONS = (
    *("play", "settle", "foresee", "judge", "inputs", "rate"),
    *("measure", "areas", "standing", "is_over", "moves"),
)


def native_engine() -> ModuleType:
    """The native engine; skips the test if there is none."""
    loaded = load()
    if isinstance(loaded, str):
        pytest.skip(f"no native engine: {loaded}")
    return loaded


def run_with(engine: str, patch: pytest.MonkeyPatch) -> None:
    """Use one engine, regardless of the environment."""
    native = native_engine() if engine == "native" else None
    for name in PYTHON_ELSEWHERE:
        patch.setattr(surface, name, getattr(native or pure, name))
    for name in FUNCTIONS:
        quick = None if native is None else getattr(native, name)
        patch.setattr(surface, name, surface.with_pure(quick, getattr(pure, name)))
