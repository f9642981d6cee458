"""Runs long commands in processes that end with the app."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from contextlib import suppress
from signal import SIGTERM
from subprocess import DEVNULL, PIPE, CompletedProcess, Popen
from threading import Event

_RUNNING: set[Popen[bytes]] = set()
_ENDING = Event()
"""Set when the app exits: a thread that has waited until then starts no process."""


def run_until_exit(command: Sequence[str]) -> CompletedProcess[bytes]:
    """Run a command and return its output. Call it in a thread. Raises OSError.

    If the app exits first, the command is terminated, so it must be safe to kill.
    """
    if _ENDING.is_set():
        return CompletedProcess(command, -SIGTERM, b"", b"")
    with Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE) as process:  # noqa: S603 - ours
        _RUNNING.add(process)
        try:
            output, errors = process.communicate()
        finally:
            _RUNNING.discard(process)
    return CompletedProcess(command, process.returncode, output, errors)


@atexit.register
def _end_all() -> None:
    _ENDING.set()
    for process in tuple(_RUNNING):
        with suppress(OSError):
            process.terminate()
