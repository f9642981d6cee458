"""Descendants of a program on Windows, which has no process groups: found with psutil.

Without psutil none are found, and only the program itself ends.
"""

from __future__ import annotations

from contextlib import suppress

_MILLISECONDS = 1000


def descendants_of(pid: int) -> frozenset[tuple[int, int]]:
    """All current descendants by number and start time, which identify them together."""
    try:
        import psutil  # noqa: PLC0415 - slow, and only installed on Windows
    except ImportError:
        return frozenset()
    found = set()
    with suppress(psutil.Error):
        for process in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.Error):
                found.add((process.pid, int(process.create_time() * _MILLISECONDS)))
    return frozenset(found)


def kill(descendants: frozenset[tuple[int, int]]) -> None:
    """Kill those descendants that still run, and those that they have started since."""
    if not descendants:
        return
    import psutil  # noqa: PLC0415 - it found them

    for number, begun in descendants:
        with suppress(psutil.Error):
            process = psutil.Process(number)
            if int(process.create_time() * _MILLISECONDS) != begun:
                continue  # the number was given to another process
            for child in process.children(recursive=True):
                with suppress(psutil.Error):
                    child.kill()
            process.kill()
