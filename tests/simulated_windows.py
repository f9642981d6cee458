"""Makes a process look like Windows to the modules of the project, and to no others.

They see `os`, `signal` and `sys` without the names that Windows lacks and with its own, and
cannot import the modules that it lacks. The standard library and other packages keep working.
`os.name` stays, because it also decides which paths pathlib makes: no module of the project
reads it (see test_windows.py).
"""

from __future__ import annotations

import builtins
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

MISSING_MODULES = frozenset("fcntl grp posix pty pwd readline resource syslog termios tty".split())
MISSING_NAMES = {
    "os": (
        "CLD_EXITED O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK P_PID WEXITED WNOHANG"
        " WNOWAIT chown fchmod fchown fork forkpty getegid geteuid getgid getpgid getpgrp getsid"
        " getuid getxattr killpg lchown listxattr mkfifo nice openpty posix_spawn set_blocking"
        " setpgid setsid setxattr sysconf uname wait waitid"
    ).split(),
    "signal": (
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU"
        " SIGUSR1 SIGUSR2 SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm pthread_kill"
        " pthread_sigmask setitimer sigwait"
    ).split(),
}


class _View(ModuleType):
    """A module of the standard library as it looks on Windows."""

    def __init__(self, real: ModuleType, missing: Sequence[str], **own: object) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(own)
        self._real, self._missing = real, frozenset(missing)

    def __getattr__(self, name: str) -> object:
        if name in self._missing:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'", name=name)
        return getattr(self._real, name)


def _locking(descriptor: int, mode: int, count: int) -> None:
    assert (mode, count) == (2, 1)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None


def simulate() -> None:
    """Let all modules of the project that are imported from now on see Windows."""
    views = {
        "os": _View(os, MISSING_NAMES["os"]),
        "signal": _View(signal, MISSING_NAMES["signal"], CTRL_BREAK_EVENT=signal.SIGTERM),
        "sys": _View(sys, (), platform="win32"),
        "subprocess": _View(subprocess, (), CREATE_NEW_PROCESS_GROUP=0),
        "msvcrt": _View(ModuleType("msvcrt"), (), locking=_locking, LK_NBLCK=2),
    }
    real_import = builtins.__import__

    def import_as_on_windows(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - as the real one
        *others: object,
        **named: object,
    ) -> ModuleType:
        if str((globals or {}).get("__name__")).startswith("atlantis_"):
            if name in MISSING_MODULES:
                raise ModuleNotFoundError(f"No module named '{name}'", name=name)
            if name in views:
                return views[name]
        return real_import(name, globals, *others, **named)  # type: ignore[arg-type]

    builtins.__import__ = import_as_on_windows
