"""The façades import every name lazily, and agree with their type declarations."""

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import atlantis_core
import atlantis_core.transcript
from tests.waiting import PATIENCE

FACADES = pytest.mark.parametrize("facade", [atlantis_core, atlantis_core.transcript])


def _declared_names(facade: ModuleType) -> dict[str, str]:
    """The names that a façade declares for type checkers, with their modules."""
    tree = ast.parse(Path(str(facade.__file__)).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: str(node.module)
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@FACADES
def test_every_declared_name_comes_from_its_module(facade: ModuleType) -> None:
    declared = _declared_names(facade)
    assert len(declared) > 20
    for name, module in declared.items():
        assert getattr(facade, name) is getattr(importlib.import_module(module), name)


@FACADES
def test_every_lazy_name_is_declared(facade: ModuleType) -> None:
    assert set(facade.__all__) == set(_declared_names(facade))


@FACADES
def test_unknown_name_raises_attribute_error(facade: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{facade.__name__}' has no"):
        assert facade.no_such_name
    assert set(_declared_names(facade)) <= set(dir(facade))


@FACADES
def test_star_import_imports_all_names(facade: ModuleType) -> None:
    names: dict[str, object] = {}
    exec(f"from {facade.__name__} import *", names)  # noqa: S102 - the statement under test
    assert set(_declared_names(facade)) <= set(names)


def test_importing_the_facade_loads_no_engine() -> None:
    script = "import sys, atlantis_core; print('atlantis_core.rules.turns' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout.strip() == "False"


def test_docstring_examples_work() -> None:
    result = doctest.testmod(atlantis_core)
    assert result.attempted > 3
    assert not result.failed
