"""Examples in docs/reviewing.md work as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.commands.running import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reviewing.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", EXAMPLES)
def test_example_runs_without_an_error(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    given, _, command = line.rpartition(" | ")
    typed = shlex.split(given)[1].encode().decode("unicode_escape") if given else ""
    program, *words = shlex.split(command)
    done = run(*words, stdin=typed.encode())
    assert (program, done.status, done.err) == ("atlantis", 0, "")
    assert done.out


def test_page_has_examples() -> None:
    assert len(EXAMPLES) >= 2
