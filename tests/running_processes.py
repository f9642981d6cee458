"""Whether processes that tests started, or that these started, are still there."""

from __future__ import annotations

import subprocess
from threading import Event

from tests.waiting import PATIENCE


def is_running(process: int) -> bool:
    """Whether a process does anything still; a zombie does not."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)],  # noqa: S607 - the system's own
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return bool(listed.stdout.strip()) and not listed.stdout.strip().startswith("Z")


def assert_ends(process: int) -> None:
    """A killed process may need a moment to go."""
    pause = Event()
    for _ in range(500):
        if not is_running(process):
            break
        pause.wait(0.01)
    assert not is_running(process)
