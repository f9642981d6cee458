"""A started program together with its children: ends with all of them, on every system.

POSIX gives the program its own process group, and `orphan_processes` kills those who left it.
Windows has no such groups: there psutil finds the children, or only the program is killed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import IO

from . import orphan_processes


class ProcessTree:
    """A running program with pipes. Call `kill` in the end."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start the program. Raises OSError."""
        environment = orphan_processes.new_mark()
        self._mark = environment[orphan_processes.MARK]
        with orphan_processes.LOCK:
            self._child = subprocess.Popen(  # noqa: S603 - the user asked to run it
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # ignored by Windows
                creationflags=_OWN_GROUP,
                bufsize=0,
            )
            orphan_processes.watch(self._child.pid)
        self._descendants: orphan_processes.Descendants = frozenset()

    @property
    def streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Unbuffered stdin, stdout and stderr of the program."""
        child = self._child
        if child.stdin is None or child.stdout is None or child.stderr is None:
            raise AssertionError("Popen was called with pipes")
        return child.stdin, child.stdout, child.stderr

    @property
    def has_exited(self) -> bool:
        """Whether the program itself has exited; its children may still run."""
        return _exit_status(self._child) is not None

    @property
    def exit_status(self) -> str:
        """Description of the exit, for example "status 1"; empty while it runs."""
        return _exit_status(self._child) or ""

    def note_descendants(self) -> None:
        """Remember all children of children before an exit leaves them without parents."""
        self._descendants = orphan_processes.descendants_of(self._child.pid)

    def ask_to_end(self) -> None:
        """Send the signal that asks a program to end."""
        _ask_to_end(self._child)

    def kill(self) -> None:
        """Kill what still runs of the program and its children."""
        _kill(self._child)
        orphan_processes.end_all(self._child.pid, self._mark, self._descendants)
        self._child.wait()


if sys.platform == "win32":
    _OWN_GROUP = subprocess.CREATE_NEW_PROCESS_GROUP

    def _exit_status(child: subprocess.Popen[bytes]) -> str | None:
        status = child.poll()
        return None if status is None else f"status {status}"

    def _ask_to_end(child: subprocess.Popen[bytes]) -> None:
        with suppress(OSError):
            child.send_signal(signal.CTRL_BREAK_EVENT)

    def _kill(child: subprocess.Popen[bytes]) -> None:
        with suppress(OSError):
            child.kill()

else:
    _OWN_GROUP = 0

    def _exit_status(child: subprocess.Popen[bytes]) -> str | None:
        """Leaves an exited child a zombie, so that the number of its group stays valid."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        try:
            result = os.waitid(os.P_PID, child.pid, flags)
        except ChildProcessError:
            return ""
        if result is None:
            return None
        how = "status" if result.si_code == os.CLD_EXITED else "signal"
        return f"{how} {result.si_status}"

    def _ask_to_end(child: subprocess.Popen[bytes]) -> None:
        _signal(child, signal.SIGTERM)

    def _kill(child: subprocess.Popen[bytes]) -> None:
        _signal(child, signal.SIGKILL)  # also kills children that outlived the child

    def _signal(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, number)
