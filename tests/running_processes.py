"""Checks whether processes started by tests, or their children, still run."""

from __future__ import annotations

import subprocess
from threading import Event

from tests.waiting import PATIENCE


def is_running(process: int) -> bool:
    """Whether a process runs and is not a zombie."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)],  # noqa: S607 - the system's own
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return bool(listed.stdout.strip()) and not listed.stdout.strip().startswith("Z")


def assert_ends(process: int) -> None:
    """Wait until a killed process ends."""
    pause = Event()
    for _ in range(500):
        if not is_running(process):
            break
        pause.wait(0.01)
    assert not is_running(process)
