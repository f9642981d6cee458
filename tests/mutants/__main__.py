"""`make mutants MODULE=atlantis_core/rules/scoring.py [MUTANTS=60] [TESTS='tests/...']`.

Works on a copy of the sources. Reports every change that no test notices: either a test is
missing, or the line is not needed. The random choice of changes is the same every time.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from random import Random
from time import monotonic, sleep

import hypothesis.strategies  # noqa: F401 - loaded once, before all forks
import pytest
import textual.app  # noqa: F401 - as above

from tests.attacks import record
from tests.mutants.changing import Change, changes

ROOT = Path(__file__).parents[2]


def usual_tests(module: Path) -> list[str]:
    """The tests named like the module or its package."""
    named = sorted(ROOT.glob(f"tests/**/test_*{module.stem}*.py"))
    folder = ROOT / "tests" / module.parent.name
    found = [str(path.relative_to(ROOT)) for path in named]
    return found or ([str(folder.relative_to(ROOT))] if folder.is_dir() else ["tests"])


def is_noticed(sources: Path, tests: list[str], seconds: float) -> bool:
    """Whether a test fails or times out. Forks, to save the start of pytest."""
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setsid()
            status = _run(sources, tests)
        finally:
            # Exit without cleanup: the parent removes the copy of the sources.
            os._exit(status)
    deadline = monotonic() + seconds
    try:
        while monotonic() < deadline:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return status != 0
            sleep(0.01)
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def _run(sources: Path, tests: list[str]) -> int:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    os.environ["PYTHONPATH"] = str(sources)
    os.environ["PYTHONPYCACHEPREFIX"] = str(sys.pycache_prefix)
    sys.path.insert(0, str(sources))
    os.chdir(ROOT)
    loaded_before = "ignore::pytest.PytestAssertRewriteWarning"
    options = ["-q", "-x", "-n0", "-p", "no:cacheprovider", "-W", loaded_before]
    options += ["--hypothesis-profile", "unshrunk"]
    return int(pytest.main([*options, *tests]))


def survivors(module: Path, chosen: list[Change], tests: list[str]) -> list[Change]:
    """The changes that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        sys.pycache_prefix = str(Path(folder) / "compiled")
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        begun = monotonic()
        if is_noticed(sources, tests, 600):
            raise SystemExit("the tests fail without any change")
        # A change that makes the tests run forever counts as noticed; allow for a busy machine.
        seconds = 20 + 6 * (monotonic() - begun)
        changed = sources / module
        found = []
        for change in chosen:
            changed.write_text(change.source, encoding="utf-8")
            # Two changes of the same size within a second would run stale bytecode.
            Path(cache_from_source(str(changed))).unlink(missing_ok=True)
            if not is_noticed(sources, tests, seconds):
                found.append(change)
                sys.stdout.write(f"{module}:{change.line}: {change.before}  ->  {change.after}\n")
                sys.stdout.flush()
        return found


def main() -> int:
    module, number, *tests = sys.argv[1:]
    path = Path(module.removeprefix("src/"))
    everything = list(changes((ROOT / "src" / path).read_text(encoding="utf-8")))
    chosen = Random(str(path)).sample(everything, min(int(number), len(everything)))
    left = survivors(path, sorted(chosen), tests or usual_tests(path))
    noticed = len(chosen) - len(left)
    percent = f"{100 * noticed / max(len(chosen), 1):.0f} percent"
    result = f"{noticed} of {len(chosen)} changes noticed ({percent}), {len(everything)} possible"
    sys.stdout.write(f"{path}: {result}\n")
    record(f"make mutants MODULE={path}", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
