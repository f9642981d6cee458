"""The engine that runs: the pure one, or the native one where it was built. The only choice.

Both offer the functions of `surface` over flat geometry: the padded grid of a board and two
`bytes` objects. They give the same results bit for bit, so nothing else needs to know which one
runs; `ATLANTIS_ENGINE=pure` or `=native` forces one. Imports nothing but the native module, so
that `atlantis --version` can ask.
"""

from __future__ import annotations

import os
from enum import Enum
from types import ModuleType

from atlantis_core.errors import EngineError

VARIABLE = "ATLANTIS_ENGINE"
SURFACE = 6
"""Must be that of the C file: a module built from an older file is as good as none."""


class Engine(Enum):
    """The two ways to run the same functions."""

    PURE = "pure"
    NATIVE = "native"


def load() -> ModuleType | str:
    """The native module, or why there is none."""
    try:
        from . import _native  # noqa: PLC0415 -- may not exist
    except ImportError:
        return "it was not built here, for want of a C compiler"
    if _native.SURFACE != SURFACE:
        return "it was built from an older source; build it again with 'make setup'"
    return _native


def choose(wanted: str, loaded: ModuleType | str) -> ModuleType | None:
    """The native module if it is to be used; `wanted` is what the environment says."""
    if wanted not in {"", *(engine.value for engine in Engine)}:
        raise EngineError(f"not an engine: {VARIABLE}={wanted[:40]!r} (expected pure or native)")
    if wanted == Engine.PURE.value:
        return None
    if isinstance(loaded, ModuleType):
        return loaded
    if wanted == Engine.NATIVE.value:
        raise EngineError(f"{VARIABLE}=native, but there is no native engine: {loaded}")
    return None


native = choose(os.environ.get(VARIABLE, ""), load())
"""The module with the native functions; None if the pure ones run."""
RUNNING = Engine.PURE if native is None else Engine.NATIVE
