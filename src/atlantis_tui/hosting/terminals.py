"""Terminals of forked processes: streams, window size, echo."""

from __future__ import annotations

import array
import sys

if sys.platform != "win32":  # which cannot host (see `make_plan`)
    import fcntl
    import termios


def reopen_streams() -> None:
    """Make new standard streams for a child's terminal.

    Those that it inherits know the output of the host, which may be a file, and fail on a terminal.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open(descriptor, "w" if descriptor else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - stays open until the child exits
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def set_window_size(descriptor: int, columns: int, rows: int) -> None:
    """Set the window size of a terminal."""
    size = array.array("H", [rows, columns, 0, 0])
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, size)


def stop_echo(descriptor: int) -> None:
    """Let a terminal show nothing of what is typed."""
    settings = termios.tcgetattr(descriptor)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSANOW, settings)
