"""`make mutants MODULE=atlantis_core/scoring.py [MUTANTS=60] [TESTS='tests/test_scoring.py']`.

Works on a copy of the sources. A change that no test notices is told with its line: either a test
is missing, or the line is not needed. Changes are drawn by lot, the same ones every time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.mutants.changing import Change, changes

ROOT = Path(__file__).parents[2]
SECONDS = 300
"""A change that makes the tests run for ever is noticed, too."""


def usual_tests(module: Path) -> list[str]:
    """The tests that are called like the module, or like the package that it is in."""
    named = sorted(ROOT.glob(f"tests/**/test_*{module.stem}*.py"))
    folder = ROOT / "tests" / module.parent.name
    found = [str(path.relative_to(ROOT)) for path in named]
    return found or ([str(folder.relative_to(ROOT))] if folder.is_dir() else ["tests"])


def is_noticed(sources: Path, tests: list[str]) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def survivors(module: Path, chosen: list[Change], tests: list[str]) -> list[Change]:
    """The changes that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        if is_noticed(sources, tests):
            raise SystemExit("the tests fail without any change")
        found = []
        for change in chosen:
            (sources / module).write_text(change.source, encoding="utf-8")
            if not is_noticed(sources, tests):
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
    sys.stdout.write(
        f"{path}: {noticed} of {len(chosen)} changes noticed "
        f"({100 * noticed / max(len(chosen), 1):.0f} percent), {len(everything)} possible\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
