"""The examples of docs/by-mail.md, run with git."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.commands.documented import examples
from tests.commands.running import run_shell

DOCUMENT = Path(__file__).parents[2] / "docs" / "by-mail.md"
AUTHOR = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Ann"), ("EMAIL", "ann@example.org"))
}


@pytest.mark.skipif(shutil.which("git") is None, reason="no git on this machine")
def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    nowhere = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}

    shown = list(examples(DOCUMENT))

    assert len(shown) > 15
    for command, printed in shown:
        finished = run_shell(
            f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80", LC_ALL="C", **AUTHOR, **nowhere
        )
        assert finished.out == printed, command
