"""docs/research.md and the notebook: their figures and examples are those of the program."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from xml.dom.minidom import parseString

import pytest

from tools.research_figures import BOARDS, HEADER, row

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
NOTEBOOK = ROOT / "examples" / "notebooks" / "first-steps.ipynb"


def test_figures_are_those_of_the_script() -> None:
    table = PAGE.partition(HEADER)[2].split("\n\n")[0].strip().splitlines()
    assert [line.split(" | ")[0] for line in table] == [f"| {board}" for board, _ in BOARDS]
    board, players = BOARDS[0]
    assert table[0] == row(board, players)


def test_perft_numbers_are_those_of_the_tests() -> None:
    recorded = json.loads((ROOT / "tests" / "perft.json").read_text(encoding="utf-8"))
    counts = {case["name"]: case["counts"] for case in recorded}
    found = re.findall(r"^\| (\w+ \d) \| (\d) \| (\d+) \| (\d+) \| (\d*) ?\|$", PAGE, re.MULTILINE)
    assert len(found) == 5
    for board, players, *numbers in found:
        assert counts[f"{board}, {players} players"] == [int(text) for text in numbers if text]


def test_planes_are_as_documented() -> None:
    arrays = pytest.importorskip("atlantis_core.envs.arrays", exc_type=ImportError)
    for number, name in enumerate(arrays.plane_names(2)):
        assert f"| {number} | {name} |" in PAGE


def test_example_runs() -> None:
    pytest.importorskip("pettingzoo", reason="the extra 'rl' is not installed")
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - the example of the page
    assert "AtlantisAgainstBot" in repr(names["env"])


class Cell(NamedTuple):
    """What a code cell of the notebook shows: its last value and what it prints."""

    value: object
    printed: str


LONG, SHORT = "GAMES, RATE = 800, 0.02 ", "GAMES, RATE = 60, 0.05 "
"""The training of the notebook takes a minute, that of the test seconds."""


def run_cells() -> Iterator[Cell]:
    names: dict[str, object] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]).replace(LONG, SHORT))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        value: object = None
        with redirect_stdout(StringIO()) as printed:
            exec(compile(tree, str(NOTEBOOK), "exec"), names)  # noqa: S102 - our own notebook
            if isinstance(last, ast.Expr):
                code = compile(ast.Expression(last.value), str(NOTEBOOK), "eval")
                value = eval(code, names)  # noqa: S307 - as above
        yield Cell(value, printed.getvalue())


def test_notebook_judges_and_trains_a_policy_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason="the extra 'rl' is not installed")
    monkeypatch.chdir(ROOT)
    assert LONG in NOTEBOOK.read_text(encoding="utf-8")
    values, printed = zip(*run_cells(), strict=True)
    drawn = [value._repr_svg_() for value in values if hasattr(value, "_repr_svg_")]
    assert len(drawn) == 4
    assert all(parseString(text).getElementsByTagName("svg") for text in drawn)  # noqa: S318 - our own
    assert any("loses" in text and "better:" in text for text in printed)
    _, before, after = (value for value in values if isinstance(value, tuple))
    assert before[0] == 0
    assert sum(after) >= sum(before) + 3


def test_notebook_is_stored_without_results() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
