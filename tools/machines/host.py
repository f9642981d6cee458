"""The machine at hand: its programs and users, and why a variant cannot run on it."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from .pythons import SYSTEM, Python, ask
from .variants import Variant

USER = "nobody"
"""The ordinary user of a run that root starts: every system has this one."""


class Host(NamedTuple):
    """What this machine offers."""

    is_root: bool
    programs: frozenset[str]

    @classmethod
    def this(cls) -> Host:
        return cls(os.geteuid() == 0, frozenset(path.name for path in programs(os.environ["PATH"])))

    def skip_reason(self, variant: Variant) -> str | None:
        """Why a variant cannot run here, or would be the same as others. None if it can."""
        missing = [name for name in variant.needed if name not in self.programs]
        if missing:
            return f"not installed: {', '.join(missing)}"
        if variant.hidden and not any(
            fnmatch(name, pattern) for name in self.programs for pattern in variant.hidden
        ):
            return "nothing to hide: every variant runs like this"
        if variant.python is not None and not variant.python.has_ensurepip:
            return "this Python lacks ensurepip, so it cannot make a virtualenv"
        if variant.is_ordinary_user and self.is_root and variant.python is None:
            return f"the user '{USER}' can run no supported Python"
        if variant.is_ordinary_user and not self.is_root and not variant.has_read_only_home:
            return "not root: every variant runs as an ordinary user"
        return None

    def python_for_user(self, pythons: Iterable[Python]) -> Python | None:
        """A Python that the ordinary user can run, the system's own first. None if not root."""
        if not self.is_root:
            return None
        system = ask(SYSTEM)
        usable = (python for python in pythons if python.has_ensurepip)
        ranked = sorted(usable, key=lambda python: python != system)
        return next(filter(_user_can_run, ranked), None)


def programs(path: str) -> Iterator[Path]:
    """Every program on a search path, also those hidden by an earlier one of the same name."""
    for folder in map(Path, path.split(os.pathsep)):
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        yield from (each for each in entries if os.access(each, os.X_OK) and each.is_file())


def user_ids() -> tuple[int, int]:
    """The ordinary user and its group, by number."""
    entry = pwd.getpwnam(USER)
    return entry.pw_uid, entry.pw_gid


def _user_can_run(python: Python) -> bool:
    try:
        user, group = user_ids()
        done = subprocess.run(  # noqa: S603 - an interpreter that was found on this machine
            [python.path, "-c", ""],
            user=user,
            group=group,
            extra_groups=(),
            cwd="/",
            capture_output=True,
            check=False,
            timeout=60,
        )
    except (KeyError, OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0
