"""Sample files of other projects; tests that need them are skipped if they are missing."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "companions"


def shared(name: str) -> Path:
    """Return the path of a sample file; skips the test if it is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no {name} beside the project")
    return path
