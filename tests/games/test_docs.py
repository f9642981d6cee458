"""The examples of docs/other-games.md, with the Reversi of the page installed."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.commands.documented import examples
from tests.commands.running import run_shell
from tests.games.plugins import REVERSI, install_reversi

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "other-games.md"


def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    installed = install_reversi(tmp_path / "installed")
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    shown = list(examples(DOCUMENT))
    assert len(shown) >= 4
    for command, printed in shown:
        finished = run_shell(
            f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80", PYTHONPATH=str(installed)
        )
        assert finished.out == printed, command


def test_page_shows_the_entry_point_and_the_entry_of_the_example() -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    project = (REVERSI / "pyproject.toml").read_text(encoding="utf-8")
    (toml,) = (part.partition("```")[0] for part in page.split("```toml\n")[1:])
    assert toml in project
    assert tomllib.loads(toml)
    (code,) = (part.partition("```")[0] for part in page.split("```python\n")[1:])
    module = (REVERSI / "atlantis_reversi" / "__init__.py").read_text(encoding="utf-8")
    assert code in module
