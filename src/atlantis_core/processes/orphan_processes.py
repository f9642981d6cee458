"""Finds and kills descendants of a program that left its process group, on Linux and Windows.

A process that calls `setsid` escapes the signal to its group. It is found by its ancestors, now
or when the program was asked to exit; by a mark in the environment, which children inherit; or,
without both, because this process is the "subreaper" that adopts orphans, by a session whose
leader is dead. An orphan that leads its own session looks like a process that we started and
survives, as does every such process on other systems (see SECURITY.md). Windows has no process
groups: there all descendants found when the program was asked to exit are killed.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

from . import windows_processes

MARK = "ATLANTIS_PROGRAM"
"""Environment variable that identifies the program from which a process descends."""
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50
"""Attempts to kill a program that keeps forking; each kills all processes found."""


class _Process(NamedTuple):
    parent: int
    session: int
    begun: int
    """Start time. Identifies a process together with its number, which may be reused."""
    is_dead: bool


LOCK = Lock()
"""Held while a program is started, so that it is not taken for an orphan."""
_running: set[int] = set()
"""Programs that this process started and has not ended yet."""


def new_mark() -> dict[str, str]:
    """An environment for one program, with a mark that its children inherit."""
    return {**os.environ, MARK: secrets.token_hex(16)}


def watch(pid: int) -> None:
    """Register a started program and adopt its orphans. The caller holds `LOCK`."""
    _running.add(pid)
    if sys.platform == "linux" and len(_running) == 1:
        import ctypes  # noqa: PLC0415 - only where programs run

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


Descendants = frozenset[tuple[int, int]]
"""Processes by number and start time."""


def descendants_of(pid: int) -> Descendants:
    """All current descendants. Call it before the program exits and they lose their parents."""
    if sys.platform == "win32":
        return windows_processes.descendants_of(pid)
    if sys.platform != "linux":
        return frozenset()
    table = _process_table()
    below = (number for number in table if _is_below(number, pid, table))
    return frozenset((number, table[number].begun) for number in below)


def end_all(pid: int, mark: str, descendants: Descendants) -> None:
    """Kill all descendants of a program. Call it before the program itself is reaped."""
    with LOCK:
        _running.discard(pid)
        if sys.platform == "win32":
            windows_processes.kill(descendants)
        if sys.platform != "linux":
            return
        killed: set[int] = set()
        for _ in range(_ROUNDS):
            found = _find_processes(pid, mark, descendants) - killed
            if not found:
                break
            for number in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(number, signal.SIGKILL)
            killed |= found
        _reap(pid, killed)


def _find_processes(pid: int, mark: str, descendants: Descendants) -> set[int]:
    table = _process_table()
    alive = {number for number, process in table.items() if not process.is_dead}
    found = {number for number in alive if (number, table[number].begun) in descendants}
    found |= {number for number in alive if _is_below(number, pid, table)}
    wanted = f"{MARK}={mark}".encode()
    found |= {number for number in alive - found if wanted in _environment(number)}
    if not _running:
        found |= {number for number in alive if _is_orphan(number, table)}
    return found - {pid, os.getpid()}


def _is_orphan(number: int, table: dict[int, _Process]) -> bool:
    """Whether a child of this process was adopted after its parent died.

    Processes that we start stay in our session or lead their own. Only an orphan is in a session
    whose leader is dead.
    """
    process = table[number]
    if process.parent != os.getpid() or process.session in {os.getsid(0), number}:
        return False
    leader = table.get(process.session)
    return leader is None or leader.is_dead


def _is_below(number: int, ancestor: int, table: dict[int, _Process]) -> bool:
    seen = set()
    while number in table and number not in seen:
        seen.add(number)
        number = table[number].parent
        if number == ancestor:
            return True
    return False


def _reap(but: int, killed: set[int]) -> None:
    """Reap orphans that have exited, so that no zombies remain."""
    table = _process_table()
    for number in table.keys() - {but, *_running}:
        if number in killed or _is_orphan(number, table):
            with suppress(ChildProcessError):  # not our child
                os.waitpid(number, os.WNOHANG)


def _process_table() -> dict[int, _Process]:
    table = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - called often
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - as above
                    # The name of the program is in brackets and may contain any characters.
                    values = file.read().rpartition(b") ")[2].split()
                state, parent, session, begun = values[0], values[1], values[3], values[19]
                is_dead = state in (b"Z", b"X")
                table[int(name)] = _Process(int(parent), int(session), int(begun), is_dead)
    return table


def _environment(number: int) -> bytes:
    try:
        with open(f"/proc/{number}/environ", "rb") as file:  # noqa: PTH123 - as above
            return file.read(1 << 20)
    except OSError:  # not ours, or gone
        return b""
