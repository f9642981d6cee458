"""Chooses the engine: native if it was built, else pure Python.

Both provide the functions of `surface`, on the padded grid of a board and two `bytes` objects,
with bit-identical results. `ATLANTIS_ENGINE=pure` or `=native` forces one. Imports only the
native module, so that `atlantis --version` stays fast.
"""

from __future__ import annotations

import os
from enum import Enum
from types import ModuleType

from atlantis_core.support.errors import EngineError

VARIABLE = "ATLANTIS_ENGINE"
SURFACE = 9
"""Must equal the number in the C file; a module built from an older file is ignored."""


class Engine(Enum):
    PURE = "pure"
    NATIVE = "native"


def load() -> ModuleType | str:
    """The native module, or the reason why it is not available."""
    try:
        from . import _native  # noqa: PLC0415 -- may not exist
    except ImportError:
        return "it was not built: no C compiler found"
    if _native.SURFACE != SURFACE:
        return "it was built from an older source; build it again with 'make setup'"
    return _native


def choose(wanted: str, loaded: ModuleType | str) -> ModuleType | None:
    """The native module, or None for the pure engine; `wanted` is from the environment."""
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
"""The native module; None if the pure engine is used."""
RUNNING = Engine.PURE if native is None else Engine.NATIVE
