"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_the_examples_in_python_work() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 7
    assert not result.failed


def test_the_two_commands_stand_at_the_top() -> None:
    first_lines = README.read_text(encoding="utf-8").splitlines()[:6]
    commands = [line.split()[1] for line in first_lines if line.lstrip().startswith("make ")]
    assert commands == ["play", "test"]


def test_every_linked_file_exists() -> None:
    pages = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
