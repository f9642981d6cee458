"""Runs one variant: in a fresh copy of the checkout, with a home and temporary files of its own.

`make` keeps a virtualenv for every Python, such as `.venv-3.12.1`. A copy of the checkout gets a
copy of it, so that only the project itself is installed again and no network is needed. Variants
that differ neither in Python, user nor compiler share a copy.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import IO, Self

from .host import USER, programs, user_ids
from .report import Outcome, Result
from .touches import select_tests
from .variants import Variant

ROOT = Path(__file__).parent.parent.parent
LOGS = ROOT / ".machines"
LIMIT = 3600.0
"""Seconds for the tests of one variant."""
PYTHON = str(Path(".venv", "bin", "python"))
PYTEST = (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider")
NOT_COPIED = shutil.ignore_patterns(
    *(".git", ".venv*", ".machines", ".fuzz", ".*_cache", ".hypothesis", "dist"),
    *("__pycache__", "_native*.so"),
)
NOT_INHERITED = re.compile(r"MAKE|MFLAGS|PYTEST|PYTHON|VIRTUAL_ENV|XDG_")
"""Variables of the caller that would decide what is run, or where it writes."""


class InstallationError(Exception):
    """The project cannot be installed for a variant; the log says why."""


class Runner:
    """Runs variants, and removes everything at the end but the logs and the base virtualenvs."""

    def __init__(self, *, is_root: bool, is_narrow: bool) -> None:
        self._is_root = is_root
        self._is_narrow = is_narrow
        self._stack = ExitStack()
        self._checkouts: dict[object, Path] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, variant: Variant) -> Result:
        """Run the tests of a variant that can run on this machine."""
        is_whole = variant.is_main and not self._is_narrow
        chosen = () if is_whole else select_tests(ROOT, variant.touches)
        tests = "all" if is_whole else f"{len(chosen)} file{'s' * (len(chosen) != 1)}"
        log_of(variant).parent.mkdir(exist_ok=True)
        with log_of(variant).open("wb") as log, self._new_folder(variant) as folder:
            try:
                place = self._prepare(variant, folder, log)
            except InstallationError as error:
                return Result(variant.name, Outcome.FAILED, str(error), tests)
            with _busy_processes(variant.load):
                status = place.run((*variant.wrapper, *PYTEST, *chosen))
        outcome = Outcome.FAILED if status else Outcome.PASSED
        return Result(variant.name, outcome, _detail(log_of(variant), status), tests)

    def _prepare(self, variant: Variant, folder: Path, log: IO[bytes]) -> _Place:
        for name in ("home", "tmp", "programs"):
            (folder / name).mkdir()
        if variant.hidden:
            _link_programs(folder / "programs", variant.hidden)
        ids = self._ids(variant)
        if ids:
            _give_away(folder, *ids)
        environment = environment_of(variant, os.environ, folder, is_other_user=bool(ids))
        key = (variant.python, ids, variant.hidden if variant.is_pure else ())
        if key not in self._checkouts:
            checkout = self._stack.enter_context(self._new_folder(variant)) / "atlantis"
            _install(variant, _Place(checkout, log, environment, ids))
            self._checkouts[key] = checkout
        if variant.has_read_only_home:
            (folder / "home").chmod(0o555)
        return _Place(self._checkouts[key], log, environment, ids, variant.umask)

    def _ids(self, variant: Variant) -> tuple[int, int] | None:
        return user_ids() if variant.is_ordinary_user and self._is_root else None

    @contextmanager
    def _new_folder(self, variant: Variant) -> Iterator[Path]:
        """An empty folder of the variant's user. Its name is short: paths of sockets must be."""
        with tempfile.TemporaryDirectory(prefix="atl-") as name:
            Path(name).chmod(0o755)  # as /tmp: tests that leave root's rights pass through
            ids = self._ids(variant)
            if ids:
                os.chown(name, *ids)
            yield Path(name)


class _Place:
    """Where, as whom and with which settings the commands of a variant run."""

    def __init__(
        self,
        checkout: Path,
        log: IO[bytes],
        environment: Mapping[str, str],
        ids: tuple[int, int] | None,
        umask: int = -1,
    ) -> None:
        self.checkout = checkout
        self.log = log
        self.ids = ids
        self._environment = environment
        self._umask = umask

    def run(self, command: Sequence[str]) -> int:
        """Run a command in the checkout; its output goes to the log."""
        user, group = self.ids or (None, None)
        done = subprocess.run(  # noqa: S603 - commands of this module
            command,
            cwd=self.checkout,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            user=user,
            group=group,
            extra_groups=None if user is None else (),
            umask=self._umask,
            check=False,
            timeout=LIMIT,
        )
        return done.returncode


def log_of(variant: Variant) -> Path:
    """Everything that the variant's commands have printed."""
    return LOGS / (re.sub(r"\W+", "-", variant.name) + ".log")


def environment_of(
    variant: Variant, caller: Mapping[str, str], folder: Path, *, is_other_user: bool
) -> dict[str, str]:
    """The variables of a variant that runs in a folder."""
    kept = {name: value for name, value in caller.items() if not NOT_INHERITED.match(name)}
    if is_other_user:
        kept.update(USER=USER, LOGNAME=USER)
    if variant.hidden:
        kept["PATH"] = str(folder / "programs")
    given = dict(setting.split("=", 1) for setting in variant.environment)
    own = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp")}
    return {**kept, **own, **given}


def _install(variant: Variant, place: _Place) -> None:
    """Fill the place's checkout, and install it there as its user."""
    venv = _base_venv(variant, place.log)
    shutil.copytree(ROOT, place.checkout, ignore=NOT_COPIED, symlinks=True)
    shutil.copytree(venv, place.checkout / ".venv", symlinks=True)
    if place.ids:
        _give_away(place.checkout, *place.ids)
    if place.run((PYTHON, "tools/set_up.py")) != 0:
        raise InstallationError("cannot be installed")


def _base_venv(variant: Variant, log: IO[bytes]) -> Path:
    """The virtualenv of the variant's Python, made or brought up to date."""
    if variant.python is None:
        return ROOT / ".venv"
    name = f".venv-{variant.python.dotted}"
    command = ("make", "setup", f"VENV={name}", f"PYTHON={variant.python.path}")
    done = subprocess.run(  # noqa: S603 - a target of our own Makefile
        command,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "MAKE" not in name},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=LIMIT,
    )
    if done.returncode:
        raise InstallationError("no virtualenv")
    return ROOT / name


def _link_programs(folder: Path, hidden: Sequence[str]) -> None:
    """Fill a folder with the programs of the search path, without some."""
    for program in programs(os.environ["PATH"]):
        link = folder / program.name
        if not any(fnmatch(program.name, pattern) for pattern in hidden) and not link.is_symlink():
            link.symlink_to(program)


def _give_away(folder: Path, user: int, group: int) -> None:
    os.chown(folder, user, group)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(Path(parent, name), user, group, follow_symlinks=False)


@contextmanager
def _busy_processes(count: int) -> Iterator[None]:
    """Keep the cores busy for as long as the block lasts."""
    with ExitStack() as stack:
        for _ in range(count):
            busy = subprocess.Popen((sys.executable, "-c", "while True: pass"))
            stack.callback(busy.wait, LIMIT)
            stack.callback(busy.kill)
        yield


def _detail(log: Path, status: int) -> str:
    """The summary of pytest, or how it ended without one."""
    if status < 0:
        return f"pytest was ended by {signal.Signals(-status).name}"
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip("= ") for line in reversed(lines) if line.strip()), "no output")
