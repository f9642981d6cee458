"""The pictures and examples in docs/diagrams.md match the program's output."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.diagram.goldens import FOLDER

PAGE = Path(__file__).parents[2] / "docs" / "diagrams.md"


def test_examples_run() -> None:
    # A fence below an example would look like a line of its output.
    page = PAGE.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, PAGE.name, 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.attempted > 4
    assert results.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "middle-spec",
        "middle-middle",
        "middle-wide",
        "hole-large",
        "middle-compact",
        "middle-mini",
        "middle-unicode-compact",
        "odd-spec",
    ],
)
def test_pictures_are_the_approved_ones(name: str) -> None:
    picture = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert f"```\n{picture}```\n" in PAGE.read_text(encoding="utf-8")
