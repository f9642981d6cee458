"""The supported Pythons of the machine: the system's own, those on PATH and pyenv's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

OLDEST = (3, 11)
SYSTEM = Path("/usr/bin/python3")
_QUESTION = """
import importlib.util, os, sys
print(*sys.version_info[:3])
print(os.path.realpath(sys.executable))
print(importlib.util.find_spec("ensurepip") is not None)
"""


class Python(NamedTuple):
    """An interpreter outside of virtualenvs."""

    version: tuple[int, ...]
    path: Path
    has_ensurepip: bool = True
    """Debian and Ubuntu have it in a package of its own; without it there is no virtualenv."""

    @property
    def dotted(self) -> str:
        return ".".join(map(str, self.version))


def find_pythons(environment: Mapping[str, str]) -> tuple[Python, ...]:
    """Every Python that is new enough, oldest first, the same file only once."""
    found = {python.path: python for python in filter(None, map(ask, _candidates(environment)))}
    return tuple(sorted(python for python in found.values() if python.version >= OLDEST))


def ask(candidate: Path | str) -> Python | None:
    """What a program says of itself. None if it is no Python, or one that cannot run."""
    try:
        done = subprocess.run(  # noqa: S603 - an interpreter that the user has installed
            [candidate, "-c", _QUESTION], capture_output=True, text=True, check=True, timeout=60
        )
        version, path, ensurepip = done.stdout.splitlines()
        return Python(tuple(map(int, version.split())), Path(path), ensurepip == "True")
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def missing_versions(pythons: Iterable[Python], supported: Iterable[str]) -> Iterator[str]:
    """The versions, such as "3.12", that Atlantis supports and this machine does not have."""
    there = {python.version[:2] for python in pythons}
    return (each for each in supported if tuple(map(int, each.split("."))) not in there)


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    yield SYSTEM
    for folder in map(Path, environment.get("PATH", "").split(os.pathsep)):
        yield from (path for path in _entries(folder) if re.fullmatch(r"python3\.\d+", path.name))
    pyenv = environment.get("PYENV_ROOT") or Path(environment.get("HOME", "")) / ".pyenv"
    for folder in _entries(Path(pyenv, "versions")):
        yield folder / "bin" / "python"
    on_path = shutil.which("python3", path=environment.get("PATH", ""))
    if on_path is not None:
        yield Path(on_path)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
