"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

from tests.commands.running import run

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_the_examples_in_python_work() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted >= 7
    assert not result.failed


def test_the_two_commands_stand_at_the_top() -> None:
    first_lines = README.read_text(encoding="utf-8").splitlines()[:6]
    commands = [line.split()[1] for line in first_lines if line.lstrip().startswith("make ")]
    assert commands == ["play", "test"]


def test_the_picture_is_the_one_that_is_drawn_today(tmp_path: Path) -> None:
    """`make pictures` draws it again."""
    drawn = tmp_path / "drawn.svg"
    game = ROOT / "transcripts" / "games" / "hexagon-3-3-players.json"
    assert run("export", f"{game}#34..36", "-o", drawn).status == 0
    shown = ROOT / "docs" / "pictures" / "chain-reaction.svg"
    assert shown.read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")


def test_the_first_screen_shows_the_game_still_and_moving() -> None:
    first_screen = README.read_text(encoding="utf-8").splitlines()[:20]
    shown = [
        ROOT / path for line in first_screen for path in re.findall(r'<img src="([^"]+)"', line)
    ]
    assert {path.suffix for path in shown} == {".png", ".svg"}
    (drawing,) = (path for path in shown if path.suffix == ".svg")
    assert "<animate" in drawing.read_text(encoding="utf-8")


def test_every_linked_file_exists() -> None:
    pages = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(
            r"(?:\]\(|<img src=\")(?!https?:)([^)\"#:]+)", page.read_text(encoding="utf-8")
        )
        if not (page.parent / target).exists()
    ]
    assert broken == []
