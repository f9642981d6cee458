"""Every style on several boards and positions, character for character."""

from __future__ import annotations

import pytest

from tests.diagram.goldens import FOLDER, goldens

DRAWN = dict(goldens())


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_matches_the_approved_one(name: str) -> None:
    assert DRAWN[name] + "\n" == (FOLDER / name).read_text(encoding="utf-8")


def test_every_golden_file_is_compared() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(DRAWN)


@pytest.mark.parametrize("name", [name for name in DRAWN if "unicode" not in name])
def test_diagrams_are_ascii_by_default(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8").isascii()
