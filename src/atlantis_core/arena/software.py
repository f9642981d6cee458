"""Versions of the software in this process, to compare the machines of a cluster."""

from __future__ import annotations

import sys

from atlantis_core.engine import RUNNING
from atlantis_core.version import __version__


def software() -> tuple[str, ...]:
    """The version of Atlantis, the engine in use, the version of Python."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"atlantis {__version__}", f"{RUNNING.value} engine", f"Python {python}"
