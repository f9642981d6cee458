"""The changes of `make mutants` are valid modules and differ from the original."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import atlantis_core.rules.scoring
from tests.mutants.changing import changes

SCORING = Path(atlantis_core.rules.scoring.__file__).read_text(encoding="utf-8")


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
def test_every_kind_of_change(source: str, expected: list[str]) -> None:
    assert [change.source for change in changes(source)] == expected


def test_changed_module_compiles_and_differs() -> None:
    found = list(changes(SCORING))
    assert len(found) > 50
    same = ast.unparse(ast.parse(SCORING))
    for change in found:
        ast.parse(change.source)
        assert change.source != same
        assert change.before != change.after or change.line
