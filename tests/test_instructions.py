"""CONTRIBUTING followed to the letter: a bot, and a shape, added to a copy of the sources.

Guards against lists, texts and tests that know the bots or shapes of today by heart.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def example(heading: str) -> str:
    """The first block of Python below a heading."""
    below = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"```python\n(.*?)```", below, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources, to be changed."""
    copied = tmp_path / "src"
    shutil.copytree(ROOT / "src", copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def run(sources: Path, *arguments: str) -> str:
    """Run a module of the copy, or the tests against it, and give what it says."""
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_tests(sources: Path, *arguments: str) -> str:
    return run(sources, "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments)


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("is_strongest", [False, True], ids=["weakest", "strongest"])
def test_a_bot_is_one_file_and_one_line(sources: Path, is_strongest: bool) -> None:
    bots = sources / "atlantis_core" / "bots"
    (bots / "timid.py").write_text(example("Adding a bot"), encoding="utf-8")
    registry = bots / "registry.py"
    there = "            MASTER,\n" if is_strongest else "            RandomBot(),\n"
    line = "            TimidBot(),\n"
    replace_in(registry, there, there + line if is_strongest else line + there)
    first = "from .greedy import"
    replace_in(registry, first, f"from .timid import TimidBot\n{first}")

    assert "timid" in run(sources, "atlantis_core", "hint", "--help")
    match = ("match", "timid", "random", "--board", "triangle:2", "--games", "1")
    assert run(sources, "atlantis_core", *match).startswith("triangle:2, 1 game")
    # One of these tests says who is met first and who gives hints: the same ones as before.
    tests = ("tests/bots/test_bots.py", "tests/bots/test_seats.py")
    told = run_tests(sources, *tests, "-vv", "-k", "timid or default_bots or refused or seat")
    assert re.search(r"\[[^]]*timid[^]]*\] PASSED", told)
    assert re.search(r"default_bots_exist\S* PASSED", told)


def test_a_shape_is_one_member(sources: Path) -> None:
    shapes = sources / "atlantis_core" / "shapes.py"
    before = "    places: Callable[[int], Iterator[Place]]\n    corners"
    replace_in(shapes, before, example("Adding a board shape") + "\n" + before)

    assert "band:SIDE" in run(sources, "atlantis_core", "new", "--help").replace("\n", " ")
    board = sources.parent / "band.json"
    run(sources, "atlantis_core", "new", "--board", "band:2", "--players", "4", "-o", str(board))
    assert "8 segments, 56 fields" in run(sources, "atlantis_core", "replay", str(board))
    tests = ("tests/test_shapes.py", "tests/test_starting_places.py", "tests/commands/test_new.py")
    assert " passed" in run_tests(sources, *tests)
    assert "Shape.BAND" in run_tests(sources, tests[2], "--collect-only")
