"""docs/companions.md tells the truth: its examples are run."""

from __future__ import annotations

from pathlib import Path

from tests.commands.documented import examples
from tests.commands.running import run_shell

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "companions.md"


def test_the_examples_print_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    shown = list(examples(DOCUMENT))
    assert len(shown) >= 4
    for command, printed in shown:
        finished = run_shell(f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80")
        assert finished.out == printed, command
