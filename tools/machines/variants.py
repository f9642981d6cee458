"""The machines to run the tests as, as data."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from .pythons import Python
from .touches import Touch

COMPILERS = ("cc", "c89", "c99", "*gcc*", "*clang*")
BROWSERS = ("chromium*", "google-chrome*", "chromedriver")
FILES = (Touch.PERMISSIONS, Touch.HOME)
OUTSIDE = (*FILES, Touch.PROCESSES, Touch.HOSTING)
"""Whatever leaves the process: files, homes, other processes, connections."""
LOCALE = (Touch.LOCALE, Touch.PROCESSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way in which a machine can differ from the one at hand."""

    name: str
    touches: tuple[Touch, ...]
    """The tests that can differ."""
    is_main: bool = False
    """Runs the whole suite unless the caller wants to save time."""
    python: Python | None = None
    """None for that of `.venv`."""
    environment: tuple[str, ...] = ()
    """Variables as `NAME=VALUE`."""
    needed: tuple[str, ...] = ()
    """Programs without which the variant means nothing."""
    hidden: tuple[str, ...] = ()
    """Patterns of programs that are taken off the search path."""
    wrapper: tuple[str, ...] = ()
    """The beginning of the command line."""
    umask: int = -1
    is_ordinary_user: bool = False
    has_read_only_home: bool = False
    is_pure: bool = False
    """Installed without the native engine, because no compiler is found."""
    load: int = 0
    """Busy processes beside the tests."""


def python_variants(pythons: Iterable[Python]) -> list[Variant]:
    return [
        Variant(
            name=f"python {python.dotted}",
            touches=(Touch.READERS, *OUTSIDE),
            is_main=True,
            python=python,
        )
        for python in pythons
    ]


def ordinary_user(python: Python | None) -> Variant:
    """A user who may not do everything; root hides wrong permissions."""
    name = f"ordinary user ({python.dotted})" if python else "ordinary user"
    touches = (Touch.READERS, *OUTSIDE)
    return Variant(name=name, touches=touches, is_main=True, python=python, is_ordinary_user=True)


def other_variants(python: Python | None) -> list[Variant]:
    """The rest; with a Python that an ordinary user can run."""
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    return [
        Variant(name="LC_ALL=C", touches=LOCALE, environment=("LC_ALL=C",)),
        Variant(name="LC_ALL=C.UTF-8", touches=LOCALE, environment=("LC_ALL=C.UTF-8",)),
        Variant(name="umask 077", touches=OUTSIDE, umask=0o077),
        Variant(
            name="TZ=Pacific/Kiritimati",
            touches=(Touch.CLOCK,),
            environment=("TZ=Pacific/Kiritimati",),
        ),
        Variant(
            name="read-only HOME",
            touches=OUTSIDE,
            python=python,
            is_ordinary_user=True,
            has_read_only_home=True,
        ),
        Variant(name="no git", touches=(Touch.GIT,), hidden=("git", "git-*")),
        Variant(name="no compiler", touches=(Touch.ENGINE,), hidden=COMPILERS, is_pure=True),
        Variant(name="no browser", touches=(Touch.BROWSER,), hidden=BROWSERS),
        Variant(name="Chromium", touches=(Touch.BROWSER,), needed=("chromium", "chromedriver")),
        Variant(name="zsh", touches=(Touch.SHELLS,), needed=("zsh",)),
        Variant(name="no zsh", touches=(Touch.SHELLS,), hidden=("zsh*",)),
        Variant(name="fish", touches=(Touch.SHELLS,), needed=("fish",)),
        Variant(name="no fish", touches=(Touch.SHELLS,), hidden=("fish*",)),
        Variant(
            name="closed stdin",
            touches=(Touch.STDIN, Touch.PROCESSES),
            wrapper=("sh", "-c", 'exec "$0" "$@" <&-'),
        ),
        Variant(name="nohup", touches=(Touch.PROCESSES,), needed=("nohup",), wrapper=("nohup",)),
        Variant(
            name="one core",
            touches=(Touch.PAUSES,),
            needed=("taskset",),
            wrapper=("taskset", "-c", str(core)),
        ),
        Variant(name="load of eight", touches=(Touch.PAUSES,), load=8),
    ]
