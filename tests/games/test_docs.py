"""The examples of docs/other-games.md."""

from __future__ import annotations

from pathlib import Path

from tests.commands.documented import examples
from tests.commands.running import run_shell

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "other-games.md"


def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    shown = list(examples(DOCUMENT))
    assert len(shown) >= 4
    for command, printed in shown:
        finished = run_shell(f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80")
        assert finished.out == printed, command
