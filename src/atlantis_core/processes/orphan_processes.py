"""Children of a program that left its process group: found and ended, where the system allows.

A program that calls `setsid` escapes the signal to its group. On Linux it is found nevertheless:
by its ancestors, now or when the program was told to end; by a mark in the environment, which
children inherit; and, if it has neither parents nor mark any more, because orphans come to us (we
are their "subreaper") in a session whose leader has gone. One that leads its session looks like a
process of our own and lives on, and so does every such child on other systems; SECURITY.md says so.
Knows process numbers, not what runs in them.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

MARK = "ATLANTIS_PROGRAM"
"""The variable that tells whose child a process is."""
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50
"""A program that goes on forking is chased so often; each round ends all that there are."""


class _Process(NamedTuple):
    parent: int
    session: int
    begun: int
    """When it was started; with the number it names a process for ever."""
    is_dead: bool


LOCK = Lock()
"""Held while a program is started, so that nobody takes it for an orphan before it is known."""
_running: set[int] = set()
"""The programs of ours that have not been ended yet."""


def new_mark() -> dict[str, str]:
    """An environment for one program, by which its children are known."""
    return {**os.environ, MARK: secrets.token_hex(16)}


def watch(pid: int) -> None:
    """A program of ours has begun, under the lock: what it leaves behind is to come to us."""
    _running.add(pid)
    if sys.platform == "linux" and len(_running) == 1:
        import ctypes  # noqa: PLC0415 - only where programs run

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


Family = frozenset[tuple[int, int]]
"""Processes by number and begin."""


def family_of(pid: int) -> Family:
    """Whatever descends from a program now: asked before it ends, when they are still together."""
    if sys.platform != "linux":
        return frozenset()
    table = _process_table()
    below = (number for number in table if _is_below(number, pid, table))
    return frozenset((number, table[number].begun) for number in below)


def end_all(pid: int, mark: str, family: Family) -> None:
    """End whatever a program has started, wherever it went; call it before it is reaped itself."""
    with LOCK:
        _running.discard(pid)
        if sys.platform != "linux":
            return
        killed: set[int] = set()
        for _ in range(_ROUNDS):
            found = _strays(pid, mark, family) - killed
            if not found:
                break
            for stray in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(stray, signal.SIGKILL)
            killed |= found
        _reap(pid, killed)


def _strays(pid: int, mark: str, family: Family) -> set[int]:
    table = _process_table()
    alive = {number for number, process in table.items() if not process.is_dead}
    found = {number for number in alive if (number, table[number].begun) in family}
    found |= {number for number in alive if _is_below(number, pid, table)}
    wanted = f"{MARK}={mark}".encode()
    found |= {number for number in alive - found if wanted in _environment(number)}
    if not _running:
        found |= {number for number in alive if _is_orphan(number, table)}
    return found - {pid, os.getpid()}


def _is_orphan(number: int, table: dict[int, _Process]) -> bool:
    """Whether a child of ours was not started by us, but left to us by somebody who died.

    Whom we start stays in our session or leads one of its own. Only an orphan is in a session
    whose leader has gone.
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
    """Take note of orphans that have ended, so that nothing is left of them."""
    table = _process_table()
    for number in table.keys() - {but, *_running}:
        if number in killed or _is_orphan(number, table):
            with suppress(ChildProcessError):  # not left to us
                os.waitpid(number, os.WNOHANG)


def _process_table() -> dict[int, _Process]:
    table = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - asked often
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - as above
                    # The name of the program stands in brackets and may hold anything.
                    told = file.read().rpartition(b") ")[2].split()
                state, parent, session, begun = told[0], told[1], told[3], told[19]
                is_dead = state in (b"Z", b"X")
                table[int(name)] = _Process(int(parent), int(session), int(begun), is_dead)
    return table


def _environment(number: int) -> bytes:
    try:
        with open(f"/proc/{number}/environ", "rb") as file:  # noqa: PTH123 - as above
            return file.read(1 << 20)
    except OSError:  # not ours, or gone
        return b""
