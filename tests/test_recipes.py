"""Recipes of CONTRIBUTING.md, followed to the letter in a copy of the tree.

Guards against steps that the page does not mention, and against tests that break when a bot, shape,
theme or command is added.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("src", "tests", "docs", "transcripts")
LINKED = ("training", "pyproject.toml", "README.md", "CONTRIBUTING.md", "examples", "tests/traces")


def example(heading: str) -> str:
    """The first block of Python below a heading."""
    below = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"```python\n(.*?)```", below, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree that a recipe may change."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "traces")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name in LINKED:
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def run(tree: Path, *arguments: str) -> str:
    """Run a module of the copy and return its output."""
    # The pure engine: a copy has no native one, and building it is not part of a recipe.
    environment = {
        **os.environ,
        "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "ATLANTIS_ENGINE": "pure",
    }
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=5 * PATIENCE,  # a whole run of tests
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_tests(tree: Path, *arguments: str) -> str:
    return run(tree, "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments)


def lint(tree: Path, *paths: Path) -> None:
    """Check files as `make check` does, where its tools are installed."""
    if find_spec("ruff"):
        run(tree, "ruff", "check", "--no-cache", *map(str, paths))
        run(tree, "ruff", "format", "--no-cache", "--check", *map(str, paths))


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("is_strongest", [False, True], ids=["weakest", "strongest"])
def test_bot_is_a_file_a_line_and_a_row(tree: Path, is_strongest: bool) -> None:
    bots = tree / "src" / "atlantis_core" / "bots"
    (bots / "timid.py").write_text(example("Adding a bot"), encoding="utf-8")
    registry = bots / "registry.py"
    there = "            GRANDMASTER,\n" if is_strongest else "            RandomBot(),\n"
    line = "            TimidBot(),\n"
    replace_in(registry, there, there + line if is_strongest else line + there)
    (last,) = re.findall(r"^from \.search_bots .*\n", registry.read_text("utf-8"), re.MULTILINE)
    replace_in(registry, last, f"{last}from .timid import TimidBot\n")
    row = "| name | plays | default effort |\n|---|---|---|\n"
    replace_in(tree / "docs" / "bots.md", row, f"{row}| `timid` | as little as possible | 1 |\n")

    lint(tree, bots / "timid.py", registry)
    assert "timid" in run(tree, "atlantis_core", "hint", "--help")
    match = ("match", "timid", "random", "--board", "triangle:2", "--games", "1")
    assert run(tree, "atlantis_core", *match).startswith("triangle:2, 1 game")
    tests = ("tests/bots/test_bots.py", "tests/bots/test_seats.py", "tests/test_library.py")
    chosen = "timid or docs_list or default_bots or refused or seat or bot_answers"
    told = run_tests(tree, *tests, "-vv", "-k", chosen)
    assert re.search(r"\[[^]]*timid[^]]*\] PASSED", told)
    assert re.search(r"default_bots_exist\S* PASSED", told)


def test_shape_is_a_member_and_a_sample(tree: Path) -> None:
    shapes = tree / "src" / "atlantis_core" / "rules" / "shapes.py"
    before = "    places: Callable[[int], Iterator[Place]]\n    corners"
    replace_in(shapes, before, example("Adding a board shape") + "\n" + before)
    samples = tree / "tests" / "transcript" / "make_samples.py"
    (line,) = re.findall(r"add `(\(Shape.*\),)` to `BOARDS`", TEXT)
    replace_in(samples, "\nBOARDS = (\n", f"\nBOARDS = (\n    {line}\n")
    run(tree, "tests.transcript.make_samples")

    lint(tree, shapes, samples)
    assert "band:SIDE" in run(tree, "atlantis_core", "new", "--help").replace("\n", " ")
    assert "18 segments" in run(tree, "atlantis_core", "replay", "transcripts/boards/band-3.json")
    tests = ("tests/test_shapes.py", "tests/test_starting_places.py", "tests/commands/test_new.py")
    told = run_tests(tree, *tests, "tests/transcript/test_samples.py", "-vv")
    assert "Shape.BAND" in told
    assert "boards/band-3.json" in told


def test_theme_is_two_columns(tree: Path) -> None:
    themes = tree / "src" / "atlantis_tui" / "settings" / "themes.py"
    head, quotes, rest = themes.read_text(encoding="utf-8").partition('_COLORS = """\n')
    table, end, after = rest.partition('"""\n')
    rows = [line.split() for line in table.splitlines()]
    new_names = {"atlantis": "dusk", "atlantis/256": "dusk/256"}
    copied = [rows[0].index(name) for name in new_names]
    wider = (row + [new_names.get(row[n], row[n]) for n in copied] for row in rows)
    table = "".join(f"    {' '.join(row)}\n" for row in wider)
    themes.write_text(head + quotes + table + end + after, encoding="utf-8")

    told = run_tests(tree, "tests/tui/test_contrasts.py", "-vv", "-k", "dusk and enough_contrast")
    assert "[dusk-truecolor] PASSED" in told
    assert "[dusk-256] PASSED" in told


def test_command_is_a_module_a_line_and_a_section(tree: Path) -> None:
    commands = tree / "src" / "atlantis_core" / "commands"
    (commands / "size.py").write_text(example("Adding a command"), encoding="utf-8")
    table = commands / "table.py"
    line = '    "size": ("atlantis_core.commands.size", "print the number of fields"),\n'
    replace_in(table, "COMMANDS: Commands = {\n", f"COMMANDS: Commands = {{\n{line}")
    page = tree / "docs" / "commands.md"
    replace_in(page, "\n## Synopsis\n", "\n## Synopsis\n\n`size`\n")
    section = "\n## size\n\n```\natlantis size FILE\n```\n"
    page.write_text(page.read_text(encoding="utf-8") + section, encoding="utf-8")

    lint(tree, commands / "size.py", table)
    board = "transcripts/boards/hexagon-3.json"
    assert run(tree, "atlantis_core", "size", board) == "133\n"
    told = run_tests(tree, "tests/commands/test_docs.py", "-vv", "-k", "size or synopsis")
    assert "test_section_explains_every_option[size] PASSED" in told
