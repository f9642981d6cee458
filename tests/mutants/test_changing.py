"""The changes that `make mutants` makes are whole modules, and really changes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import atlantis_core.scoring
from tests.mutants.changing import changes

SCORING = Path(atlantis_core.scoring.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a + 1", ["x = a - 1", "x = a + 2"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = True", ["x = False"]),
        ("f()", ["pass"]),
        ("def f(a: int | str) -> A | B:\n    pass", []),
        ("def f():\n    return g", ["def f():\n    return None"]),
        ("if a:\n    b = c", ["if not a:\n    b = c"]),
    ],
)
def test_every_kind_of_mistake(source: str, expected: list[str]) -> None:
    assert [change.source for change in changes(source)] == expected


def test_a_changed_module_is_a_module_and_another_one() -> None:
    found = list(changes(SCORING))
    assert len(found) > 50
    same = ast.unparse(ast.parse(SCORING))
    for change in found:
        ast.parse(change.source)
        assert change.source != same
        assert change.before != change.after or change.line
