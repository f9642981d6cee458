"""Other people's data, which may lie beside the project; without it such tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "companions"


def shared(name: str) -> Path:
    """A file of that data; skips the test if it is not there."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no {name} beside the project")
    return path
