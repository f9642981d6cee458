"""The façade: every name can be had, lazily, and types agree with what is imported."""

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import atlantis_core


def _declared_names() -> dict[str, str]:
    """What the façade tells type checkers: each name with the module it comes from."""
    tree = ast.parse(Path(atlantis_core.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: str(node.module)
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_every_declared_name_is_had_from_its_module() -> None:
    declared = _declared_names()
    assert len(declared) > 50
    for name, module in declared.items():
        assert getattr(atlantis_core, name) is getattr(importlib.import_module(module), name)


def test_every_lazy_name_is_declared() -> None:
    assert set(atlantis_core._HOME_OF) == set(_declared_names())


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(atlantis_core, "no_such_name")
    assert {"Game", "play_turn"} <= set(dir(atlantis_core))


def test_a_star_import_brings_all_names() -> None:
    names: dict[str, object] = {}
    exec("from atlantis_core import *", names)  # noqa: S102 - the statement under test
    assert set(_declared_names()) <= set(names)


def test_importing_the_facade_loads_no_engine() -> None:
    script = "import sys, atlantis_core; print('atlantis_core.rules' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_the_examples_in_the_docstring_work() -> None:
    result = doctest.testmod(atlantis_core)
    assert result.attempted > 3
    assert not result.failed
